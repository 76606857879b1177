/**
 * The contract of every kind of document, as TypeBox: JSON Schema at run time, types at compile time.
 *
 * The annotation `x-ref` says what a value refers to (a text, a route, a feature, a rule ...). Reference checks, the
 * editor's completion and the texts that a page needs are all derived from it; nothing else lists them again.
 */

import Type, { type Static, type TSchema } from 'typebox'
import type { AddressKind } from './links.ts'
import { ANSWER_FORMATS, LAYOUTS, ROUTE_CLASSES, STAGES, TASKS } from './vocabulary.ts'

export { LAYOUTS, ROUTE_CLASSES, STAGES } from './vocabulary.ts'

export type RefTarget =
  | 'text'
  | 'route'
  | 'feature'
  | 'rule'
  | 'screen'
  | 'flow'
  | 'list'
  | 'section'
  | 'assessment'
  | 'report'
  | 'help'
  | 'icon'
  | 'picture'
  | 'action'
  | 'config'
  | 'tenant'
  | 'content-type'

const strict = { additionalProperties: false } as const
const Opt = Type.Optional
const Id = Type.String({
  pattern: '^[A-Za-z0-9][A-Za-z0-9_.:-]*$',
  maxLength: 80,
  description: 'Stable name; documents are addressed by it, never by position.',
})
const ref = (target: RefTarget, description: string) =>
  Type.String({ 'x-ref': target, maxLength: 120, description })
const address = (to: AddressKind, description?: string) =>
  Type.String({
    'x-address': to,
    maxLength: 1000,
    ...(description !== undefined && { description }),
  })
const Text = ref('text', 'A text key; the words are in the locales.')
const Metric = Type.String({
  pattern: '^[a-z0-9_]+(\\.[A-Za-z0-9_]+)+$',
  maxLength: 120,
  description: 'Assessment and path: big_5.extraversion.score.',
})
export const RuleSchema = Type.Unknown({
  'x-ref': 'rule',
  description: 'JSON Logic in the strict dialect.',
})
const Note = Type.String({
  maxLength: 400,
  description: "Why it's like this, for the next reader.",
})
const Lock = Type.Enum(['no-overlay', 'tighten-only'], {
  description: "What a tenant can't loosen: consent, payment, roles, security.",
})
const list = <T extends TSchema>(of: T, options: Record<string, unknown> = {}) =>
  Type.Array(of, { maxItems: 600, ...options })

/** Where a value comes from the scope: `{"bind": <rule>}`. */
const Bind = Type.Object(
  { bind: RuleSchema },
  { ...strict, description: 'A value taken from the scope by a rule.' },
)
const BindableText = Type.Union([Type.String({ maxLength: 200 }), Bind])

const envelope = <K extends string, P extends Record<string, TSchema>>(kind: K, body: P) =>
  Type.Object(
    {
      $schema: Opt(Type.String()),
      kind: Type.Literal(kind),
      id: Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9_.:/-]*$', maxLength: 120 }),
      v: Type.Integer({ minimum: 1, description: 'Version of the kind, not of this document.' }),
      title: Type.String({
        maxLength: 160,
        description: 'What authors call it; learners never see it.',
      }),
      source: Type.String({
        minLength: 1,
        maxLength: 300,
        description:
          'Where it comes from: "spec 5", a paper, a data set, or "assumption: docs/decisions/0007".',
      }),
      note: Opt(Note),
      ...body,
    },
    { ...strict, $id: `/meta/${kind}/1.json` },
  )

// ---- verdicts -------------------------------------------------------------------------------------------------------

const Redirect = Type.Object(
  {
    go: Type.Literal('redirect'),
    to: ref('route', 'Name of a route.'),
    params: Opt(Type.Record(Type.String(), BindableText)),
    query: Opt(Type.Record(Type.String(), BindableText)),
    keepQuery: Opt(Type.Union([Type.Boolean(), Type.Array(Type.String())])),
    reason: Opt(Text),
  },
  { ...strict, title: 'redirect' },
)
const Then = Type.Union([
  Type.Object({ go: Type.Literal('allow') }, { ...strict, title: 'allow' }),
  Redirect,
  Type.Object(
    { go: Type.Literal('flow'), flow: ref('flow', 'The flow that decides instead.') },
    { ...strict, title: 'flow' },
  ),
  Type.Object({ stage: Type.Enum([...STAGES]) }, { ...strict, title: 'stage' }),
  Type.Object(
    { assessment: ref('assessment', 'The assessment that comes next.') },
    { ...strict, title: 'assessment' },
  ),
])

// ---- kinds ----------------------------------------------------------------------------------------------------------

