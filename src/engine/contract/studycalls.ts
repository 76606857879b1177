/** Calls of the console about studies: who takes part, and the files of their answers. */

import Type from 'typebox'
import type { Calls } from './call.ts'
import { LOGGED } from './consolecalls.ts'
import { Media, Nothing, PageOf } from './shapes.ts'

const area = 'console'

export const studyCalls: Calls = {
  'PUT /admin/users/:id/cohort': {
    area,
    summary: 'Adds a user to the cohort of a study, or removes them',
    responses: { 204: Nothing('Done') },
    errors: [LOGGED, 'user/unknown'],
  },
  'GET /admin/cohorts': {
    area,
    summary: 'The names of the cohorts that there are: at most 200',
    responses: { 200: PageOf(Type.Object({ name: Type.String() })) },
  },
  'POST /admin/cohorts': {
    area,
    summary: 'Adds people to the cohort of a study by their addresses',
    description:
      'All of them or none: 422 names those who can’t join by their place in `emails`. With the reason.',
    responses: { 200: Type.Object({ joined: Type.Integer() }) },
    errors: [LOGGED],
  },
  'GET /admin/research': {
    area,
    summary: 'How many people are in the studies, and what the files withhold of them',
    responses: {
      200: Type.Object({
        people: Type.Integer(),
        rare: Type.Object({ combinations: Type.Integer(), people: Type.Integer() }),
        withheld: Type.Record(Type.String(), Type.Integer(), {
          description: 'Column -> people for whom it is withheld',
        }),
        leftOut: Type.Integer(),
        least: Type.Integer({ description: 'People that share every combination' }),
        names: Type.Record(Type.String(), Type.String(), { description: 'Column -> its name' }),
      }),
    },
  },
  'GET /admin/research/export': {
    area,
    summary: 'Answers of users who agreed to share them, under pseudonyms',
    description:
      '`file`: `answers` (default; one line each), `wide` (one line a person and attempt), `scores`, `games` (events of timed tasks), `codebook`. ' +
      'No combination of background answers is shared by fewer than five people, unless an owner says why (`reason`), which is logged.',
    responses: { 200: Media('text/csv', 'By `file`') },
    errors: [LOGGED, 'access/role'],
  },
}
