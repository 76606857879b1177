/** The two pages of a new list of records, in the words and widgets that every explorer uses. */

import { homeOf } from '#engine/decide/menu.ts'
import { wordsFor } from '#engine/documents/texts.ts'
import { translate } from '#engine/documents/translate.ts'
import type { ContentField, NodeDocument } from '#engine/documents/kinds.ts'
import type { Words } from './recipe.ts'
import type { Workbench } from './workbench.ts'

/** A field of the new type, with the key of what learners read beside it. */
export type Known = {
  readonly field: ContentField
  readonly label: string
}

type Pages = {
  /** Of the type, its list's screen and its group of routes. */
  readonly id: string
  readonly group: string
  /** Keys of what several and one of them are called. */
  readonly many: string
  readonly one: string
  readonly called: { readonly many: Words; readonly one: Words }
  readonly path: string
  readonly feature: string
  readonly routes: { readonly list: string; readonly record: string }
  /** Id of the screen of one record. */
  readonly screen: string
  readonly known: readonly Known[]
}

const REASONS = ['money', 'fake', 'link', 'old', 'wrong'] as const

export function addRecordPages(bench: Workbench, pages: Pages): void {
  const { id, called, screen, known } = pages
  const filters = known.filter(({ field }) => field.filter !== undefined)
  const asked = (name: string) => ({ bind: { var: `route.query.${name}` } })
  bench.make('screen', {
    id,
    title: bench.say(called.many),
    data: {
      records: {
        get: `catalogue/${id}`,
        query: Object.fromEntries(
          ['search', 'saved', ...filters.map(({ field }) => field.id), 'page'].map((name) => [
            name,
            asked(name),
          ]),
        ),
      },
    },
    children: [
      { id: 'title', type: 'page-title', props: { title: pages.many } },
      listOf(bench, pages, filters),
    ],
  })
  bench.make('screen', {
    id: screen,
    title: bench.say(called.one),
    data: { record: { get: `catalogue/${id}/{id}` } },
    children: partsOf(pages),
  })
  addRoutes(bench, pages)
}

function listOf(bench: Workbench, pages: Pages, filters: readonly Known[]): NodeDocument {
  const { id, group, called, known, routes } = pages
  const locales = bench.context.catalog.all('locale')
  const isSaid = (words: Words, language: string) =>
    (words[language] ?? '').trim() !== '' || !bench.mayLack(language)
  const search = bench.text(`${group}.search`, (language) => {
    const all = wordsFor(locales, language)
    const key = 'console.recipes.made.search'
    if (!isSaid(called.many, language) || (bench.mayLack(language) && !(key in all))) return ''
    return translate(all, language, key, { many: small(called.many[language] ?? '') })
  })
  const languages = bench.context.languages
  const forms = new Set(languages.flatMap((language) => formsOf(language)))
  // A language that doesn't use a form never asks for it.
  for (const form of forms)
    bench.text(`${group}.count_${form}`, (language) => {
      const words = form === 'one' ? called.one : called.many
      return isSaid(words, language) ? `{{count}} ${small(words[language] ?? '')}` : ''
    })
  const lines = known.filter(({ field }) =>
    ['text', 'choice', 'choices', 'date'].includes(field.type),
  )
  return {
    id: 'list',
    type: 'collection',
    data: 'records',
    props: {
      search: {
        label: search,
        all: 'catalogue.all',
        filters: 'catalogue.filters',
        filtersOn: 'catalogue.filtersOn',
        show: 'catalogue.show',
        by: [
          { id: 'saved', look: 'chips', choices: { texts: 'catalogue.saved', ids: ['true'] } },
          ...filters.map(({ field, label }) => ({
            id: field.id,
            look: 'select',
            label,
            any: 'catalogue.all',
            choices: { list: field.list! },
          })),
        ],
      },
      clear: {
        search: 'catalogue.clear.search',
        filters: 'catalogue.clear.filters',
        both: 'catalogue.clear.both',
      },
      loading: 'catalogue.loading',
      status: [
        {
          id: 'count',
          text: `${group}.count`,
          values: [{ id: 'count', path: 'total', as: 'whole' }],
        },
      ],
      card: {
        routeName: routes.record,
        // More than two lines make a list long.
        lines: lines.slice(0, 2).map(({ field }) => ({ id: field.id, values: [valueOf(field)] })),
        favourite: { type: id, label: 'catalogue.save', failed: 'catalogue.saveFailed' },
      },
      pager: {
        label: 'catalogue.pages',
        previous: 'catalogue.previous',
        next: 'common.next',
        page: 'catalogue.page',
      },
      empty: ['search', 'filters', 'both', 'none'].map((what) => ({
        id: what,
        scene: 'lost',
        title: `catalogue.empty.${what}.title`,
        text: `catalogue.empty.${what}.text`,
      })),
      searched: 'catalogue.searched',
    },
  }
}