const Breadcrumb = Type.Object(
  {
    id: Id,
    title: Text,
    routeName: Opt(ref('route', 'Where the breadcrumb leads.')),
    path: Opt(address('link')),
  },
  strict,
)

const Route = Type.Object(
  {
    id: Id,
    path: Type.String({ pattern: '^(/|\\*$)', maxLength: 200 }),
    class: Type.Enum([...ROUTE_CLASSES]),
    title: Opt(Text),
    feature: Opt(ref('feature', 'The feature the page belongs to (meta).')),
    guard: Opt(
      Type.Union([
        Type.Literal('none'),
        ref('feature', 'The feature checked on entry, if it differs from the meta.'),
      ]),
    ),
    stages: Opt(Type.Array(Type.Enum([...STAGES]))),
    needs: Opt(Type.Array(Type.Enum(['curriculum', 'console']))),
    assessment: Opt(ref('assessment', 'The assessment taken on this page.')),
    layout: Opt(Type.Enum([...LAYOUTS])),
    screen: Opt(ref('screen', 'What the page shows.')),
    screens: Opt(
      list(
        Type.Object(
          {
            id: Id,
            when: RuleSchema,
            screen: ref('screen', 'Shown when the rule holds; the first match wins.'),
            layout: Opt(Type.Enum([...LAYOUTS])),
            note: Opt(Note),
          },
          strict,
        ),
      ),
    ),
    redirect: Opt(
      Type.Union([
        Redirect,
        Type.Object(
          { go: Type.Literal('flow'), flow: ref('flow', 'The flow that decides where to.') },
          strict,
        ),
      ]),
    ),
    breadcrumbs: Opt(list(Breadcrumb)),
    tracking: Opt(Type.Array(Type.String())),
    inPage: Opt(Type.Boolean()),
    lock: Opt(Lock),
    note: Opt(Note),
  },
  strict,
)

const menuItem = {
  id: Id,
  label: Text,
  hint: Opt(
    ref(
      'text',
      "Words below the name. For a group: what unlocks its entries, shown while one of them waits for the menu's rule.",
    ),
  ),
  icon: Opt(ref('icon', 'Name of a drawn icon.')),
  to: Opt(ref('route', 'Where the entry leads.')),
  action: Opt(Type.Enum(['logout'])),
  feature: Opt(ref('feature', 'The feature the entry belongs to.')),
  hideForAccounts: Opt(Type.Array(Type.String())),
  show: Opt(RuleSchema),
  enable: Opt(RuleSchema),
  disabledReason: Opt(Text),
  lock: Opt(Lock),
  note: Opt(Note),
}
const MenuItem = Type.Object(
  { ...menuItem, items: Opt(list(Type.Object(menuItem, strict))) },
  strict,
)

export const NodeSchema = Type.Cyclic(
  {
    Node: Type.Object(
      {
        id: Id,
        type: Type.String({ 'x-ref': 'widget', maxLength: 60 }),
        level: Opt(Type.Integer({ minimum: 1, maximum: 4 })),
        props: Opt(Type.Record(Type.String(), Type.Unknown(), { 'x-props': true })),
        data: Opt(Type.String({ description: 'Name of a data source of this screen.' })),
        show: Opt(RuleSchema),
        children: Opt(Type.Array(Type.Ref('Node'), { maxItems: 200 })),
        fallback: Opt(Type.Ref('Node')),
        lock: Opt(Lock),
        note: Opt(Note),
      },
      strict,
    ),
  },
  'Node',
)

const DataSource = Type.Object(
  {
    get: Type.String({
      pattern: '^[a-z][A-Za-z0-9/_{}.-]*$',
      description: 'Path under /api; {name} is taken from the route.',
    }),
    query: Opt(Type.Record(Type.String(), BindableText)),
    when: Opt(RuleSchema),
  },
  strict,
)

const FIELD_TYPES = [
  'text',
  'longtext',
  'email',
  'phone',
  'date',
  'month',
  'integer',
  'yesno',
  'choice',
  'choices',
] as const

const fieldMembers = {
  id: Id,
  label: Text,
  hint: Opt(Text),
  list: Opt(ref('list', 'Where the choices come from.')),
  required: Opt(Type.Boolean()),
  requiredMessage: Opt(Text),
  minLength: Opt(Type.Integer({ minimum: 0, maximum: 5000 })),
  maxLength: Opt(Type.Integer({ minimum: 1, maximum: 5000 })),
  minimum: Opt(Type.Integer()),
  maximum: Opt(Type.Integer()),
  least: Opt(
    Type.Integer({ minimum: 1, maximum: 50, description: 'How many there must be at least.' }),
  ),
  most: Opt(
    Type.Integer({
      minimum: 1,
      maximum: 50,
      description: 'How many there may be. The same as the least: exactly so many.',
    }),
  ),
  format: Opt(Type.Enum(['za-id', 'past-date', 'past-month'])),
  autocomplete: Opt(Type.String({ pattern: '^[a-z -]+$', maxLength: 40 })),
  lock: Opt(Lock),
  note: Opt(Note),
}

