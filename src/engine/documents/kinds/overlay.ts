/** How a tenant changes documents of the product. */

import Type, { type TSchema } from 'typebox'
import { envelope, list, Opt, ref, strict } from './members.ts'

export const At = Type.String({
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

export const Operation = Type.Union([
  operation('set', { value: Type.Unknown(), was: Was }),
  operation('unset', { was: Was }),
  operation('insert', { value: Type.Unknown(), ...anchor }),
  operation('remove', { was: Was }),
  operation('move', anchor),
  operation('add', { value: Type.Unknown() }),
  operation('drop', { value: Type.Unknown() }),
])

export const OverlayKind = envelope('overlay', {
  tenant: ref('tenant', 'Whose difference this is.'),
  target: Type.Object(
    { kind: Type.String({ maxLength: 40 }), id: Type.String({ maxLength: 120 }) },
    { ...strict, description: 'The document it changes or adds.' },
  ),
  ops: list(Operation, {
    maxItems: 2000,
    description: 'Applied in this order; addressed by id, never by position (engine.md 2).',
  }),
})
