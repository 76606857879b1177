/**
 * The building blocks of all kinds: references, ids, texts, rules, locks, and the common envelope.
 */

import Type, { type TSchema } from 'typebox'
import type { AddressKind } from '../vocabulary.ts'

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
  | 'plan'
  | 'config'
  | 'tenant'
  | 'content-type'
  | 'curriculum'
  | 'consent'

export const strict = { additionalProperties: false } as const

export const Opt = Type.Optional

export const Id = Type.String({
  pattern: '^[A-Za-z0-9][A-Za-z0-9_.:-]*$',
  maxLength: 80,
  description: 'Stable name; documents are addressed by it, never by position.',
})

export const ref = (target: RefTarget, description: string) =>
  Type.String({ 'x-ref': target, maxLength: 120, description })

export const address = (to: AddressKind, description?: string) =>
  Type.String({
    'x-address': to,
    maxLength: 1000,
    ...(description !== undefined && { description }),
  })

export const Text = ref('text', 'A text key; the words are in the locales.')

export const Metric = Type.String({
  pattern: '^[a-z0-9_]+(\\.[A-Za-z0-9_]+)+$',
  maxLength: 120,
  description: 'Assessment and path: big_5.extraversion.score.',
})

export const RuleSchema = Type.Unknown({
  'x-ref': 'rule',
  description: 'JSON Logic in the strict dialect.',
})

export const Note = Type.String({
  maxLength: 400,
  description: "Why it's like this, for the next reader.",
})

export const Lock = Type.Enum(['no-overlay', 'tighten-only'], {
  description: "What a tenant can't loosen: consent, payment, roles, security.",
})

export const list = <T extends TSchema>(of: T, options: Record<string, unknown> = {}) =>
  Type.Array(of, { maxItems: 600, ...options })

/** Where a value comes from the scope: `{"bind": <rule>}`. */
export const Bind = Type.Object(
  { bind: RuleSchema },
  { ...strict, description: 'A value taken from the scope by a rule.' },
)

export const BindableText = Type.Union([Type.String({ maxLength: 200 }), Bind])

export const envelope = <K extends string, P extends Record<string, TSchema>>(kind: K, body: P) =>
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
