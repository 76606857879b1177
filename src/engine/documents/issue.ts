/** What an inspection of a document finds: problems, and the values that its schema annotates. */

export type Schema = Readonly<Record<string, unknown>>
export type Issue = {
  readonly code: string
  readonly pointer: string
  readonly message: string
  readonly suggestion?: string
}
/** A value annotated in the schema, with the schema that annotates it. */
export type Mark = { readonly pointer: string; readonly value: unknown; readonly schema: Schema }
