/**
 * The console's calls for working together: comments on drafts, a second person who approves, and
 * releases that wait for their time.
 */

import Type from 'typebox'
import { NOT_PUBLISHED } from './approvals.ts'
import type { Calls } from './call.ts'
import { LOGGED, OF_PUBLISHING } from './consolecalls.ts'
import type { Code } from './problems.ts'
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
    publishAt: Nullable(
      Type.String({
        description: 'When it’s to be published; null: as soon as it’s approved',
      }),
    ),
    ownFrom: Nullable(
      Type.String({
        description: 'From when the one who asked may publish it, because nobody else may',
      }),
    ),
  },
  { title: 'Request for a release' },
)

const ScheduledSchema = Type.Object(
  {
    id: Uuid,
    state: Type.Enum(['waiting', 'failed']),
    message: Type.String(),
    at: Type.String({ format: 'date-time', description: 'When it’s published, in UTC' }),
    by: Nullable(Type.String({ description: 'Who scheduled it; null once the account is erased' })),
    mine: Type.Boolean(),
    approvedBy: Type.Optional(
      Nullable(Type.String({ description: 'Who approved it, where a second person had to' })),
    ),
    documents: Type.Array(Type.String()),
    changed: Type.Array(Type.String(), {
      description: 'Documents whose draft has changed since: it won’t be published any more',
    }),
    reason: Nullable(Type.Enum([...NOT_PUBLISHED], { description: 'Why it wasn’t published' })),
    detail: Nullable(Type.String({ description: 'The first problem that the check has found' })),
    mayPublish: Type.Boolean({ description: 'The user may publish it now' }),
    mayCancel: Type.Boolean(),
  },
  { title: 'Scheduled release' },
)
const OF_TIMES: readonly Code[] = [
  'schedule/too-soon',
  'schedule/too-far',
  'schedule/scheduled',
  'release/nothing',
  'limit/reached',
]

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
      'All of them, or with `only` those of these documents. With `at` they’re published at that time if they’re approved by then. An earlier request of the same person for one of them is withdrawn.',
    responses: { 201: Type.Object({ id: Uuid }) },
    errors: [LOGGED, 'approval/off', 'approval/asked', ...OF_TIMES],
  },
  'POST /admin/approvals/:id/approve': {
    area,
    summary: 'Publishes exactly what was asked for, or schedules it',
    responses: {
      201: ReleaseMadeSchema,
      202: Type.Object(
        { at: Moment },
        { description: 'Approved, and published at the time it was asked for' },
      ),
    },
    errors: [
      ...OF_PUBLISHING,
      'schedule/scheduled',
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
  'GET /admin/scheduled': {
    area,
    summary: 'Releases that wait for their time, and those that couldn’t be published then',
    responses: { 200: Type.Object({ items: Type.Array(ScheduledSchema) }) },
  },
  'POST /admin/scheduled': {
    area,
    summary: 'Schedules a release of drafts as they are now',
    description:
      'All of them, or with `only` those of these documents. At that time they’re checked and published; if one has changed by then, nothing is.',
    responses: { 201: Type.Object({ id: Uuid }) },
    errors: [LOGGED, 'approval/needed', ...OF_TIMES],
  },
  'POST /admin/scheduled/:id/publish': {
    area,
    summary: 'Publishes a scheduled release now',
    responses: { 201: ReleaseMadeSchema },
    errors: [
      ...OF_PUBLISHING,
      'schedule/unknown',
      'schedule/changed',
      'approval/needed',
      'approval/own',
    ],
  },
  'DELETE /admin/scheduled/:id': {
    area,
    summary: 'Cancels a scheduled release, or dismisses one that wasn’t published',
    responses: { 204: Nothing('Cancelled; the drafts stay what they are') },
    errors: [LOGGED, 'schedule/unknown', 'schedule/not-yours'],
  },
}
