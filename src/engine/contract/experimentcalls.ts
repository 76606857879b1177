/** The console's calls about experiments. */

import Type from 'typebox'
import type { Calls } from './call.ts'
import { LOGGED, OF_PUBLISHING } from './consolecalls.ts'
import {
  ExperimentResultsSchema,
  ExperimentShippedSchema,
  ExperimentSummarySchema,
  ExperimentViewSchema,
} from './experimentshapes.ts'
import type { Code } from './problems.ts'
import { Media, PageOf, Uuid } from './shapes.ts'

const area = 'console'
const OF_EXPERIMENTS: readonly Code[] = [
  'experiment/unknown',
  'experiment/draft',
  'experiment/state',
]

export const experimentCalls: Calls = {
  'GET /admin/experiments': {
    area,
    summary: 'All experiments, by id',
    responses: { 200: PageOf(ExperimentSummarySchema) },
  },
  'GET /admin/experiments/:id': {
    area,
    summary: 'An experiment as it is live, with what is planned for it',
    responses: { 200: ExperimentViewSchema },
    errors: ['experiment/unknown'],
  },
  'GET /admin/experiments/:id/results': {
    area,
    summary: 'What an experiment says so far; may be looked at at any time',
    responses: { 200: ExperimentResultsSchema },
    errors: ['experiment/unknown'],
  },
  'POST /admin/experiments': {
    area,
    summary: 'Makes an experiment, planned: publishes it alone',
    responses: { 201: ExperimentViewSchema },
    errors: [...OF_PUBLISHING, ...OF_EXPERIMENTS, 'approval/needed', 'experiment/exists'],
  },
  'PUT /admin/experiments/:id': {
    area,
    summary: 'Changes an experiment: publishes it alone',
    description:
      'Its state stays. If what divides people changes while it is running, a new analysis begins.',
    responses: { 200: ExperimentViewSchema },
    errors: [...OF_PUBLISHING, ...OF_EXPERIMENTS, 'approval/needed', 'experiment/changed'],
  },
  'POST /admin/experiments/:id/ship': {
    area,
    summary: 'Drafts of what an arm changes, and of the end of the experiment',
    description:
      'While a value that the arm replaces has changed since, or a draft changes the same place, nothing is written and the places are named; `choices` says of each, as `kind/id#pointer`, whether the arm’s counts (`mine`) or what is there (`theirs`).',
    responses: { 200: ExperimentShippedSchema },
    errors: [
      LOGGED,
      ...OF_EXPERIMENTS,
      'experiment/unknown-arm',
      'experiment/lost',
      'experiment/conflicts',
      'limit/reached',
    ],
  },
  'POST /admin/experiments/:id/notes': {
    area,
    summary: 'Adds a note to the history of an experiment',
    responses: { 201: ExperimentViewSchema },
    errors: [LOGGED, 'experiment/unknown'],
  },
  'GET /admin/experiments/:id/export': {
    area,
    summary: 'What an experiment has counted, as a file',
    description:
      '`of`: `sums` by arm and metric, or `people`, one line each, under pseudonyms, with what each metric counts of them once the console shows it.',
    responses: { 200: Media('text/csv', 'By arm, or by time of exposure') },
    errors: [LOGGED, 'experiment/unknown'],
  },
  'POST /admin/experiments/:id/start': {
    area,
    summary: 'Starts an experiment or resumes a paused one, and publishes nothing else',
    responses: { 200: ExperimentViewSchema },
    errors: [...OF_PUBLISHING, ...OF_EXPERIMENTS, 'approval/needed'],
  },
  'POST /admin/experiments/:id/ask': {
    area,
    summary: 'Asks a second person to approve the start of an experiment',
    description: 'Makes a draft of it, running, and a request for that alone.',
    responses: { 201: Type.Object({ id: Uuid }) },
    errors: [
      LOGGED,
      ...OF_EXPERIMENTS,
      'approval/off',
      'approval/asked',
      'schedule/scheduled',
      'limit/reached',
    ],
  },
  'POST /admin/experiments/:id/pause': {
    area,
    summary: 'Pauses an experiment: everybody sees the documents as they are',
    responses: { 200: ExperimentViewSchema },
    errors: [...OF_PUBLISHING, ...OF_EXPERIMENTS],
  },
  'POST /admin/experiments/:id/end': {
    area,
    summary: 'Ends an experiment without shipping an arm',
    responses: { 200: ExperimentViewSchema },
    errors: [...OF_PUBLISHING, ...OF_EXPERIMENTS],
  },
}
