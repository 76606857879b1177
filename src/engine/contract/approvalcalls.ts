/** The console's calls for working together: comments on drafts, and a second person who approves. */

import Type from 'typebox'
import type { Calls } from './call.ts'
import { LOGGED, OF_PUBLISHING } from './consolecalls.ts'
import { Moment, Nothing, Nullable, Uuid } from './shapes.ts'
import { ReleaseMadeSchema } from './adminshapes.ts'

const area = 'console'

const ApprovalSchema = Type.Object(
  {
    id: Uuid,
    state: Type.Enum(['asked', 'returned']),
    message: Type.String(),
    by: Nullable(Type.String({ description: 'Who asked; null once the account is erased' })),
    mine: Type.Boolean(),
    at: Moment,
    documents: Type.Array(Type.String()),
    changed: Type.Array(Type.String(), {
      description: 'Documents whose draft has changed since: it can’t be approved any more',
    }),
    comment: Nullable(Type.String({ description: 'Why it was sent back' })),
    decidedBy: Nullable(Type.String()),
    ownFrom: Nullable(
      Type.String({
        description: 'From when the one who asked may publish it, because nobody else may',
      }),
    ),
  },
  { title: 'Request for a release' },
)

export const approvalCalls: Calls = {
  'GET /admin/comments': {
    area,
    summary: 'How many comments on each draft are open',
    responses: {
      200: Type.Object({
        items: Type.Array(Type.Object({ document: Type.String(), open: Type.Integer() })),
      }),
    },
  },
  'GET /admin/comments/:kind/*': {
    area,
    summary: 'The comments on a draft, the oldest first',
    rest: 'id',
    responses: {
      200: Type.Object({
        items: Type.Array(
          Type.Object({
            id: Uuid,
            text: Type.String(),
            by: Nullable(Type.String({ description: 'Null once the account is erased' })),
            at: Moment,
            resolved: Type.Boolean(),
          }),
        ),
      }),
    },
  },
  'POST /admin/comments/:kind/*': {
    area,
    summary: 'Comments on a draft',
    description: 'The comment is deleted with the draft.',
    rest: 'id',
    responses: { 201: Type.Object({ id: Uuid }) },
    errors: [LOGGED, 'draft/unknown', 'limit/reached'],
  },
  'PUT /admin/comments/:id/resolved': {
    area,
    summary: 'Says whether a comment has been dealt with',
    responses: { 204: Nothing('Changed') },
    errors: [LOGGED, 'comment/unknown'],
  },
  'GET /admin/approvals': {
    area,
    summary: 'Whether publishing needs a second person, and what is asked for',
    description: 'What was sent back is listed to the one who asked alone.',
    responses: {
      200: Type.Object({
        needed: Type.Boolean(),
        alone: Type.Boolean({ description: 'The user is an owner, and nobody else may publish' }),
        setting: Type.String({ description: 'The document with the setting `approval`' }),
        items: Type.Array(ApprovalSchema),
      }),
    },
  },
  'POST /admin/approvals': {
    area,
    summary: 'Asks a second person to publish drafts',
    description:
      'All of them, or with `only` those of these documents. An earlier request of the same person for one of them is withdrawn.',
    responses: { 201: Type.Object({ id: Uuid }) },
    errors: [LOGGED, 'approval/off', 'approval/asked', 'release/nothing', 'limit/reached'],
  },
  'POST /admin/approvals/:id/approve': {
    area,
    summary: 'Publishes exactly what was asked for',
    responses: { 201: ReleaseMadeSchema },
    errors: [
      ...OF_PUBLISHING,
      'approval/unknown',
      'approval/own',
      'approval/wait',
      'approval/changed',
      'approval/closed',
    ],
  },
  'POST /admin/approvals/:id/return': {
    area,
    summary: 'Sends a request back, and says why',
    responses: { 204: Nothing('Sent back; the drafts stay what they are') },
    errors: [LOGGED, 'approval/unknown', 'approval/own', 'approval/closed'],
  },
  'DELETE /admin/approvals/:id': {
    area,
    summary: 'Withdraws one’s own request',
    responses: { 204: Nothing('Withdrawn; the drafts stay what they are') },
    errors: [LOGGED, 'approval/unknown', 'approval/not-yours', 'approval/closed'],
  },
}