const Check = Type.Object(
  {
    id: Id,
    rule: {
      ...RuleSchema,
      description: 'Must hold once every field that it asks for is filled in.',
    },
    field: Type.String({
      maxLength: 80,
      description: 'The field that is blamed where it does not.',
    }),
    message: Text,
    lock: Opt(Lock),
    note: Opt(Note),
  },
  strict,
)

const Field = Type.Object(
  {
    ...fieldMembers,
    type: Type.Enum([...FIELD_TYPES, 'entries']),
    show: Opt(RuleSchema),
    when: Opt({
      ...RuleSchema,
      description:
        'Asked only where this holds; it may ask for the fields above (value.…), plan, country and age.',
    }),
    path: Opt(
      Type.String({
        pattern: '^[A-Za-z]+$',
        description: 'The profile key, if it differs from the id.',
      }),
    ),
    entry: Opt(ref('text', 'What one entry of a list is called, such as "Job".')),
    fields: Opt(
      list(Type.Object({ ...fieldMembers, type: Type.Enum([...FIELD_TYPES]) }, strict), {
        maxItems: 20,
        description: 'What is asked of each entry of a list.',
      }),
    ),
    checks: Opt(
      list(Check, { maxItems: 30, description: 'Rules across the fields of one entry of a list.' }),
    ),
  },
  strict,
)

const Answer = Type.Object({ id: Id, value: Type.Integer(), label: Text }, strict)
const Choice = Type.Object({ id: Id, text: Text }, strict)
const Item = Type.Object(
  {
    id: Id,
    text: Text,
    picture: Opt(
      Type.String({
        'x-ref': 'picture',
        maxLength: 60,
        description: 'Name of a drawing, shown above the words.',
      }),
    ),
    options: Opt(
      list(Choice, {
        minItems: 2,
        maxItems: 8,
        description: "Only if they differ from the document's.",
      }),
    ),
  },
  strict,
)

const Colors = Type.Object(
  {
    primary: Opt(
      Type.Union([
        Type.String(),
        Type.Array(Type.String(), { minItems: 10, maxItems: 10, 'x-atomic': true }),
      ]),
    ),
    secondary: Opt(
      Type.Union([
        Type.String(),
        Type.Array(Type.String(), { minItems: 10, maxItems: 10, 'x-atomic': true }),
      ]),
    ),
    rating: Opt(Type.Array(Type.String(), { minItems: 5, maxItems: 5, 'x-atomic': true })),
    ratingInk: Opt(Type.Array(Type.String(), { minItems: 5, maxItems: 5, 'x-atomic': true })),
  },
  strict,
)

const Setting = Type.String({ maxLength: 200 })
const Provider = Type.Union([
  Type.Boolean(),
  Type.Object({ label: Opt(Type.String({ maxLength: 60 })) }, strict),
])

const At = Type.String({
  pattern: '^(/.*)?$',
  maxLength: 400,
  description: 'Path to a value; in a list of objects a segment is the id.',
})
const Was = Opt(
  Type.String({
    pattern: '^h:[a-z0-9]{1,12}$',
    description: 'Hash of the value before, stamped on save.',
  }),
)
const Why = Opt(Type.String({ maxLength: 400 }))
const anchor = {
  before: Opt(Type.String()),
  after: Opt(Type.String()),
  first: Opt(Type.Literal(true)),
}
const operation = <Op extends string, P extends Record<string, TSchema>>(op: Op, more: P) =>
  Type.Object({ op: Type.Literal(op), at: At, ...more, why: Why }, { ...strict, title: op })
const Operation = Type.Union([
  operation('set', { value: Type.Unknown(), was: Was }),
  operation('unset', { was: Was }),
  operation('insert', { value: Type.Unknown(), ...anchor }),
  operation('remove', { was: Was }),
  operation('move', anchor),
  operation('add', { value: Type.Unknown() }),
  operation('drop', { value: Type.Unknown() }),
])

/** Members that every answer of the catalogue has of its own, and keys of its query: no field may be called so. */
export const RESERVED_FIELDS = [
  'id',
  'title',
  'slug',
  'summary',
  'favourite',
  'expired',
  'search',
  'sort',
  'page',
  'pageSize',
  'saved',
  'lang',
] as const

