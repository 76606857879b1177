/** Taking assessments, reading their reports, and the careers that match. */

import Type from 'typebox'
import type { Calls } from './call.ts'
import {
  AssessmentStateSchema,
  AttemptSchema,
  CareerComparisonSchema,
  CareerDetailSchema,
  CareerListSchema,
  CatalogueListSchema,
  CatalogueRecordSchema,
  QualitySchema,
  ReportSchema,
  ScoreSchema,
  SubjectCareerListSchema,
} from './contract.ts'
import { FoundListSchema } from './found.ts'
import { Anything, Media, Named, PageOf } from './shapes.ts'

const careers = (summary: string) =>
  ({ area: 'careers', summary, responses: { 200: CareerListSchema } }) as const

export const assessmentCalls: Calls = {
  'GET /assessments': {
    area: 'assessments',
    summary: 'All assessments, with the user’s progress in each',
    responses: { 200: PageOf(AssessmentStateSchema) },
  },
  'POST /assessments/:id/attempts': {
    area: 'assessments',
    summary: 'Begins an attempt, or continues the open one',
    description:
      'With `again`, an assessment is taken again only if that is the date of its result; null is for the first attempt. `attempt/taken`: there is another result. `attempt/too-soon`: not before `next`; a doubted result may be replaced at once.',
    responses: { 200: AttemptSchema, 201: AttemptSchema },
    errors: [
      'assessment/unknown',
      'attempt/taken',
      'attempt/too-soon',
      'feature/being-built',
      'limit/reached',
      'request/rate-limited',
    ],
  },
  'PUT /attempts/:attempt/answers': {
    area: 'assessments',
    summary: 'Stores answers, in any order and any number of times',
    description:
      'A batch is stored completely or not at all. `late`: the attempt was already complete.',
    responses: {
      200: Type.Object({
        answers: Type.Array(
          Type.Object({
            id: Type.String(),
            item: Type.String(),
            state: Type.Enum(['stored', 'duplicate', 'late']),
          }),
        ),
      }),
    },
    errors: ['attempt/unknown', 'answer/invalid', 'answer/conflict', 'request/rate-limited'],
  },
  'PUT /attempts/:attempt/log': {
    area: 'assessments',
    summary: 'Stores the log of one level of a timed task',
    responses: {
      200: Type.Object({
        level: Type.Integer(),
        state: Type.Enum(['stored', 'duplicate']),
      }),
    },
    errors: ['attempt/unknown', 'attempt/closed', 'answer/invalid', 'answer/conflict'],
  },
  'POST /attempts/:attempt/complete': {
    area: 'assessments',
    summary: 'Scores the attempt; repeating the call gives the same response',
    responses: {
      200: Type.Object({
        metrics: Named(Anything, 'By the assessment’s scoring document'),
        quality: QualitySchema,
      }),
    },
    errors: ['attempt/unknown', 'attempt/incomplete'],
  },
  'POST /assessments/:id/score': {
    area: 'assessments',
    summary: 'The report of a signed-out visitor’s answers, and a few careers',
    description:
      'Nothing is stored. Only for assessments that are offered so (`resultFirst`), where the instance offers it at all; limited per network. `ms`: how long each answer took.',
    responses: { 200: ScoreSchema },
    errors: [
      'access/off',
      'assessment/unknown',
      'answer/invalid',
      'attempt/incomplete',
      'request/rate-limited',
    ],
  },
  'GET /reports/:report': {
    area: 'assessments',
    summary: 'What a report shows',
    responses: { 200: ReportSchema },
    errors: ['report/not-taken'],
  },
  'GET /reports/:report/file': {
    area: 'assessments',
    summary: 'A report as a PDF',
    description: 'As on its page, without what can be pressed. In the language of the request.',
    responses: { 200: Media(['application/pdf'], 'As an attachment') },
    errors: ['report/not-taken', 'report/too-long', 'request/rate-limited', 'server/busy'],
  },

  'GET /careers': careers('Careers, with search and filters'),
  'GET /careers/matches': careers('The careers that match the person’s worker type best'),
  'GET /subject-choices/careers': {
    area: 'careers',
    summary: 'Careers, and how open each is to the subjects that the person keeps',
    description: '`opens`: open, some or closed. `field`: a field of study.',
    responses: { 200: SubjectCareerListSchema },
  },
  'GET /subject-choices/subjects/:id/careers': {
    area: 'careers',
    summary: 'The careers that use a subject most',
    responses: { 200: SubjectCareerListSchema },
  },
  'GET /careers/favourites': careers('The person’s favourite careers'),
  'GET /careers/compare': {
    area: 'careers',
    summary: 'Up to three careers side by side, by their O*NET codes',
    description:
      '`ids` has the codes with commas between them; a code that no career has is left out.',
    responses: { 200: CareerComparisonSchema },
  },
  'GET /careers/:id': {
    area: 'careers',
    summary: 'One career, by its O*NET code',
    responses: { 200: CareerDetailSchema },
  },

  'GET /catalogue': {
    area: 'careers',
    summary: 'One search over every content type that the plan opens',
    description:
      'A few records of each type, those whose titles say it first. Typing mistakes are forgiven only if nothing is found as it was typed.',
    responses: { 200: FoundListSchema },
  },
  'GET /catalogue/:type': {
    area: 'careers',
    summary: 'Records of a content type, with search, filters, sorting and paging',
    description:
      'The filters are those of the type’s document; each facet counts what choosing one of its values would give. `fits` lists what belongs to a record by a document of kind join, as `joined` of that record counts it: `careers/29-1141.00`, or `careers` for those that the person saved. `first` is a choice of one of the filters, such as a country: records that have it come first. `cursor` of a response, sent with the same search, filters and order, gives the next page, whatever was added or removed meanwhile; it counts instead of `page`.',
    responses: { 200: CatalogueListSchema },
    errors: ['catalogue/cursor'],
  },
  'GET /catalogue/:type/:id': {
    area: 'careers',
    summary: 'One record of a content type',
    description:
      'Records it refers to are given as `{ id, title }`, records that refer to it as a short list.',
    responses: { 200: CatalogueRecordSchema },
  },
}
