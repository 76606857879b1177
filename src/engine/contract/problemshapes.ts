/**
 * The shape of every error: `{ code, message }` in the request's language, and any further members
 * of a code.
 */

import Type, { type TSchema } from 'typebox'
import { ConflictsSchema, ImportReportSchema } from './adminshapes.ts'
import { ShipConflictsSchema } from './experimentshapes.ts'
import { PictureUseSchema } from './pictureshapes.ts'
import { CODES, type Code } from './problems.ts'
import { AnyDocumentSchema, Nullable, Opt, ProblemSchema } from './shapes.ts'

const Locked = { feature: Opt(Type.String()), upgrade: Opt(Type.Literal(true)) }
const Problems = { problems: Type.Array(ProblemSchema) }

/** Members of an error beside code, message and fields. */
const MEMBERS: Readonly<Partial<Record<Code, Readonly<Record<string, TSchema>>>>> = {
  'access/plan': Locked,
  'access/country': Locked,
  'access/stage': Locked,
  'access/off': Locked,
  'access/role': Locked,
  'attempt/too-soon': { next: Type.String({ format: 'date-time' }) },
  'attempt/incomplete': { missing: Type.Array(Type.String()) },
  'answer/conflict': { ids: Type.Array(Type.String()) },
  'draft/stale': { theirs: Nullable(AnyDocumentSchema), etag: Type.String() },
  'draft/out-of-bounds': Problems,
  'release/problems': Problems,
  'content/problems': ImportReportSchema.properties,
  'image/used': { uses: Type.Array(PictureUseSchema) },
  'bundle/untrusted': { fingerprint: Type.String() },
  'upgrade/conflicts': { conflicts: ConflictsSchema },
  'experiment/conflicts': { conflicts: ShipConflictsSchema },
}

const FieldsSchema = Type.Array(
  Type.Object({
    pointer: Type.String({ description: 'JSON pointer into the body' }),
    key: Type.String({ description: 'Text key of the message' }),
    message: Type.String(),
  }),
)

/** Statuses whose errors are about parts of a body. */
const OF_FIELDS: ReadonlySet<number> = new Set([403, 404, 409, 410, 422])

/** The error response of one status, given the codes that a call may return. */
function problemSchema(status: number, codes: readonly Code[]): TSchema {
  const members = Object.assign({}, ...codes.map((code) => MEMBERS[code] ?? {})) as Record<
    string,
    TSchema
  >
  const always = codes.every((code) => MEMBERS[code] !== undefined)
  return Type.Object(
    {
      code: Type.Enum([...codes]),
      message: Type.String(),
      ...(OF_FIELDS.has(status) && { fields: Opt(FieldsSchema) }),
      ...(always
        ? members
        : Object.fromEntries(Object.entries(members).map(([name, each]) => [name, Opt(each)]))),
    },
    { description: codes.join(', ') },
  )
}

/** Status -> its error response, in the order of the statuses. */
export function problemResponses(codes: Iterable<Code>): Record<number, TSchema> {
  const byStatus = new Map<number, Code[]>()
  for (const code of [...new Set(codes)].sort())
    byStatus.set(CODES[code], [...(byStatus.get(CODES[code]) ?? []), code])
  return Object.fromEntries(
    [...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, each]) => [status, problemSchema(status, each)]),
  )
}
