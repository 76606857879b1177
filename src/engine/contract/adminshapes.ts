/**
 * The responses of the console's calls as schemas; `admincontract.ts` has the same as types only,
 * so that browsers don't load these.
 */

import Type from 'typebox'
import { STAGES } from '#engine/documents/vocabulary.ts'
import { ROLES } from './admincontract.ts'
import { DocumentChangeSchema, OpName } from './changeshapes.ts'
import {
  Anything,
  AnyDocumentSchema,
  Moment,
  Named,
  Nullable,
  Opt,
  ProblemSchema,
  Uuid,
} from './shapes.ts'

const Author = Nullable(
  Type.String({
    description:
      'An email address or phone number; null once the account is erased, empty for the product',
  }),
)
const OpSchema = Type.Object(
  { op: OpName, at: Type.String() },
  { title: 'Operation', additionalProperties: true, description: 'One change of an overlay' },
)
const RoleSchema = Nullable(Type.Enum([...ROLES]))

export const DocumentSummarySchema = Type.Object(
  {
    kind: Type.String(),
    id: Type.String({ description: 'Without its kind' }),
    title: Type.String(),
    draft: Type.Boolean({ description: 'Is there an unpublished edit?' }),
    state: Type.Enum(['product', 'changed', 'own', 'removed']),
    etag: Opt(Type.String({ description: 'Of the draft' })),
    by: Opt(Author),
    at: Opt(Moment),
    unreadable: Opt(Type.Literal(true)),
    offered: Opt(
      Type.Array(Type.String(), {
        description: 'Of a language: texts made from a shared one that says something else by now',
      }),
    ),
  },
  { title: 'Document summary' },
)

const DraftInfoSchema = Type.Object({ revision: Type.Integer(), by: Author, at: Moment })

export const DocumentViewSchema = Type.Object({
  base: Nullable(AnyDocumentSchema),
  live: Nullable(AnyDocumentSchema),
  overlay: Nullable(Type.Array(OpSchema)),
  effective: Nullable(Anything),
  schema: Named(Anything, 'JSON Schema of its kind'),
  draft: Nullable(DraftInfoSchema),
  unreadable: Opt(ProblemSchema),
})

export const DraftSavedSchema = Type.Object({
  draft: Nullable(DraftInfoSchema),
  overlay: Nullable(Type.Array(OpSchema)),
  problems: Type.Array(ProblemSchema),
})

export const CheckSchema = Type.Object({
  problems: Type.Array(ProblemSchema),
  stays: Type.Array(Type.Object({ document: Type.String(), problem: ProblemSchema })),
})

export const ConsequencesSchema = Type.Object({
  learners: Type.Integer({ description: 'Whom it was looked at for: those who have an account' }),
  changes: Type.Array(DocumentChangeSchema),
  attempts: Type.Array(Type.Object({ assessment: Type.String(), people: Type.Integer() })),
  pauses: Type.Array(Type.Object({ experiment: Type.String(), title: Type.String() })),
  landings: Type.Array(
    Type.Object({
      stage: Type.Enum([...STAGES, 'signedOut']),
      plan: Type.String(),
      path: Type.String(),
      from: Type.String(),
      to: Type.String(),
      people: Type.Integer(),
      who: Nullable(
        Type.Object({ age: Nullable(Type.Integer()), country: Nullable(Type.String()) }),
      ),
    }),
  ),
  steps: Type.Array(
    Type.Object({ step: Type.String(), people: Type.Integer(), after: Type.Integer() }),
  ),
})

export const ReleaseSummarySchema = Type.Object(
  {
    id: Type.String(),
    number: Type.Integer(),
    kind: Type.Enum(['publish', 'rollback', 'upgrade']),
    message: Type.String(),
    by: Author,
    approvedBy: Opt(Author),
    at: Type.String({ description: 'ISO 8601; empty for what the product ships' }),
    base: Type.String(),
    from: Nullable(Type.Integer({ description: 'The release that a rollback restored' })),
    live: Type.Boolean(),
    changes: Type.Array(DocumentChangeSchema),
  },
  { title: 'Release summary' },
)

export const ReleaseMadeSchema = Type.Object({ id: Type.String(), number: Type.Integer() })

