/**
 * The console's documents: the list, one document with all its versions, and the possible values of
 * its references.
 */

import type {
  DocumentSummary,
  DocumentView,
  DraftInfo,
  Names,
} from '#engine/contract/admincontract.ts'
import { diff } from '#engine/overlay/diff.ts'
import { splitName } from '#engine/documents/document.ts'
import { INITIAL_PROFILE_KEYS } from '#engine/decide/facts.ts'
import { inspect, type Schema } from '#engine/documents/inspect.ts'
import { canonical, isObject, type Json } from '#engine/documents/json.ts'
import { KINDS, type AnyDocument, type Kind } from '#engine/documents/kinds.ts'
import { offeredTexts } from '#engine/documents/offeredtexts.ts'
import type { Op } from '#engine/overlay/ops.ts'
import { stamp } from '#engine/overlay/overlay.ts'
import type { Problem } from '#engine/contract/problems.ts'
import type { NamedChoice } from '#engine/contract/textplace.ts'
import { groupNames, textNames, wordsFor } from '#engine/documents/texts.ts'
import { isAtomicIn } from './changes.ts'
import { countUses } from './textplaces.ts'
import type { Opened } from './opened.ts'

export function summariesOf({
  base,
  live,
  drafts,
  effective,
  unreadable,
}: Opened): DocumentSummary[] {
  const names = [
    ...new Set([...live.keys(), ...effective.keys(), ...base.keys(), ...drafts.keys()]),
  ].sort()
  return names.map((name) => {
    const [kind, id] = splitName(name)
    const [now, shipped, draft] = [effective.get(name), base.get(name), drafts.get(name)]
    const title =
      [now, live.get(name), shipped]
        .map((each) => (isObject(each) && typeof each['title'] === 'string' ? each['title'] : ''))
        .find((each) => each !== '') ?? ''
    const isUnreadable = unreadable.has(name)
    const state = isUnreadable
      ? shipped === undefined
        ? 'own'
        : 'changed'
      : now === undefined
        ? 'removed'
        : shipped === undefined
          ? 'own'
          : now === shipped || canonical(now) === canonical(shipped)
            ? 'product'
            : 'changed'
    const offered = kind === 'locale' ? offeredTexts(now) : []
    return {
      kind,
      id,
      title,
      draft: draft !== undefined,
      state,
      ...(draft !== undefined && { etag: draft.etag }),
      ...(isUnreadable && { unreadable: true }),
      ...(offered.length > 0 && { offered }),
    }
  })
}

/** @param draft who saved it, and when; null if there is none */
export function viewOf(
  { base, live, effective, unreadable }: Opened,
  name: string,
  draft: DraftInfo | null,
): DocumentView {
  const [kind] = splitName(name)
  const shipped = base.get(name) ?? null
  const problem = unreadable.get(name)
  const edited =
    problem === undefined ? ((effective.get(name) ?? null) as AnyDocument | null) : null
  return {
    base: shipped,
    live: live.get(name) ?? null,
    overlay: problem === undefined ? overlayOf(shipped ?? undefined, edited) : null,
    effective: edited,
    schema: KINDS[kind] as unknown as Schema,
    draft,
    ...(problem !== undefined && { unreadable: problem }),
  }
}

/** The response to a save: the tenant's changes, and the problems of this document alone. */
export function savedOf(
  { base, effective }: Opened,
  name: string,
): { overlay: readonly Op[] | null; problems: readonly Problem[] } {
  const [kind] = splitName(name)
  const document = effective.get(name)
  const problems =
    document === undefined
      ? []
      : inspect(KINDS[kind] as unknown as Schema, document).issues.slice(0, MAX_PROBLEMS)
  return {
    overlay: overlayOf(base.get(name), document),
    problems: problems.map((issue) => ({ ...issue, document: name, severity: 'error' as const })),
  }
}

/** No editor reads more at once, and fixing the first often fixes others. */
export const MAX_PROBLEMS = 500

/**
 * The operations that turn the product's document into the edited one. Null while it is invalid: an
 * entry without an id cannot be addressed.
 */
function overlayOf(base: AnyDocument | undefined, edited: unknown): readonly Op[] | null {
  const from = base as Json | undefined
  const to = (edited ?? undefined) as Json | undefined
  try {
    return stamp(from, diff(from, to, isAtomicIn(base, edited)))
  } catch {
    return null
  }
}

/**
 * The possible values of each kind of reference, with their titles; texts in this language, or in
 * English if missing.
 */