export const CONTENT_FIELD_TYPES = [
  'text',
  'longtext',
  'number',
  'choice',
  'choices',
  'flag',
  'date',
  'months',
  'link',
  'image',
  'place',
  'ref',
  'refs',
  'scores',
] as const

const ContentField = Type.Object(
  {
    id: Type.String({
      pattern: '^[a-z][A-Za-z0-9]*$',
      maxLength: 40,
      description: 'Member of the record, and key of the query where it is a filter.',
    }),
    type: Type.Enum([...CONTENT_FIELD_TYPES]),
    required: Opt(Type.Boolean()),
    list: Opt(ref('list', 'Of a choice: the list whose ids are allowed.')),
    to: Opt(ref('content-type', 'Of ref and refs: the type of the records that it names.')),
    inverse: Opt(
      Type.String({
        pattern: '^[a-z][A-Za-z0-9]*$',
        maxLength: 40,
        description: 'What the other record calls the records that name it.',
      }),
    ),
    search: Opt(
      Type.Integer({
        minimum: 1,
        maximum: 3,
        description: 'Found by search: 3 counts most. Left out: not searched.',
      }),
    ),
    filter: Opt(
      Type.Enum(['chips', 'select', 'near'], {
        description: 'Lists can be narrowed by it, and count its values.',
      }),
    ),
    unit: Opt(Text),
    note: Opt(Note),
  },
  strict,
)

/** How many days something may be kept: what the product has a reason for, and what somebody may still ask for. */
export const RETENTION_DAYS = {
  events: { minimum: 1, maximum: 800 },
  audit: { minimum: 365, maximum: 3650 },
  messages: { minimum: 1, maximum: 30 },
  openAttempts: { minimum: 90, maximum: 1825 },
} as const

const Retention = Type.Object(
  {
    events: Type.Integer({ ...RETENTION_DAYS.events, description: 'Usage events.' }),
    // Who changed what must be found as long as somebody may ask: a tenant may keep it longer than the product does, not shorter.
    audit: Type.Integer({
      ...RETENTION_DAYS.audit,
      'x-lock': 'tighten-only',
      description: 'Who did what in the console.',
    }),
    messages: Type.Integer({
      ...RETENTION_DAYS.messages,
      description: 'Which email or text message went to whom.',
    }),
    openAttempts: Type.Integer({
      ...RETENTION_DAYS.openAttempts,
      description: 'Answers of an assessment nobody carried on with, counted from the last one.',
    }),
  },
  { ...strict, description: 'How many days something is kept.' },
)

