/**
 * The tasks of the worker process, by name. Results meant for a browser are returned as JSON text.
 */

import type {
  Names,
  DocumentSummary,
  DocumentView,
  DraftInfo,
  DraftSaved,
  Explanation,
  Consequences,
  Page,
  RulesTried,
} from '#engine/contract/admincontract.ts'
import type { RecipeStart, RecipeTried } from '#engine/contract/recipes.ts'
import type { DocumentUse, TextPlace, WordGap } from '#engine/contract/textplace.ts'
import { usesOf } from '#engine/check/uses.ts'
import { wholeCatalog } from '#engine/documents/formerconsents.ts'
import { Refusal, type Problem } from '#engine/contract/problems.ts'
import { consequencesOf, type ConsequencesInput } from './consequences.ts'
import { namesOf, savedOf, summariesOf, viewOf } from './documents.ts'
import { readDraftBody, type DraftBody } from './draftbody.ts'
import type { Catalog } from '#engine/documents/catalog.ts'
import { explainPage, type ExplainInput } from './explain.ts'
import { findInDocuments, type FoundInDocuments } from './finding.ts'
import type { Opened } from './opened.ts'
import {
  checkOpened,
  prepare,
  readAll,
  type PrepareArgs,
  type Prepared,
  type Progress,
} from './prepare.ts'
import { makePreview, type MadePreview, type PreviewArgs } from './preview.ts'
import {
  startRecipe,
  tryRecipe,
  undoRecipe,
  writeRecipe,
  type Asked,
  type RecipeDraft,
} from './recipes.ts'
import { placesOf } from './textplaces.ts'
import { completenessOf, type CompletenessArgs } from './completeness.ts'
import { tryRules, type TryRulesInput } from './tryrules.ts'
import { rebaseChanges, type Choices, type Rebased } from './rebase-changes.ts'

/** JSON of a value of this type. */
export type Text<T> = string & { readonly of?: T }

export type Tasks = {
  /** Every problem of the current drafts. */
  readonly check: { readonly args: null; readonly result: readonly Problem[] }
  readonly prepare: {
    readonly args: PrepareArgs
    readonly result: Prepared
  }
  readonly list: { readonly args: null; readonly result: Text<readonly DocumentSummary[]> }
  readonly view: {
    readonly args: { readonly name: string; readonly draft: DraftInfo | null }
    readonly result: Text<DocumentView>
  }
  readonly saved: {
    readonly args: { readonly name: string; readonly draft: DraftInfo | null }
    readonly result: Text<DraftSaved>
  }
  /** Parses the body of a save that is too large to parse on the server's main thread. */
  readonly read: {
    readonly args: { readonly name: string; readonly body: string }
    readonly result: DraftBody
  }
  readonly names: { readonly args: { readonly language: string }; readonly result: Text<Names> }
  readonly places: {
    readonly args: { readonly text: string }
    readonly result: Text<Page<TextPlace>>
  }
  readonly find: {
    readonly args: { readonly text: string }
    readonly result: Text<FoundInDocuments>
  }
  readonly uses: {
    readonly args: { readonly name: string; readonly part?: string }
    readonly result: Text<Page<DocumentUse>>
  }
  readonly completeness: {
    readonly args: CompletenessArgs
    readonly result: Text<Page<WordGap>>
  }
  readonly explain: { readonly args: ExplainInput; readonly result: Text<Explanation> }
  readonly tryRules: { readonly args: TryRulesInput; readonly result: Text<RulesTried> }
  readonly consequences: { readonly args: ConsequencesInput; readonly result: Text<Consequences> }
  readonly preview: {
    readonly args: PreviewArgs
    readonly result: MadePreview
  }
  readonly startRecipe: {
    readonly args: Parameters<typeof startRecipe>[1]
    readonly result: Text<RecipeStart>
  }
  readonly tryRecipe: {
    readonly args: Parameters<typeof tryRecipe>[1]
    readonly result: { readonly text: Text<RecipeTried>; readonly names: readonly string[] }
  }
  readonly writeRecipe: { readonly args: Asked; readonly result: ReturnType<typeof writeRecipe> }
  readonly undoRecipe: {
    readonly args: Parameters<typeof undoRecipe>[1]
    readonly result: readonly RecipeDraft[]
  }
  readonly rebase: { readonly args: { readonly choices: Choices }; readonly result: Rebased }
}
export type TaskName = keyof Tasks

/** All of them, as a list of the API. */
const pageOf = <T>(items: readonly T[]): Page<T> => ({
  items,
  total: items.length,
  page: 1,
  pageSize: items.length,
})

const text = <T>(value: T): Text<T> => JSON.stringify(value)

export const TASKS: {
  readonly [Name in TaskName]: (
    opened: Opened,
    args: Tasks[Name]['args'],
    progress: Progress,
  ) => Tasks[Name]['result']
} = {
  check: (opened, _args, progress) => checkOpened(opened, progress),
  prepare,
  list: (opened) => text(summariesOf(opened)),
  view: (opened, { name, draft }) => text(viewOf(opened, name, draft)),
  saved: (opened, { name, draft }) => text({ draft, ...savedOf(opened, name) }),
  read: ({ live }, { name, body }) => readDraftBody(body, name, live.get(name)),
  names: (opened, { language }) => text(namesOf(opened, language)),
  places: (opened, { text: key }) => text(pageOf(placesOf(opened, key))),
  find: (opened, args) => text(findInDocuments(opened, args.text)),
  uses: ({ base, live, effective, code }, { name, part }) => {
    // A draft may remove it: who refers to it then is what one wants to know.
    const value = effective.get(name) ?? live.get(name) ?? base.get(name)
    if (value === undefined) throw new Refusal('draft/unknown')
    return text(pageOf(usesOf(effective, code.widgets, name, value, part)))
  },
  completeness: (opened, args) =>
    text(ofDrafts(opened, (catalog) => completenessOf(catalog, opened.code, args))),
  explain: (opened, args) => text(ofDrafts(opened, (catalog) => explainPage(catalog, args))),
  tryRules: (opened, args) => text(ofDrafts(opened, (catalog) => tryRules(catalog, args))),
  consequences: (opened, args) => text(consequencesOf(opened, args)),
  preview: makePreview,
  startRecipe: (opened, args) => text(startRecipe(opened, args)),
  tryRecipe: (opened, args, progress) => {
    const tried = tryRecipe(opened, args, progress)
    return { text: text(tried), names: tried.changes.map(({ document }) => document) }
  },
  writeRecipe,
  undoRecipe,
  rebase: rebaseChanges,
}

/** Drafts may be too broken to navigate with. */
function ofDrafts<T>({ effective, unreadable }: Opened, work: (catalog: Catalog) => T): T {
  const refuse = (problems: readonly Problem[]) =>
    new Refusal('release/problems', { extra: { problems } })
  if (unreadable.size > 0) throw refuse([...unreadable.values()])
  try {
    return work(wholeCatalog(readAll(effective).values()))
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw refuse([
      {
        code: 'release/unusable',
        document: '',
        pointer: '',
        message: `the check could not walk through these documents: ${error instanceof Error ? error.message : String(error)}`,
        severity: 'error',
      },
    ])
  }
}