/** How many words for an amount a language has: `one` and `other`, or up to six. */
function formsOf(language: string): readonly string[] {
  return new Intl.PluralRules(language).resolvedOptions().pluralCategories
}

function valueOf({ id, list, type }: Known['field']) {
  return {
    id: 'v',
    path: id,
    ...(list !== undefined && { names: { list } }),
    ...(type === 'date' && { as: 'day' }),
  }
}

function partsOf({ id, known }: Pages): NodeDocument[] {
  const facts = known.filter(({ field }) => field.type !== 'link')
  const links = known.filter(({ field }) => field.type === 'link')
  return [
    {
      id: 'cover',
      type: 'record-cover',
      data: 'record',
      props: {
        title: 'title',
        favourite: {
          type: id,
          label: 'catalogue.save',
          failed: 'catalogue.saveFailed',
          off: 'catalogue.saveShort',
          on: 'catalogue.savedOne',
        },
        loading: 'catalogue.loadingOne',
      },
    },
    ...(facts.length === 0
      ? []
      : [
          {
            id: 'facts',
            type: 'facts',
            level: 2,
            data: 'record',
            props: {
              title: 'catalogue.facts',
              look: 'grid',
              rows: facts.map(({ field, label }) => ({
                id: field.id,
                label,
                values: [valueOf(field)],
              })),
            },
          },
        ]),
    ...links.map(({ field }) => ({
      id: field.id,
      type: 'record-link',
      data: 'record',
      props: { path: field.id, text: 'catalogue.visit', hint: 'catalogue.unchecked' },
    })),
    {
      id: 'report',
      type: 'record-report',
      data: 'record',
      props: {
        type: id,
        text: 'catalogue.report.button',
        title: 'catalogue.report.title',
        reasons: REASONS.map((reason) => ({
          id: reason,
          label: `catalogue.report.reasons.${reason}`,
        })),
        more: 'catalogue.report.more',
        send: 'catalogue.report.send',
        choose: 'catalogue.report.choose',
        done: 'catalogue.report.done',
        failed: 'catalogue.report.failed',
      },
    },
  ]
}

function addRoutes(bench: Workbench, pages: Pages): void {
  const { id, many, one, path, feature, routes, screen, called } = pages
  const home = bench.context.catalog.route(homeOf(bench.context.catalog, 'main'))
  const crumbs =
    home?.title === undefined ? [] : [{ id: 'home', title: home.title, routeName: home.id }]
  const guarded = { class: 'loggedIn', stages: ['fullAccess'], feature } as const
  const tracking = path.split('/').filter((part) => part !== '')
  bench.make('route-group', {
    id,
    title: bench.say(called.many),
    routes: [
      {
        id: routes.list,
        path,
        ...guarded,
        stages: ['fullAccess'],
        title: many,
        screen: id,
        breadcrumbs: [...crumbs, { id: 'list', title: many }],
        tracking,
      },
      {
        id: routes.record,
        path: `${path}/:name/:id`,
        ...guarded,
        stages: ['fullAccess'],
        rare: true,
        title: one,
        screen,
        breadcrumbs: [
          ...crumbs,
          { id: 'list', title: many, routeName: routes.list },
          { id: 'record', title: one },
        ],
        tracking,
      },
    ],
  })
}

/** As it is written within a sentence: `Driving school` is small there, `NSFAS` and `iPad` aren't. */
function small(words: string): string {
  return /^\p{Lu}\p{Ll}/u.test(words) ? words.charAt(0).toLowerCase() + words.slice(1) : words
}
