/**
 * What all parts of the form share: the document's context, how to change it, and which folds are
 * open.
 */

import { createContext, use, type ReactNode } from 'react'
import type { Names } from '#engine/contract/admincontract.ts'
import type { Schema } from '#engine/documents/inspect.ts'
import type { Problem } from '#engine/contract/problems.ts'
import type { VarType } from '#engine/rules/ruletypes.ts'
import type { FieldProps } from './field.ts'
import type { Scopes } from './scopes.ts'
import type { WordsBook } from './wordsbook.ts'

export type FormContextValue = {
  /** Renders any value: container fields render their parts with it. */
  readonly Field: (field: FieldProps) => ReactNode
  readonly names: Names
  /** Writes the words of texts in place; without it, fields refer to texts by key. */
  readonly book: WordsBook | undefined
  /** Widget type -> schema of its props. */
  readonly widgets: Readonly<Record<string, Schema>>
  /** Everything that a rule of this document can read, at one place or another. */
  readonly scope: VarType
  readonly scopeAt: Scopes['scopeAt']
  readonly placeAt: Scopes['placeAt']
  /** `kind/id` */
  readonly document: string
  /** Names of the data that its nodes can use. */
  readonly sources: readonly string[]
  readonly problems: readonly Problem[]
  /** The open entry of the list at a pointer. */
  readonly open: ReadonlyMap<string, string>
  /** Opens an entry, which closes its siblings; null closes it. */
  readonly toggle: (list: string, entry: string | null) => void
  /** Changes the current document. The same function at every render. */
  readonly edit: (change: (document: unknown) => unknown) => void
  /** An entry or a member was renamed: what was open in it stays open. */
  readonly renamed: (from: string, to: string) => void
  /** The same for an entry whatever it is renamed to, so that it isn't drawn anew. */
  readonly keyOf: (at: string) => string
  /** Announces to screen readers what happened elsewhere on screen. */
  readonly say: (words: string) => void
  /** The member that was added last: it waits to be filled in. */
  readonly added: string | null
  readonly begin: (at: string) => void
  /** Opens the path to a place, and focuses it. */
  readonly goTo: (at: string) => void
}

export const FormContext = createContext<FormContextValue | null>(null)

export function useForm(): FormContextValue {
  const form = use(FormContext)
  if (form === null) throw new Error('a field is outside a form')
  return form
}

/** What the rule around can read. */
export const RuleScope = createContext<VarType | null>(null)

export function useRuleScope(): VarType {
  const { scope } = useForm()
  return use(RuleScope) ?? scope
}

/** Problems of a place itself; with `within`, also those inside it. */
export function useProblems(at: string, within = false): readonly Problem[] {
  return useForm().problems.filter(
    ({ pointer }) => pointer === at || (within && pointer.startsWith(`${at}/`)),
  )
}

/** The key of an entry: its first pointer, as long as no other had that. */
export function keyOfEntry(renames: ReadonlyMap<string, string>, at: string): string {
  const known = renames.get(at)
  if (known !== undefined) return known
  const others = [...renames.values()].filter((key) => key === at || key.startsWith(`${at}#`))
  return others.length === 0 ? at : `${at}#${others.length}`
}

/** The map with every pointer below `from` moved to `to`. */
export function reopened(
  open: ReadonlyMap<string, string>,
  from: string,
  to: string,
): Map<string, string> {
  const [parent, last] = [from.slice(0, from.lastIndexOf('/')), to.slice(to.lastIndexOf('/') + 1)]
  const inside = (at: string) => at === from || at.startsWith(`${from}/`)
  return new Map(
    [...open].map(([at, entry]) =>
      inside(at)
        ? [to + at.slice(from.length), entry]
        : at === parent && entry === from.slice(parent.length + 1)
          ? [at, last]
          : [at, entry],
    ),
  )
}
