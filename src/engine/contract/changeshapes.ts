/** A difference of two sets of documents as a schema; `admincontract.ts` has the same as types only. */

import Type from 'typebox'
import { Anything, Named, Opt } from './shapes.ts'

export const OpName = Type.Enum(['set', 'unset', 'insert', 'remove', 'move', 'add', 'drop'])

const CHANGE = {
  document: Type.String({ description: '`kind/id`' }),
  state: Type.Enum(['added', 'changed', 'removed']),
  changes: Type.Array(
    Type.Object({
      op: OpName,
      at: Type.String(),
      label: Type.String(),
      before: Opt(Type.String()),
      after: Opt(Type.String()),
      anchor: Opt(Type.String()),
      told: Opt(Named(Anything, 'The same by the names of things')),
    }),
  ),
  title: Opt(Type.String()),
  contents: Opt(Named(Anything, 'Of a document that was added or removed')),
  more: Opt(Type.Integer({ description: 'Number of entries that are not listed' })),
}
export const DocumentChangeSchema = Type.Object(
  {
    ...CHANGE,
    arms: Opt(
      Type.Array(Type.Object({ id: Type.String(), changes: Type.Array(Type.Object(CHANGE)) }), {
        description: 'Of an experiment that comes to run: what each version changes',
      }),
    ),
  },
  { title: 'Document change' },
)
