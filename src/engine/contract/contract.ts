/** The responses of the API's calls: types for the browser, from the server's own schemas. */

import Type, { type Static } from 'typebox'
import { FIT, LetterT, Six } from './fitshapes.ts'
import { FacetsSchema, Like, Searched } from './found.ts'
import { Nullable, Opt } from './shapes.ts'

const CareerSummarySchema = Type.Object(
  {
    id: Type.String(),
    slug: Type.String(),
    /** Its local name, in the language of the request; in English if it isn't translated. */
    title: Type.String(),
    does: Type.String({ description: 'One sentence on the daily work' }),
    direction: Type.String({ description: 'Job family (SOC major group)' }),
    jobZone: Nullable(
      Type.Integer({ description: 'O*NET’s job zone, 1 to 5; for education see `training`' }),
    ),
    training: Nullable(
      Type.Object(
        { road: Type.String(), years: Type.Integer(), step: Type.Integer() },
        {
          description:
            'The road there (South African, or general ones elsewhere), its years, and their step of five',
        },
      ),
    ),
    types: Type.Array(LetterT, {
      description: 'The one to three letters with the highest scores',
    }),
    isco08: Nullable(Type.String({ description: 'ISCO-08 unit group' })),
    favourite: Type.Boolean(),
    notForMe: Type.Boolean({
      description: 'The user said it isn’t for them: it isn’t among the first dozen',
    }),
    ...FIT,
  },
  { title: 'Career summary' },
)
export type CareerSummary = Static<typeof CareerSummarySchema>

export const CareerListSchema = Type.Object(
  {
    items: Type.Array(CareerSummarySchema),
    total: Type.Integer(),
    page: Type.Integer(),
    pageSize: Type.Integer(),
    reason: Opt(
      Type.Enum(['undifferentiated', 'not-taken'], {
        description: 'Why a list is empty, if that needs an explanation',
      }),
    ),
    resultDate: Opt(
      Type.String({ description: 'Time of the result that the matches are computed from' }),
    ),
    compared: Opt(Type.Integer({ description: 'How many careers were compared' })),
    facets: Opt(FacetsSchema),
    ...Like,
    ...Searched,
  },
  { title: 'Career list' },
)
export type CareerList = Static<typeof CareerListSchema>

/**
 * What belongs to a record, by the part of its join. A part whose type the plan doesn't open is
 * absent.
 */
const JoinedSchema = Type.Record(
  Type.String(),
  Type.Object({
    total: Type.Integer({ description: 'How many belong to it' }),
    items: Type.Array(
      Type.Object(
        {
          id: Type.String(),
          slug: Type.String(),
          title: Type.String(),
          favourite: Type.Boolean(),
        },
        { additionalProperties: true },
      ),
      { description: 'The first few' },
    ),
    list: Type.Object(
      {
        query: Type.Record(Type.String(), Type.String()),
        total: Type.Integer(),
      },
      { description: 'The list with these filters, and how many it has then' },
    ),
  }),
  { description: 'Fields of study, money, places and so on, as documents of kind join say' },
)

export const SubjectCareerListSchema = Type.Object(
  {
    items: Type.Array(
      Type.Object({
        ...CareerSummarySchema.properties,
        opens: Opt(
          Type.Enum(['open', 'some', 'closed'], {
            description: 'To the set of subjects: open, open in some places, closed',
          }),
        ),
        field: Opt(
          Nullable(
            Type.String({
              description: 'Field of study that says so; null where none asks for a subject',
            }),
          ),
        ),
      }),
    ),
    total: Type.Integer(),
    page: Type.Integer(),
    pageSize: Type.Integer(),
    facets: Opt(FacetsSchema),
    reason: Opt(
      Type.Enum(['unknown'], { description: 'The data does not say which careers use it' }),
    ),
    ...Searched,
  },
  { title: 'Careers by subject' },
)
export type SubjectCareerList = Static<typeof SubjectCareerListSchema>