export const KINDS = {
  'route-group': envelope('route-group', { routes: list(Route) }),
  menu: envelope('menu', {
    enable: Opt(
      list(
        Type.Object(
          {
            id: Id,
            when: RuleSchema,
            reason: Text,
            to: Opt(ref('route', 'The page that opens the entries.')),
            button: Opt(ref('text', 'On the button to that page.')),
            note: Opt(Note),
          },
          strict,
        ),
      ),
    ),
    items: list(MenuItem),
  }),
  screen: envelope('screen', {
    layout: Opt(Type.Enum([...LAYOUTS])),
    data: Opt(Type.Record(Type.String(), DataSource)),
    children: Type.Array(NodeSchema, { maxItems: 200 }),
  }),
  report: envelope('report', {
    label: Text,
    assessments: Type.Array(ref('assessment', 'Which results it needs.'), { minItems: 1 }),
    feature: ref('feature', 'Who can read it.'),
    open: Opt(
      Type.Boolean({
        description: 'Can be read by everyone who may take its assessments, whatever their plan.',
      }),
    ),
    result: Opt(
      Type.Object(
        {
          code: {
            ...Metric,
            description:
              'A metric that spells the result, a letter for each type: holland_code.code.',
          },
          even: Opt({
            ...Metric,
            description: 'A metric that says that nothing stands out: holland_code.even.',
          }),
          names: ref('list', 'What the letters are called.'),
        },
        { ...strict, description: 'The result in one line, on cards that lead to the report.' },
      ),
    ),
    strengths: Opt(
      list(
        Type.Object(
          {
            id: Id,
            label: Text,
            from: list(
              Type.Object(
                {
                  id: Id,
                  metric: Metric,
                  lowest: Type.Number(),
                  highest: Type.Number(),
                  scale: Opt({
                    ...Metric,
                    description:
                      'A metric that says what the others can be: holland_code.scale. Default, and where a result does not say: lowest and highest.',
                  }),
                  weight: Type.Number({ exclusiveMinimum: 0 }),
                },
                strict,
              ),
              { minItems: 1 },
            ),
            note: Opt(Note),
          },
          strict,
        ),
        {
          description:
            'Preparation strengths and values: each is the weighted mean of the named metrics, scaled to 0 to 100.',
        },
      ),
    ),
    children: Type.Array(NodeSchema, { maxItems: 200 }),
  }),
  'profile-section': envelope('profile-section', {
    label: Text,
    hint: Opt(Text),
    listed: Opt(
      Type.Boolean({
        description: 'Shown on the CV page and counted in the progress; default true.',
      }),
    ),
    order: Opt(Type.Integer()),
    fields: list(Field),
    checks: Opt(
      list(Check, {
        maxItems: 30,
        description: 'Rules across fields, such as an end that may not be before its start.',
      }),
    ),
    route: Opt(ref('route', 'For a section without fields: the page of the result it shows.')),
    completeness: Type.Union([
      Type.Object({ kind: Type.Literal('existence'), fields: Type.Array(Type.String()) }, strict),
      Type.Object({ kind: Type.Literal('count'), min: Type.Integer({ minimum: 1 }) }, strict),
      Type.Object({ kind: Type.Literal('none') }, strict),
    ]),
    save: Opt(
      Type.Object(
        {
          method: Type.Enum(['POST', 'PUT', 'PATCH']),
          route: Type.String({ pattern: '^[a-z][a-z/-]*$' }),
        },
        strict,
      ),
    ),
    button: Opt(Text),
  }),
  flow: envelope('flow', {
    steps: Opt(
      list(
        Type.Object(
          {
            id: ref('route', 'The page of this step.'),
            label: Text,
            before: Type.Record(Type.String(), Type.Unknown(), {
              description:
                'What is true for someone who still has this step to do: variable -> value.',
            }),
            after: Type.Record(Type.String(), Type.Unknown(), {
              description: 'The same once they have done it.',
            }),
          },
          strict,
        ),
        {
          maxItems: 5,
          description:
            'The steps the flow leads through, for the trail that shows them, in the order of the rows.',
        },
      ),
    ),
    rows: list(
      Type.Object(
        {
          id: Id,
          when: RuleSchema,
          then: Then,
          lock: Opt(Lock),
          note: Opt(Note),
          source: Opt(Type.String()),
        },
        strict,
      ),
    ),
  }),
  rule: envelope('rule', { rule: RuleSchema, lock: Opt(Lock) }),
  assessment: envelope('assessment', {
    label: Text,
    summary: Opt(Text),
    minutes: Type.Integer({ minimum: 1, maximum: 60 }),
    instrument: Opt(
      Type.Object(
        { version: Type.String(), basis: Text, reliability: Opt(Text), limits: Opt(Text) },
        strict,
      ),
    ),
    feature: Opt(ref('feature', 'Who can take it.')),
    startRoute: Opt(ref('route', 'Where it starts.')),
    quizRoute: Opt(ref('route', 'Where its items are answered.')),
    doneRoute: Opt(ref('route', 'Where people read its result.')),
    built: Opt(
      Type.Boolean({
        description: "False while its items don't exist yet; nobody can start such an assessment.",
      }),
    ),
    researchOnly: Opt(Type.Boolean()),
    followedBy: Opt(
      Type.Array(ref('assessment', 'Sub-assessments of a research cohort, in order.')),
    ),
    question: Opt(Text),
    order: Opt(Type.Enum(['fixed', 'random'])),
    format: Opt(
      Type.Enum([...ANSWER_FORMATS], { description: 'How an item is answered; default scale.' }),
    ),
    task: Opt(Type.Enum([...TASKS], { description: 'Which timed task, where the format is one.' })),
    options: Opt(
      list(Choice, {
        minItems: 2,
        maxItems: 8,
        description: 'The choices every item is answered with, if it is a choice.',
      }),
    ),
    responseScale: Opt(
      Type.Object(
        {
          min: Type.Integer(),
          max: Type.Integer(),
          look: Type.Enum(['faces', 'stones']),
          options: list(Answer),
        },
        strict,
      ),
    ),
    practice: Opt(list(Item)),
    items: Opt(list(Item)),
  }),
  scoring: envelope('scoring', {
    assessment: ref('assessment', 'Whose answers it scores.'),
    responseScale: Opt(Type.Object({ min: Type.Integer(), max: Type.Integer() }, strict)),
    scales: list(
      Type.Object(
        {
          id: Id,
          aggregate: Type.Enum(['sum', 'mean', 'share'], {
            description: 'share: 100 times the mean of points from 0 to 1.',
          }),
          from: Type.Integer({
            description: 'Subtracted from each answer: 1 makes 1..5 count 0..4.',
          }),
          times: Opt(
            Type.Number({
              exclusiveMinimum: 0,
              description:
                'Multiplies the value, so that forms of different lengths can be compared.',
            }),
          ),
          show: Opt(
            Type.Enum(['value', 'mean-and-score', 'hidden'], {
              description: 'How the metrics name it; default value.',
            }),
          ),
        },
        strict,
      ),
    ),
    items: list(
      Type.Object(
        {
          id: Id,
          scale: Opt(Id),
          reverse: Opt(Type.Boolean()),
          correct: Opt(
            Type.String({
              maxLength: 80,
              description: 'The option that scores 1; any other scores 0.',
            }),
          ),
          weights: Opt(
            list(Type.Object({ id: Id, weight: Type.Number({ minimum: 0, maximum: 1 }) }, strict), {
              maxItems: 8,
              description: 'What each option scores.',
            }),
          ),
          ranks: Opt(
            Type.Literal(true, {
              description:
                'A ranking: the scale named after an option gets one point, and one more for each option ranked below it.',
            }),
          ),
          note: Opt(Note),
        },
        strict,
      ),
    ),
    levels: Opt(
      list(Type.Object({ id: Id, reference: Type.Number({ exclusiveMinimum: 0 }) }, strict), {
        description:
          'For a timed task: what counts as full efficiency, in seconds per answer or cells per second.',
      }),
    ),
    facets: Opt(
      list(
        Type.Object({ id: Id, scale: Id, items: list(Type.Object({ id: Id }, strict)) }, strict),
        { description: 'Parts of a scale that a report puts into words.' },
      ),
    ),
    derive: Opt(
      list(
        Type.Union([
          Type.Object(
            {
              id: Id,
              op: Type.Literal('interest-code'),
              even: Opt(
                Type.Number({
                  minimum: 0,
                  maximum: 100,
                  description:
                    'If the highest and the lowest of the six are fewer points out of 100 apart than this, no order is shown and nothing is matched.',
                }),
              ),
              note: Opt(Note),
            },
            { ...strict, title: 'interest-code' },
          ),
          Type.Object(
            {
              id: Id,
              op: Type.Literal('centre'),
              groups: list(
                Type.Object({ id: Id, scales: list(Type.Object({ id: Id }, strict)) }, strict),
              ),
              note: Opt(Note),
            },
            { ...strict, title: 'centre' },
          ),
          Type.Object(
            {
              id: Id,
              op: Type.Literal('poles'),
              x: Type.Array(Id, { minItems: 2, maxItems: 2 }),
              y: Type.Array(Id, { minItems: 2, maxItems: 2 }),
              balancedBelow: Type.Integer(),
              note: Opt(Note),
            },
            { ...strict, title: 'poles' },
          ),
          Type.Object(
            { id: Id, op: Type.Literal('hit-rates'), note: Opt(Note) },
            { ...strict, title: 'hit-rates' },
          ),
        ]),
      ),
    ),
    careers: Opt(
      Type.Object(
        {
          types: ref('list', 'The six types, each with its letter.'),
          strong: Type.Number({
            minimum: -1,
            maximum: 1,
            description: 'From this correlation (r) on, a career is a strong match.',
          }),
          fair: Type.Number({
            minimum: -1,
            maximum: 1,
            description: 'From this correlation (r) on, it is a fair one.',
          }),
          apart: Type.Number({
            minimum: 0,
            maximum: 5,
            description:
              'A type in which person and career differ by more standard deviations than this is named.',
          }),
        },
        {
          ...strict,
          description: 'Careers are compared with these six scores. Only one key may say so.',
        },
      ),
    ),
    quality: Opt(
      Type.Object(
        {
          fastFlagMs: Opt(Type.Integer()),
          fastInvalidMs: Opt(Type.Integer()),
          longstringFlag: Opt(Type.Integer()),
          longstringInvalid: Opt(Type.Integer()),
          irvFlag: Opt(Type.Number()),
          acquiescenceFlag: Opt(
            Type.Number({
              description:
                'If half of the items are reversed: how far the mean of all raw answers may be from the middle.',
            }),
          ),
          identicalInvalid: Opt(
            Type.Integer({
              description: 'More identical answers in a row than this, anywhere, void a result.',
            }),
          ),
          missingShare: Opt(Type.Number()),
        },
        strict,
      ),
    ),
  }),
  access: envelope('access', {
    upgrade: Opt(ref('route', 'The page on which plans are upgraded and vouchers are redeemed.')),
    plans: Opt(
      list(
        Type.Object(
          {
            id: Id,
            label: Text,
            order: Type.Integer(),
            sold: Opt(Type.Boolean()),
            lock: Opt(Lock),
            note: Opt(Note),
          },
          strict,
        ),
      ),
    ),
    features: Opt(
      list(
        Type.Object(
          {
            id: Id,
            label: Text,
            allow: list(
              Type.Object(
                {
                  id: Id,
                  countries: Type.Array(Type.String({ pattern: '^(\\*|[A-Z]{2})$' }), {
                    minItems: 1,
                  }),
                },
                strict,
              ),
              {
                description: 'Account type (id) and the countries where it has the feature.',
              },
            ),
            note: Opt(Note),
          },
          strict,
        ),
      ),
    ),
    actions: Opt(
      list(
        Type.Object(
          {
            id: Id,
            session: Type.Enum(['none', 'user']),
            feature: Opt(ref('feature', 'The feature that the call belongs to.')),
            stages: Opt(Type.Array(Type.Enum([...STAGES]))),
            roles: Opt(Type.Array(Type.String())),
            when: Opt(RuleSchema),
            lock: Opt(Lock),
            note: Opt(Note),
          },
          strict,
        ),
      ),
    ),
  }),
  list: envelope('list', {
    names: Opt(
      Type.Enum(['region', 'language'], {
        description: 'Labels come from Intl.DisplayNames, in any language.',
      }),
    ),
    items: list(
      Type.Object(
        {
          id: Id,
          label: Opt(Text),
          name: Opt(Type.String({ maxLength: 160 })),
          letter: Opt(Type.String()),
          callingCode: Opt(Type.String()),
        },
        strict,
      ),
    ),
  }),
  'consent-list': envelope('consent-list', {
    items: list(
      Type.Object(
        {
          id: Id,
          label: Text,
          text: Text,
          version: Type.Integer({
            minimum: 1,
            maximum: 100_000,
            'x-lock': 'tighten-only',
            description:
              'Of the words. Raise it when their meaning changes: everyone is asked again.',
          }),
          asked: Opt({
            ...RuleSchema,
            description: 'Who is asked; default everyone. It may ask for plan, country and age.',
          }),
          needed: Opt({
            ...RuleSchema,
            description: 'Who must say yes to carry on; default nobody: they may say no.',
          }),
          link: Opt(
            Type.Object(
              { text: Text, routeName: ref('route', 'Where the whole document can be read.') },
              strict,
            ),
          ),
          lock: Opt(Lock),
          note: Opt(Note),
        },
        strict,
      ),
      { minItems: 1, maxItems: 40, description: 'In the order in which they are asked.' },
    ),
  }),
  'content-type': envelope('content-type', {
    label: Text,
    one: ref('text', 'What one record of it is called.'),
    licence: Type.String({ minLength: 1, maxLength: 200, description: 'Of the shared records.' }),
    feature: Opt(ref('feature', 'Who can read it; left out: everyone with full access.')),
    record: Type.Object(
      {
        title: Type.String({ maxLength: 40, description: 'Field that names the record.' }),
        summary: Opt(Type.String({ maxLength: 40, description: 'Field shown below the title.' })),
        image: Opt(Type.String({ maxLength: 40, description: 'Field with its picture.' })),
        glyph: Opt(ref('icon', 'Drawn where a record has no picture.')),
      },
      strict,
    ),
    fields: list(ContentField, { minItems: 1, maxItems: 60 }),
    sorts: list(
      Type.Object(
        {
          id: Id,
          by: Type.Array(Type.String({ maxLength: 40 }), { minItems: 1, maxItems: 3 }),
          descending: Opt(Type.Boolean()),
        },
        strict,
      ),
      { minItems: 1, maxItems: 10, description: 'The first is the order when nothing is asked.' },
    ),
    expires: Opt(
      Type.String({
        maxLength: 40,
        description: 'A date field: the day after it the record leaves all lists.',
      }),
    ),
    reportable: Opt(Type.Boolean({ description: 'Learners can report a record as wrong.' })),
  }),
  help: envelope('help', {
    blocks: list(Type.Object({ id: Id, question: Text, answer: Text }, strict)),
  }),
  config: envelope('config', {
    instanceKey: Type.String(),
    appName: Type.String({ maxLength: 60 }),
    assistanceEmail: Opt(Type.String({ format: 'email' })),
    integrations: Type.Object(
      {
        oneTrustScriptID: Opt(Setting),
        typeFormEmbedID: Opt(Setting),
        sentryDSNUrl: Opt(Setting),
        sentryTrackingEnvironment: Opt(Setting),
        googleAnalyticsCode: Opt(Setting),
        googleTagManagerCode: Opt(Setting),
        mixpanelId: Opt(Setting),
        adobeAnalyticsLaunchScript: Opt(Setting),
        crispChatId: Opt(Setting),
      },
      strict,
    ),
    themeLight: Type.Object({ colors: Colors }, strict),
    themeDark: Opt(Type.Record(Type.String(), Type.String())),
    cssVariables: Type.Record(Type.String(), Type.String()),
    fonts: Type.Record(Type.String(), address('font')),
    images: Type.Object(
      {
        favicon: Opt(address('picture')),
        logo: Opt(address('picture')),
        icon: Opt(address('picture')),
      },
      strict,
    ),
    locales: Type.Object(
      { default: Type.String(), available: Type.Array(Type.String(), { minItems: 1 }) },
      strict,
    ),
    viewport: Type.Object({ zoom: Type.Enum(['free', 'locked']) }, strict),
    features: Type.Record(Type.String(), Type.Boolean()),
    signup: Type.Boolean(),
    policies: Type.Object(
      {
        privacy: Type.Boolean({ 'x-lock': 'tighten-only' }),
        terms: Type.Boolean({ 'x-lock': 'tighten-only' }),
      },
      strict,
    ),
    initialProfile: Type.Object(
      {
        birthDate: Type.Boolean(),
        firstName: Type.Boolean(),
        lastName: Type.Boolean(),
        nationality: Type.Boolean(),
        phone: Type.Boolean(),
        rsaIdNumber: Type.Boolean(),
      },
      strict,
    ),
    consent: Type.Object(
      {
        marketing: Type.Boolean(),
        internalMarketing: Type.Boolean(),
        parental: Type.Boolean({ 'x-lock': 'tighten-only' }),
        research: Type.Boolean(),
      },
      strict,
    ),
    defaultTermsConsent: Type.Boolean(),
    authProviders: Type.Record(Type.String(), Provider),
    authSettings: Type.Record(
      Type.String(),
      Type.Object({ singleLogoutUrl: Opt(address('page')) }, strict),
    ),
    defaultCountry: Type.String({ pattern: '^[A-Z]{2}$' }),
    legalAge: Type.Integer({ minimum: 13, maximum: 21, 'x-lock': 'tighten-only' }),
    retention: Opt(Retention),
  }),
  locale: envelope('locale', {
    language: Type.String({ pattern: '^[a-z]{2,3}([-_][A-Z]{2})?$' }),
    name: Type.String(),
    direction: Type.Enum(['ltr', 'rtl']),
    texts: Type.Record(Type.String(), Type.Unknown()),
  }),
  tenant: envelope('tenant', {
    config: ref('config', 'Its instance configuration.'),
    hosts: Type.Array(Type.String()),
    demoAccounts: Opt(Type.Boolean()),
  }),
  overlay: envelope('overlay', {
    tenant: ref('tenant', 'Whose difference this is.'),
    target: Type.Object(
      { kind: Type.String({ maxLength: 40 }), id: Type.String({ maxLength: 120 }) },
      { ...strict, description: 'The document it changes or adds.' },
    ),
    ops: list(Operation, {
      maxItems: 2000,
      description: 'Applied in this order; addressed by id, never by position (engine.md 2).',
    }),
  }),
} as const