export function namesOf(opened: Opened, language: string): Names {
  const { effective, code } = opened
  const all = [...effective.values()].filter(isNamed)
  const of = (kind: Kind) => all.filter((document) => document['kind'] === kind)
  const plain = (kind: Kind) => of(kind).map(({ id, title }) => ({ id, title: textOf(title) }))
  const entries = (kind: Kind, member: string) =>
    of(kind).flatMap((document) => listOf(document[member]).filter(isNamed))
  const idsOf = (kind: Kind, member: string) => entries(kind, member).map(({ id }) => ({ id }))
  const textsIn = (locale: string) => wordsFor(of('locale'), locale)
  const words = { ...textsIn('en'), ...textsIn(language) }
  const texts = textNames(words)
  const uses = countUses(opened, new Set(texts))
  const choicesOf: ChoicesOf = (list) =>
    list === 'countries'
      ? countriesIn(of('list'), language)
      : listOf(of('list').find(({ id }) => id === list)?.['items'])
          .filter(isNamed)
          .map(({ id, label }) => named(id, label, words))
  return {
    text: texts.map((id) => ({
      id,
      title: words[id] ?? words[`${id}_other`] ?? '',
      uses: uses.get(id) ?? 0,
    })),
    texts: groupNames(words).map((id) => ({ id })),
    route: entries('route-group', 'routes').map(({ id, path }) => ({ id, title: textOf(path) })),
    page: pagesIn(entries('route-group', 'routes'), words),
    feature: idsOf('access', 'features'),
    plan: idsOf('access', 'plans'),
    action: idsOf('access', 'actions'),
    // What rules may ask of consents: the variable `user.consents.<id>`.
    consent: idsOf('consent-list', 'items'),
    icon: code.icons.map((id) => ({ id })),
    // What a preview can show: the versions of experiments that haven't ended.
    variant: variantsIn(of('experiment')),
    // With the answers that a section asks for: rules of its guide read them.
    section: of('profile-section').map(({ id, title, fields }) => ({
      id,
      title: textOf(title),
      choices: listOf(fields)
        .filter(isNamed)
        .map((field) => ({ id: keyOf(field) })),
    })),
    country: countriesIn(of('list'), language),
    // The profile variables that rules can read: `user.profile.<id>`.
    profileKey: answersIn(of('profile-section'), choicesOf, words),
    // What is asked of each item of a section that is a list: `<section>.<key>`.
    field: of('profile-section')
      .filter(isList)
      .flatMap(({ id, fields }) =>
        listOf(fields)
          .filter(isNamed)
          .map((field) => ({
            ...asked(field, choicesOf, words),
            id: `${id}.${keyOf(field)}`,
          })),
      ),
    ...Object.fromEntries(
      (
        [
          'rule',
          'screen',
          'flow',
          'list',
          'assessment',
          'report',
          'help',
          'config',
          'menu',
          'locale',
          'route-group',
          'content-type',
          'curriculum',
        ] as const
      ).map((kind) => [kind, plain(kind)]),
    ),
  }
}

function keyOf(field: NamedThing): string {
  return textOf(field['path']) || field.id
}

/** Pages by what they are called; of two with the same name, with their addresses. */
function pagesIn(
  routes: readonly NamedThing[],
  words: Readonly<Record<string, string>>,
): Names[string] {
  const said = routes.map(({ title }) => words[textOf(title)] ?? '')
  const doubled = new Set(said.filter((each, at) => said.indexOf(each) !== at))
  return routes.flatMap(({ id, path }, at) => {
    const title = said[at] ?? ''
    if (title === '') return []
    return [{ id, title: doubled.has(title) ? `${title} (${textOf(path)})` : title }]
  })
}

type ChoicesOf = (list: string) => NonNullable<NamedChoice['choices']>

function isList({ shape }: NamedThing): boolean {
  return shape === 'records' || shape === 'choices'
}

/** What a profile can hold: each answer with its question, and what there is to choose. */
function answersIn(
  sections: readonly NamedThing[],
  choicesOf: ChoicesOf,
  words: Readonly<Record<string, string>>,
): Names[string] {
  const initial = Object.values(INITIAL_PROFILE_KEYS).map((id) => [id, { id }] as const)
  const answers = sections.flatMap((section) =>
    isList(section)
      ? [{ ...named(section.id, section['label'], words), type: 'entries' }]
      : listOf(section['fields'])
          .filter(isNamed)
          .map((field) => asked(field, choicesOf, words)),
  )
  const found = answers.map((each) => [each.id, each] as const)
  return [...new Map<string, NamedChoice>([...initial, ...found]).values()]
}

function asked(
  field: NamedThing,
  choicesOf: ChoicesOf,
  words: Readonly<Record<string, string>>,
): NamedChoice {
  const choices = choicesOf(textOf(field['list']))
  return {
    ...named(keyOf(field), field['label'], words),
    type: textOf(field['type']),
    ...(choices.length > 0 && { choices }),
  }
}

function named(id: string, text: unknown, words: Readonly<Record<string, string>>): NamedChoice {
  const title = words[textOf(text)] ?? ''
  return { id, ...(title !== '' && { title }) }
}

/** `home-action:outcome`, without the controls: they are what is there anyway. */
function variantsIn(experiments: readonly NamedThing[]): Names[string] {
  return experiments
    .filter((experiment) => experiment['state'] !== 'ended')
    .flatMap(({ id, title, arms }) =>
      listOf(arms)
        .slice(1)
        .filter(isNamed)
        .map((arm) => ({ id: `${id}:${arm.id}`, title: `${textOf(title)}: ${wordsOf(arm.id)}` })),
    )
}

function wordsOf(id: string): string {
  return id.replaceAll('-', ' ')
}

type NamedThing = Readonly<Record<string, unknown>> & { readonly id: string }

/** A draft may contain anything; an entry without a name cannot be referred to. */
function isNamed(value: unknown): value is NamedThing {
  return isObject(value) && typeof value['id'] === 'string'
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : []
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** All countries by name; the first of the list, the tenant's own, stays first. */
function countriesIn(lists: readonly NamedThing[], language: string): Names[string] {
  const items = lists.find(({ id }) => id === 'countries')?.['items']
  const codes = listOf(items).flatMap((item) =>
    isNamed(item) && /^[A-Z]{2}$/.test(item.id) ? [item.id] : [],
  )
  const names = new Intl.DisplayNames([language, 'en'], { type: 'region', fallback: 'code' })
  const { compare } = new Intl.Collator(language)
  const [first, ...rest] = codes.map((id) => ({ id, title: names.of(id) ?? id }))
  return first === undefined ? [] : [first, ...rest.sort((a, b) => compare(a.title, b.title))]
}
