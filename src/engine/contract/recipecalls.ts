/** The calls of the console's guided pages. */

import Type from 'typebox'
import { ConsequencesSchema } from './adminshapes.ts'
import type { Calls } from './call.ts'
import { LOGGED } from './consolecalls.ts'
import type { Code } from './problems.ts'
import { Anything, Named, Nothing, Nullable, Opt, ProblemSchema, Uuid } from './shapes.ts'

const area = 'console'
const OF_DRAFTS: readonly Code[] = ['release/problems', 'draft/out-of-bounds']

const Choice = Type.Object({ id: Type.String(), label: Type.String() })
const Fault = Type.Object({
  at: Type.String({ description: 'Pointer into the form; rows are named by their ids' }),
  code: Type.String(),
  values: Opt(Named(Type.Union([Type.String(), Type.Number()]), 'What its words need')),
})
const Changed = Type.Object({
  ...ConsequencesSchema.properties.changes.items.properties,
  title: Type.String(),
})

export const recipeCalls: Calls = {
  'GET /admin/recipes/:recipe': {
    area,
    summary: 'What can be chosen in a guided page, in the language of the request',
    responses: {
      200: Type.Object({
        languages: Type.Array(
          Type.Object({
            id: Type.String(),
            name: Type.String(),
            partial: Opt(Type.Boolean({ description: 'It may lack words' })),
          }),
        ),
        choices: Named(Type.Array(Choice), 'Source -> its choices'),
      }),
    },
    errors: OF_DRAFTS,
  },
  'POST /admin/recipes/:recipe/check': {
    area,
    summary: 'What a filled-in form would write, and what is wrong with it',
    description:
      'Nothing is stored. With `whole`, the documents go through every check of a publish. The ETag names the drafts that would change.',
    responses: {
      200: Type.Object({
        faults: Type.Array(Fault),
        hints: Type.Array(Fault),
        changes: Type.Array(Changed),
        path: Nullable(Type.String()),
        sketch: Type.Array(Anything),
        texts: Named(Named(Type.String(), 'Key -> words'), 'Language -> its texts'),
        problems: Nullable(Type.Array(ProblemSchema)),
      }),
    },
    errors: OF_DRAFTS,
  },
  'POST /admin/recipes/:recipe': {
    area,
    summary: 'Writes all documents of a filled-in form as drafts, or none',
    description: '`If-Match` carries the ETag of the check.',
    responses: { 201: Type.Object({ id: Uuid, drafts: Type.Array(Type.String()) }) },
    errors: [...OF_DRAFTS, LOGGED, 'draft/if-match', 'draft/stale', 'limit/reached'],
  },
  'POST /admin/recipes/undo/:id': {
    area,
    summary: 'Takes back what a guided page has written, all of it',
    description: 'As long as none of it was published, and nobody has edited what is new.',
    responses: { 204: Nothing('The drafts are as they were') },
    errors: [...OF_DRAFTS, LOGGED, 'draft/unknown', 'draft/stale', 'limit/reached'],
  },
}