const Rated = Type.Object({ id: Type.String(), importance: Type.Number() })
/** What the shipped data doesn't know; a tenant's own says where it is from, and as of which day. */
const Sourced = Nullable(
  Type.Object({ text: Type.String(), source: Type.String(), on: Type.String() }),
)
export const CareerDetailSchema = Type.Object(
  {
    ...CareerSummarySchema.properties,
    /** Its name in O*NET, the source of these facts; null for a tenant's own. */
    onetTitle: Nullable(Type.String()),
    /** Null for a tenant's own without all six, which is never matched. */
    interests: Nullable(Six),
    /** The user's own scores; null before the worker type is taken. */
    person: Nullable(Six),
    /** The range of each. */
    personScale: Nullable(Type.Object({ lowest: Type.Number(), highest: Type.Number() })),
    skills: Type.Array(Rated),
    knowledge: Type.Array(Rated),
    workStyles: Type.Array(Rated),
    technologies: Type.Array(Type.String()),
    pay: Sourced,
    demand: Sourced,
    otherTitles: Type.Array(Type.String()),
    related: Type.Array(
      Type.Object({
        ...CareerSummarySchema.properties,
        /** How long its training is beside this one's; null if either isn't known. Shortest first. */
        way: Nullable(Type.Enum(['shorter', 'same', 'longer'])),
      }),
    ),
    joined: JoinedSchema,
    /** The attribution that the licence of these facts requires, in the language of the request. */
    attribution: Type.String(),
  },
  { title: 'Career' },
)
export type CareerDetail = Static<typeof CareerDetailSchema>

export const CareerComparisonSchema = Type.Object(
  { items: Type.Array(CareerDetailSchema, { maxItems: 3 }), total: Type.Integer() },
  { title: 'Career comparison' },
)
export type CareerComparison = Static<typeof CareerComparisonSchema>

/** A record of any content type: these members and its own fields, a `ref` as `{ id, title }`. */
export const CatalogueRecordSchema = Type.Object(
  {
    id: Type.String(),
    slug: Type.String(),
    title: Type.String(),
    favourite: Type.Boolean(),
    /** Expired: lists no longer show it. */
    expired: Opt(Type.Boolean()),
    /** Only for a single record. */
    joined: Opt(JoinedSchema),
    /** Only in a list: the types of which the person saved a record that this one belongs to. */
    fits: Opt(Type.Record(Type.String(), Type.String())),
  },
  { additionalProperties: true, title: 'CatalogueRecord' },
)
export type CatalogueRecord = Static<typeof CatalogueRecordSchema> &
  Readonly<Record<string, unknown>>

/** Records of several types: each says which, and where its own page is. */
export const SavedListSchema = Type.Object(
  {
    items: Type.Array(
      Type.Object(
        {
          id: Type.String(),
          slug: Type.String(),
          title: Type.String(),
          favourite: Type.Boolean(),
          type: Type.String(),
          /** What one of its type is called. */
          kind: Type.String(),
          /** When it was opened last, in a list of those. */
          seen: Opt(Type.String({ format: 'date-time' })),
          /** The route, and what its path calls the id. */
          page: Type.Object({ routeName: Type.String(), param: Type.String() }),
        },
        { additionalProperties: true },
      ),
    ),
    total: Type.Integer(),
  },
  { title: 'SavedList' },
)
export type SavedList = Static<typeof SavedListSchema>

export const CatalogueListSchema = Type.Object(
  {
    items: Type.Array(CatalogueRecordSchema),
    total: Type.Integer(),
    page: Type.Integer(),
    pageSize: Type.Integer(),
    /** Of the next page; null on the last page. */
    cursor: Nullable(Type.String()),
    facets: FacetsSchema,
    /** The record that `fits` of the query names; and filter -> what the user had chosen last. */
    fits: Opt(Type.Object({ id: Type.String(), title: Type.String() })),
    chosen: Opt(Type.Record(Type.String(), Type.String())),
    ...Searched,
  },
  { title: 'CatalogueList' },
)
export type CatalogueList = Omit<Static<typeof CatalogueListSchema>, 'items'> & {
  readonly items: readonly CatalogueRecord[]
}

export const AttemptSchema = Type.Object(
  {
    id: Type.String(),
    assessment: Type.String(),
    document: Type.String({
      description: 'Content hash of the assessment document that this attempt uses',
    }),
    instrument: Opt(
      Type.String({
        description: 'The bundle with that document and its texts, in the language of the request',
      }),
    ),
    state: Type.Enum(['open', 'complete']),
    items: Type.Array(Type.String()),
    answers: Type.Record(Type.String(), Type.Unknown()),
    seq: Opt(
      Type.Integer({
        description:
          'The highest that this device has sent, from where it counts on if it no longer knows',
      }),
    ),
    repeat: Opt(Type.Boolean()),
    seed: Opt(Type.Integer()),
  },
  { title: 'Attempt' },
)
export type AttemptResponse = Static<typeof AttemptSchema>