const ConflictSchema = Type.Object(
  {
    document: Type.String(),
    code: Type.String(),
    at: Type.String(),
    op: OpSchema,
    baseOld: Anything,
    baseNew: Anything,
    mine: Anything,
    choice: Nullable(Type.Enum(['mine', 'theirs'])),
  },
  { title: 'Conflict' },
)
export const ConflictsSchema = Type.Array(ConflictSchema)
export const UpgradeSchema = Type.Object({
  from: Type.String(),
  to: Type.String(),
  state: Type.Enum(['current', 'ready', 'conflicts']),
  conflicts: ConflictsSchema,
})

export const ExplanationSchema = Type.Object({
  outcome: Type.Enum(['page', 'loop']),
  route: Type.String(),
  path: Type.String(),
  stage: Nullable(Type.Enum([...STAGES])),
  hops: Type.Array(
    Type.Object({
      path: Type.String(),
      route: Type.String(),
      flow: Type.String(),
      row: Type.String(),
      when: Opt(Anything),
      note: Nullable(Type.String()),
      reason: Nullable(Type.String()),
      tried: Type.Array(Type.String()),
    }),
  ),
  variables: Type.Array(
    Type.Object({ name: Type.String(), value: Opt(Anything), mattered: Type.Boolean() }),
  ),
})

export const RulesTriedSchema = Type.Object({
  holds: Type.Array(Type.Array(Nullable(Type.Boolean())), {
    description:
      'For each persona, whether each of the rules holds; null for what isn’t a rule, or isn’t asked as long as an answer is missing',
  }),
  reads: Type.Array(Type.String(), {
    description: 'The variables that they read, those of named rules included',
  }),
})

export const NamesSchema = Named(
  Type.Array(
    Type.Object({
      id: Type.String(),
      title: Opt(Type.String()),
      uses: Opt(Type.Integer({ description: 'Of a text: how many places show it' })),
      type: Opt(Type.String({ description: 'Of an answer in the profile: the type of its field' })),
      choices: Opt(
        Type.Array(Type.Object({ id: Type.String(), title: Opt(Type.String()) }), {
          description: 'Of an answer that is chosen: what there is to choose',
        }),
      ),
    }),
  ),
  'Reference -> what its value may be',
)

export const AuditEntrySchema = Type.Object(
  {
    id: Type.String(),
    at: Moment,
    by: Author,
    action: Type.String(),
    target: Type.String(),
    detail: Named(Anything),
  },
  { title: 'Audit entry' },
)

const CohortSchema = Nullable(
  Type.Object({
    institution: Type.String(),
    name: Type.String(),
    assessments: Type.Array(Type.String()),
  }),
)

export const ConsoleProviderSchema = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    callback: Type.String({ description: 'The address to register with the service' }),
    complete: Type.Boolean({ description: 'False: it lacks a client id or an address' }),
    secretSetAt: Nullable(Moment),
  },
  { title: 'Service to sign in with' },
)

export const TriedProviderSchema = Type.Object(
  {
    issuer: Nullable(Type.String({ description: 'Who it says it is; null: it can’t be used' })),
    problem: Nullable(
      Type.String({ description: 'Why it can’t be used, in English, for those who run it' }),
    ),
  },
  { title: 'What a service says about itself' },
)

export const ConsoleUserSchema = Type.Object(
  {
    id: Uuid,
    email: Nullable(Type.String()),
    role: RoleSchema,
    invited: RoleSchema,
    invitedUntil: Nullable(Moment),
    secondFactor: Type.Boolean({ description: 'Turned on, by an authenticator' }),
    accountType: Type.String(),
    cohort: CohortSchema,
  },
  { title: 'Console user' },
)

const batch = {
  id: Uuid,
  plan: Type.String(),
  note: Type.String(),
  count: Type.Integer(),
  uses: Nullable(Type.Integer()),
  redeemed: Type.Integer(),
  expires: Nullable(Moment),
  cohort: CohortSchema,
  created: Moment,
  withdrawn: Nullable(Moment),
}
export const ConsoleErrorSchema = Type.Object(
  {
    id: Uuid,
    name: Type.String(),
    message: Type.String(),
    frame: Type.String({ description: 'File, line and column; may be empty' }),
    page: Type.String({ description: 'Name of a route' }),
    release: Type.String(),
    count: Type.Integer(),
    first: Moment,
    last: Moment,
  },
  { title: 'Error in browsers' },
)
export const VoucherBatchSchema = Type.Object(batch, { title: 'Vouchers created together' })
export const VoucherBatchViewSchema = Type.Object(
  {
    ...batch,
    codes: Type.Array(Type.Object({ code: Type.String(), used: Type.Integer() })),
    redemptions: Type.Array(Type.Object({ code: Type.String(), at: Moment, by: Type.String() })),
  },
  { title: 'Vouchers with their codes' },
)

