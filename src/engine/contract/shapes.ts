/** Schemas shared by many responses. */

import Type, { type TSchema } from 'typebox'

export const Opt = Type.Optional
export const Nullable = <T extends TSchema>(type: T) => Type.Union([type, Type.Null()])
export const Uuid = Type.String({ format: 'uuid' })
export const Moment = Type.String({ format: 'date-time', description: 'ISO 8601, in UTC' })
/** A map whose keys are defined by documents. */
export const Anything = Type.Unknown()
export const Named = <T extends TSchema>(of: T, description?: string) =>
  Type.Record(Type.String(), of, description === undefined ? {} : { description })

/** A page of a list. Lists without paging are page 1 of 1. */
export const PageOf = <T extends TSchema>(item: T) =>
  Type.Object({
    items: Type.Array(item),
    total: Type.Integer(),
    page: Type.Integer(),
    pageSize: Type.Integer(),
  })

/** A response that isn't JSON, by its media type. */
export const Media = (types: string | readonly string[], description: string) => ({
  description,
  content: Object.fromEntries(
    (typeof types === 'string' ? [types] : types).map((type) => [
      type,
      { schema: { type: type === 'application/json' ? 'object' : 'string' } },
    ]),
  ),
})

/** A response without a body. */
export const Nothing = (description: string) => ({ type: 'null', description }) as const

/**
 * A document as seen by code that only passes it on: its envelope. The members of each kind are in
 * `docs/schemas.md`.
 */
export const AnyDocumentSchema = Type.Object(
  { kind: Type.String(), id: Type.String() },
  {
    title: 'Document',
    additionalProperties: true,
    description: 'A document; its members depend on its kind',
  },
)

/** A problem of a document, as the CLI, the API and the editor report it. */
export const ProblemSchema = Type.Object(
  {
    code: Type.String(),
    document: Type.String({ description: '`kind/id`' }),
    pointer: Type.String({ description: 'JSON pointer into the document' }),
    message: Type.String(),
    suggestion: Opt(Type.String()),
    severity: Type.Enum(['error', 'warning']),
    bound: Opt(Type.String({ description: 'Which limit on documents it exceeds' })),
  },
  { title: 'Problem' },
)