export const AssessmentStateSchema = Type.Object(
  {
    id: Type.String(),
    title: Type.String(),
    minutes: Type.Integer(),
    state: Type.Enum(['new', 'open', 'complete']),
    answered: Type.Integer({
      description:
        'Items answered, and all of them: of the open attempt, otherwise of the one that is complete',
    }),
    items: Type.Integer(),
    resultDate: Nullable(Type.String()),
    available: Type.Boolean({
      description: 'Whether `POST assessments/{id}/attempts` would start or continue it now',
    }),
  },
  { title: 'Assessment state' },
)
export type AssessmentStateResponse = Static<typeof AssessmentStateSchema>

/** How far a result can be trusted. */
export const QualitySchema = Type.Object(
  {
    confidence: Type.Enum(['ok', 'low']),
    flags: Type.Array(Type.String()),
    not_measured: Opt(
      Type.Array(Type.String(), {
        description:
          'Metrics of a timed task that could not be measured because the device was too slow',
      }),
    ),
    devices: Opt(Type.Array(Type.String(), { description: 'Input devices used in a timed task' })),
    frame_ms: Opt(Type.Number({ description: 'Median frame duration, in ms' })),
  },
  { title: 'Quality' },
)

/** One result of a report: the response of `complete`, with its assessment and time. */
const ReportResultSchema = Type.Object(
  {
    metrics: Type.Record(Type.String(), Type.Unknown()),
    quality: QualitySchema,
    resultDate: Type.String(),
    instrument: Type.Object({
      version: Type.String(),
      items: Type.Integer(),
      language: Type.String(),
    }),
    /**
     * Facets of the scales, 0 to 100: shown as words, not as numbers. Only while the answers are
     * still stored.
     */
    facets: Type.Optional(Type.Record(Type.String(), Nullable(Type.Number()))),
  },
  { title: 'Report result' },
)
export type ReportResult = Static<typeof ReportResultSchema>

/** What a report said when its result was made, where that isn't what it says today. */
const WrittenSchema = Type.Object(
  {
    documents: Type.Array(Type.Record(Type.String(), Type.Unknown()), {
      description: 'Its layout, and lists that name its results',
    }),
    texts: Type.Record(Type.String(), Type.String()),
  },
  {
    title: 'Written',
    description:
      'The report of an older result keeps its words: they take the place of the documents and texts of today',
  },
)

/** A report. One about a single assessment has its result at the top level too. */
export const ReportSchema = Type.Object(
  {
    report: Type.String(),
    results: Type.Record(Type.String(), ReportResultSchema, {
      description: 'Assessment -> its result; absent if not taken yet',
    }),
    open: Type.Array(Type.String(), {
      description: 'Assessments of this report that are still to be taken',
    }),
    /** By the report document's table, highest first. */
    strengths: Type.Array(
      Type.Object({
        id: Type.String(),
        score: Type.Number(),
        own: Type.Optional(
          Type.Number({
            description:
              'Standard error from the answers of the tenant’s own people, in points out of 100',
          }),
        ),
      }),
    ),
    careers: Opt(
      Type.Array(CareerSummarySchema, {
        description: 'The few that the report itself has, for whom its document says so',
      }),
    ),
    compared: Opt(Type.Integer({ description: 'How many careers those were chosen from' })),
    written: Opt(WrittenSchema),
    ...Type.Partial(ReportResultSchema).properties,
  },
  { title: 'Report' },
)
export type ReportAnswer = Static<typeof ReportSchema>
export type Written = Static<typeof WrittenSchema>

/** What a visitor's answers give. */
export const ScoreSchema = Type.Object(
  {
    report: ReportSchema,
    careers: Type.Array(CareerSummarySchema, {
      description: 'The few that the report has; none if the result has no clear shape',
    }),
  },
  { title: 'Score' },
)
export type ScoreAnswer = Static<typeof ScoreSchema>

export type ApiError = {
  readonly code: string
  readonly message: string
  readonly fields?: readonly {
    readonly pointer: string
    readonly key: string
    readonly message: string
  }[]
  readonly missing?: readonly string[]
  readonly feature?: string
  readonly upgrade?: boolean
}