const Maybe = Nullable(Type.String({ description: 'ISO 8601, in UTC' }))
export const ContentSummarySchema = Type.Object(
  {
    type: Type.String(),
    label: Type.String(),
    one: Type.String(),
    fields: Type.Array(
      Type.Object({
        id: Type.String(),
        label: Type.String(),
        type: Type.String(),
        required: Type.Boolean(),
        choices: Opt(Type.Array(Type.Object({ id: Type.String(), label: Type.String() }))),
      }),
    ),
    own: Type.Integer(),
    hidden: Type.Integer(),
    shared: Type.Integer({ description: 'What all tenants share' }),
    imported: Nullable(
      Type.Object({
        file: Type.String(),
        rows: Type.Integer(),
        by: Type.String({ description: 'An address; empty for a command of the operator' }),
        at: Moment,
        edits: Type.Integer({ description: 'Made since, and lost where it is undone' }),
        undo: Type.Boolean(),
      }),
    ),
  },
  { title: 'Content summary' },
)

export const ConsoleRecordSchema = Type.Object(
  {
    id: Type.String(),
    title: Type.String(),
    data: Named(Anything, 'Empty where the tenant only hides a shared record'),
    cells: Named(Type.String(), 'The same as texts, as a table has them'),
    own: Type.Boolean(),
    shared: Type.Boolean(),
    hidden: Type.Boolean(),
    starts: Maybe,
    ends: Maybe,
    was: Nullable(
      Type.String({ description: 'What the next save sends back; null for a shared record' }),
    ),
  },
  { title: 'Console record' },
)

export const ConsoleReportSchema = Type.Object(
  {
    type: Type.String({ description: 'Of the record' }),
    id: Type.String({ description: 'Of the record' }),
    title: Nullable(Type.String()),
    people: Type.Integer({ description: 'How many learners; never who' }),
    last: Moment,
    said: Type.Array(Type.Object({ reason: Type.String(), text: Type.String(), at: Moment }), {
      description: 'The newest twenty',
    }),
    handled: Nullable(Type.Object({ by: Author, at: Moment })),
  },
  { title: 'Console report' },
)

export const ImportReportSchema = Type.Object(
  {
    done: Type.Boolean(),
    encoding: Type.Enum(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252']),
    format: Type.Enum(['csv', 'json', 'jsonl']),
    delimiter: Nullable(Type.String()),
    rows: Type.Integer(),
    columns: Type.Array(Type.Object({ column: Type.String(), field: Nullable(Type.String()) })),
    problems: Type.Array(
      Type.Object({
        line: Type.Integer(),
        column: Type.String(),
        value: Type.String(),
        code: Type.String(),
        message: Type.String(),
      }),
      { description: 'The first thousand; nothing was imported where there is one' },
    ),
    problemCount: Type.Integer(),
    new: Type.Integer(),
    changed: Type.Integer(),
    same: Type.Integer(),
    gone: Type.Integer(),
    replaces: Type.Integer({ description: 'How many take the place of a shared record' }),
  },
  { title: 'Import report' },
)

export const ImportStateSchema = Type.Object(
  {
    phase: Type.Enum(['none', 'checking', 'writing', 'done', 'refused', 'failed', 'stopped'], {
      description: '`stopped`: its server was stopped before it was done; nothing was imported',
    }),
    file: Type.String(),
    dryRun: Type.Boolean(),
    rows: Type.Integer({ description: 'Checked or written so far' }),
    total: Nullable(Type.Integer({ description: 'Null until the file has been checked' })),
    report: Nullable(ImportReportSchema),
    message: Nullable(Type.String({ description: 'Why it failed' })),
  },
  { title: 'Import state' },
)