export type Kind = keyof typeof KINDS
export type DocumentOf<K extends Kind> = Static<(typeof KINDS)[K]>
export type AnyDocument = { [K in Kind]: DocumentOf<K> }[Kind]

export type RouteDocument = Static<typeof Route>
export type MenuItemDocument = Static<typeof MenuItem>
export type FlowDocument = DocumentOf<'flow'>
export type Verdict = Static<typeof Then>
export type RedirectVerdict = Static<typeof Redirect>
export type FieldDocument = Static<typeof Field>
export type AccessDocument = DocumentOf<'access'>
export type ActionDocument = NonNullable<AccessDocument['actions']>[number]
export type FeatureDocument = NonNullable<AccessDocument['features']>[number]
export type ConfigDocument = DocumentOf<'config'>
export type ContentType = DocumentOf<'content-type'>
export type ContentField = Static<typeof ContentField>
export type NodeDocument = {
  readonly id: string
  readonly type: string
  readonly level?: number
  readonly props?: Readonly<Record<string, unknown>>
  readonly data?: string
  readonly show?: unknown
  readonly children?: readonly NodeDocument[]
  readonly fallback?: NodeDocument
}
export type Stage = (typeof STAGES)[number]

/** Documents that never leave the server: keys of instruments, and who the tenants are. */
export const SERVER_ONLY: ReadonlySet<Kind> = new Set<Kind>([
  'scoring',
  'tenant',
  'config',
  'overlay',
])
