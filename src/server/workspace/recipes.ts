/** Guided pages: what a filled-in form would write, writes, and takes back. */

import type { RecipeStart, RecipeTried } from '#engine/contract/recipes.ts'
import { Refusal, type Problem } from '#engine/contract/problems.ts'
import { outOfBounds } from '#engine/documents/bounds.ts'
import { nameOf, splitName } from '#engine/documents/document.ts'
import { wholeCatalog } from '#engine/documents/formerconsents.ts'
import { inspect, type Schema } from '#engine/documents/inspect.ts'
import { canonical, isObject, type Json } from '#engine/documents/json.ts'
import { KINDS, type AnyDocument } from '#engine/documents/kinds.ts'
import { localesFor } from '#engine/documents/languages.ts'
import { wordsFor } from '#engine/documents/texts.ts'
import { diff } from '#engine/overlay/diff.ts'
import type { Op } from '#engine/overlay/ops.ts'
import { apply, stamp } from '#engine/overlay/overlay.ts'
import { rebase } from '#engine/overlay/rebase.ts'
import { choicesOf } from '#engine/recipes/choices.ts'
import type { RecipeContext, Written } from '#engine/recipes/recipe.ts'
import { OWN } from '#engine/recipes/workbench.ts'
import { recipeOf } from '#engine/recipes/recipes.ts'
import { documentChanges, isAtomicIn } from './changes.ts'
import type { Opened } from './opened.ts'
import { checkOpened, isError, type Progress } from './prepare.ts'

export type Asked = {
  readonly recipe: string
  /** Id of the tenant's configuration. */ readonly config: string
  readonly form: unknown
}

/** A draft as it is to be; `null`: the live document is enough. */
export type RecipeDraft = { readonly name: string; readonly text: string | null }
/** How a document gets back to what it was; `null`: it is new. */
export type Undo = { readonly name: string; readonly ops: readonly Op[] | null }

/** Drafts may hold anything: what isn't sound is as good as missing here. */
function contextOf({ base, live, effective }: Opened, config: string): RecipeContext {
  const documents = [...effective].flatMap(([name, value]) =>
    value === live.get(name) || isSound(name, value) ? [value as AnyDocument] : [],
  )
  const catalog = wholeCatalog(documents)
  const locales = catalog.all('locale')
  const { default: first, available } = catalog.get('config', config)?.locales ?? {
    default: 'en',
    available: ['en'],
  }
  // Those of the tenant's own are written before learners can choose them.
  const own = locales.flatMap(({ id }) => (base.has(`locale/${id}`) ? [] : [id]))
  const languages = [first, ...available, ...own].flatMap((code) =>
    localesFor(locales, code)
      .slice(-1)
      .map(({ id }) => id),
  )
  const whole = new Set([first, ...locales.flatMap(({ id, whole: is }) => (is ? [id] : []))])
  return {
    catalog,
    config,
    languages: [...new Set(languages)],
    partial: languages.filter((id) => !whole.has(id)),
  }
}

function isSound(name: string, value: unknown): boolean {
  const [kind, id] = splitName(name)
  return (
    isObject(value) &&
    value['kind'] === kind &&
    value['id'] === id &&
    inspect(KINDS[kind] as unknown as Schema, value).issues.length === 0
  )
}

export function startRecipe(
  opened: Opened,
  { config, language }: { readonly config: string; readonly language: string },
): RecipeStart {
  const { catalog, languages, partial = [] } = contextOf(opened, config)
  return {
    languages: languages.map((id) => ({
      id,
      name: catalog.get('locale', id)?.name ?? id,
      ...(partial.includes(id) && { partial: true }),
    })),
    choices: choicesOf(catalog, language),
  }
}

/** @throws Refusal `request/invalid` for what isn't the form of this recipe */
function written(opened: Opened, { recipe: id, config, form }: Asked): Written {
  const recipe = recipeOf(id)!
  const { issues } = inspect(recipe.form as unknown as Schema, form)
  if (issues.length > 0)
    throw new Refusal('request/invalid', {
      fields: issues.slice(0, 20).map((issue) => ({
        pointer: `/form${issue.pointer}`,
        key: 'form.invalid',
      })),
    })
  return recipe.write(form, contextOf(opened, config))
}

/** With these documents instead of what there is. */
function withDocuments(opened: Opened, documents: readonly AnyDocument[]): Opened {
  const effective = new Map(opened.effective)
  for (const document of documents) effective.set(nameOf(document), document)
  return { ...opened, effective }
}

export function tryRecipe(
  opened: Opened,
  asked: Asked & { readonly whole: boolean },
  progress: Progress,
): RecipeTried {
  const { faults, hints, documents, path, sketch, texts } = written(opened, asked)
  const then = withDocuments(opened, documents)
  const titles = new Map(documents.map((document) => [nameOf(document), document.title]))
  return {
    faults,
    hints,
    path,
    sketch,
    texts: wordsOf(then, contextOf(opened, asked.config).languages, sketch, texts),
    changes: documentChanges(opened.effective, then.effective, opened.code).map((change) => ({
      ...change,
      title: titles.get(change.document) ?? '',
    })),
    problems:
      asked.whole && faults.length === 0
        ? checkOpened(then, progress).filter((problem) => isError(problem))
        : null,
  }
}

/** Words that parts of every report have of their own. */
const OF_REPORTS = 'result.'

/** What a preview needs to say: its own words, and those of texts that there were already. */
function wordsOf(
  { effective }: Opened,
  languages: readonly string[],
  sketch: Written['sketch'],
  own: Written['texts'],
): Record<string, Record<string, string>> {
  const named = new Set(stringsIn(sketch))
  const locales = [...effective].flatMap(([name, value]) =>
    name.startsWith('locale/') && isObject(value) ? [value as { id: string; texts?: unknown }] : [],
  )
  return Object.fromEntries(
    languages.map((language) => {
      const texts = own[language] ?? {}
      const all = Object.entries(wordsFor(locales, language))
      const wanted = all.filter(([key]) => named.has(key) || key.startsWith(OF_REPORTS))
      // What nobody has typed yet has a place all the same.
      const open = [...named].filter((key) => key.startsWith(`${OWN}.`)).map((key) => [key, '…'])
      return [language, { ...Object.fromEntries(open), ...Object.fromEntries(wanted), ...texts }]
    }),
  )
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : []
}

/** @throws Refusal `request/invalid` with the faults; `draft/out-of-bounds` */
export function writeRecipe(
  opened: Opened,
  asked: Asked,
): { readonly drafts: readonly RecipeDraft[]; readonly undo: readonly Undo[] } {
  const { faults, documents } = written(opened, asked)
  if (faults.length > 0)
    throw new Refusal('request/invalid', {
      fields: faults.map(({ at }) => ({ pointer: `/form${at}`, key: 'form.invalid' })),
    })
  return {
    drafts: documents.map((document) => {
      const beyond = outOfBounds(document)
      if (beyond !== undefined) throw tooMuch(nameOf(document), beyond)
      return { name: nameOf(document), text: JSON.stringify(document) }
    }),
    undo: documents.map((document) => {
      const before = opened.effective.get(nameOf(document)) as Json | undefined
      const now = document as unknown as Json
      return {
        name: nameOf(document),
        ops:
          before === undefined ? null : stamp(now, diff(now, before, isAtomicIn(before, document))),
      }
    }),
  }
}

function tooMuch(document: string, beyond: { message: string; pointer: string }): Refusal {
  const problem: Problem = { code: 'document/hostile', document, ...beyond, severity: 'error' }
  return new Refusal('draft/out-of-bounds', { extra: { problems: [problem] } })
}

/**
 * The drafts without what was written, whatever else was changed since.
 *
 * @throws Refusal `draft/stale` if somebody has changed exactly that
 */
export function undoRecipe(
  opened: Opened,
  { undo }: { readonly undo: readonly Undo[] },
): readonly RecipeDraft[] {
  return undo.map(({ name, ops }) => {
    if (ops === null) return { name, text: null }
    const now = opened.effective.get(name) as Json | undefined
    const { ops: fitting, conflicts } = rebase(now, now, ops)
    if (conflicts.length > 0)
      throw new Refusal('draft/stale', { extra: { theirs: null, etag: '' } })
    const before = apply(now, fitting)
    const live = opened.live.get(name)
    return {
      name,
      text:
        live !== undefined && canonical(before) === canonical(live) ? null : JSON.stringify(before),
    }
  })
}
