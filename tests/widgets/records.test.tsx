/**
 * The widgets for any record: they know no content type, and don't mention what a record doesn't
 * have.
 */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createElement, type ComponentType } from 'react'
import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import { beforeAll, describe, expect, it } from 'vitest'
import { ScopeProvider } from '#engine/react/context.ts'
import { loadWidgets, widgetNow, type DataState } from '#engine/react/registry.ts'
import type { Scope } from '#engine/rules/scope.ts'
import { nodesOf } from '#engine/documents/nodes.ts'
import { flattenTexts } from '#engine/documents/texts.ts'
import { fieldOf, recordsIn } from '#widgets/content/record.ts'
import { registry } from '#widgets/registry.ts'
import { catalog, root } from '../support/documents.ts'
import { speakEnglish } from '#tests/support/english.ts'

const TYPES = [
  'collection',
  'record-links',
  'record-cover',
  'score-compare',
  'facts',
  'level-steps',
  'rated-list',
  'tag-list',
  'record-link',
  'record-report',
  'calendar',
  'notice',
  'record-text',
  'record-mark',
  'attribution',
  'question',
  'compare',
]

/** Texts of an invented page about driving schools. */
const WORDS = {
  'school.about': 'About',
  'school.city': 'Town',
  'school.teaches': 'You can learn {{names}}.',
  'school.price': 'A lesson costs R{{price}}.',
  'school.level.1_5': 'Easy',
  'school.level.2': 'Harder',
  'school.car': 'cars',
  'school.none': 'Nobody has rated it.',
  'school.great': 'great',
  'school.poor': 'poor',
  'school.count_one': '{{count}} school',
  'school.count_other': '{{count}} schools',
  'school.empty': 'No schools',
  'school.unfound': 'No school like that',
  'school.save': 'Save {{title}}',
  'school.visit': 'Website',
  'school.checked': 'Checked on {{day}}',
  'school.years': 'How long would you learn?',
  'school.upTo.1': 'Up to 1 year',
  'school.upTo.2': 'Up to 2 years',
  'school.site': 'Leads to {{site}}',
  'school.never': 'What no school asks for',
  'school.nothing': '<ul><li>Money before a lesson</li></ul>',
}

beforeAll(async () => {
  const english = flattenTexts(catalog.get('locale', 'en')!.texts)
  await speakEnglish({ ...english, ...WORDS })
  await loadWidgets(registry, TYPES)
})

const SCHOOL = {
  id: 'k53',
  name: 'Kaya’s driving school',
  slug: 'kaya',
  place: { city: 'Polokwane' },
  teaches: ['2.A.1.e', 'bikes'],
  price: 250,
  hours: 11.6,
  level: 1.5,
  marks: [
    { id: 'patience', stars: 2.9 },
    { id: 'safety', stars: 4 },
    { id: 'price', stars: 3 },
  ],
}

type Place = {
  readonly feature?: Scope['feature']
  readonly query?: Record<string, string>
  readonly profile?: Readonly<Record<string, unknown>>
  readonly level?: number
  /** In place of the value. */
  readonly data?: DataState
}

function draw(
  type: string,
  props: Readonly<Record<string, unknown>>,
  value: unknown = SCHOOL,
  { feature = {}, query = {}, profile = {}, level = 2, data: given }: Place = {},
): string {
  const Drawing = widgetNow(registry, type)!.component as ComponentType<Record<string, unknown>>
  const data: DataState = given ?? { status: 'ready', value, refreshing: false }
  const scope = { language: 'en', route: { query }, feature, user: { profile } } as unknown as Scope
  const fail = (error: unknown) => {
    throw error
  }
  return renderToString(
    <MemoryRouter>
      <ScopeProvider value={{ catalog, scope, registry, actions: {}, mode: 'live', report: fail }}>
        {createElement(Drawing, { ...props, id: 'x', level, data })}
      </ScopeProvider>
    </MemoryRouter>,
  ).replaceAll('<!-- -->', '')
}

const plain = (html: string) =>
  html
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

it('without data, a page still has a title; a list on it is a part of the page', () => {
  const heading = (type: string, props: object) => {
    const data: DataState = { status: 'failed', offline: true, missing: false, retry: () => {} }
    const html = draw(type, { ...props }, null, { level: 1, data })
    return /<h(\d)/.exec(html)?.[1]
  }
  expect(heading('record-cover', { title: 'name' })).toBe('1')
  expect(heading('collection', {})).toBe('2')
})

it('a list that isn’t on this device shows the records that are, with the day of each', () => {
  const props = { status: [], empty: [], card: { routeName: 'careerDetailPage', title: 'name' } }
  const data: DataState = {
    status: 'failed',
    offline: true,
    kept: [
      { id: 'k1', name: 'Lindi’s driving school', slug: 'lindi', keptAt: '2026-05-03T09:00Z' },
    ],
    retry: () => {},
  }
  const html = draw('collection', props, null, { data })
  expect(plain(html)).toMatch(/^On this phone .*Lindi’s driving school From 3 May Try again$/)
  expect(html).toContain('href="/navigators/careers/careers/lindi/k1"')
})

describe('a value of a record', () => {
  it('is found by its path, among own members only', () => {
    expect(fieldOf(SCHOOL, 'place.city')).toBe('Polokwane')
    for (const path of [
      'place.street',
      'place.city.length',
      'teaches.length.x',
      'constructor',
      '__proto__.polluted',
      'toString',
    ])
      expect(fieldOf(SCHOOL, path)).toBeNull()
    expect(fieldOf(null, 'place')).toBeNull()
  })

  it('is a record only if it has an id', () => {
    expect(recordsIn({ items: [SCHOOL, { name: 'x' }, null, 'k53', { id: 7 }] }, 'items')).toEqual([
      SCHOOL,
    ])
    expect(recordsIn({ items: 'k53' }, 'items')).toEqual([])
  })
})

describe('facts', () => {
  const rows = [
    { id: 'city', label: 'school.city', values: [{ id: 'value', path: 'place.city' }] },
    { id: 'teaches', text: 'school.teaches', values: [{ id: 'names', path: 'teaches' }] },
    { id: 'price', text: 'school.price', values: [{ id: 'price', path: 'price' }] },
  ]

  it('can be sentences and labelled rows', () => {
    expect(plain(draw('facts', { title: 'school.about', rows }))).toBe(
      'About Town: Polokwane You can learn 2.A.1.e and bikes. A lesson costs R250.',
    )
  })

  it('can be a grid of labels with their values, where a long value has a row to itself', () => {
    const about = 'On the corner behind the old post office, first door'
    const html = draw(
      'facts',
      {
        title: 'school.about',
        look: 'grid',
        rows: [rows[0]!, { id: 'a', label: 'school.price', values: [{ id: 'a', path: 'about' }] }],
      },
      { ...SCHOOL, about },
      { level: 1 },
    )
    expect(html, 'never a second title of the page').toMatch(/<h2 id="[^"]+">About<\/h2>/)
    expect(html).toMatch(/<div><dt>Town<\/dt><dd>Polokwane<\/dd><\/div>/)
    expect(html).toMatch(new RegExp(`<div class="[^"]+"><dt>[^<]+</dt><dd>${about}</dd></div>`))
  })

  it('leave out what the record lacks, and aren’t shown if nothing is left', () => {
    expect(
      plain(draw('facts', { title: 'school.about', rows }, { ...SCHOOL, teaches: [], place: {} })),
    ).toBe('About A lesson costs R250.')
    expect(draw('facts', { title: 'school.about', rows }, { id: 'x' })).toBe('')
  })

  it('name codes by a group of texts, a list or its letters, and leave out those that it doesn’t have', () => {
    const names = (path: string, how: object, value: object) =>
      plain(
        draw(
          'facts',
          { title: 'school.about', rows: [{ id: 'a', values: [{ id: 'a', path, names: how }] }] },
          value,
        ),
      )
    expect(names('code', { texts: 'onet' }, { code: '2.A.1.e' })).toBe('About working with numbers')
    expect(names('types', { list: 'worker-types' }, { types: ['S', 'builder', 'Q'] })).toBe(
      'About Helper and Builder',
    )
    expect(names('types', { list: 'worker-types' }, { types: ['Q'] })).toBe('')
  })

  it('show whole counts, the most important first, and no more than they should', () => {
    const one = (value: object) =>
      plain(
        draw('facts', {
          title: 'school.about',
          rows: [{ id: 'a', values: [{ id: 'a', ...value }] }],
        }),
      )
    expect(one({ path: 'hours', as: 'whole' })).toBe('About 12')
    expect(one({ path: 'hours' })).toBe('About 11.6')
    expect(one({ path: 'marks', by: 'stars', most: 2 })).toBe('About safety and price')
  })
})

describe('lines of a row', () => {
  const collection = (lines: readonly object[], items: readonly object[], more: object = {}) =>
    plain(
      draw(
        'collection',
        {
          look: 'rows',
          status: [{ id: 'count', text: 'school.about' }],
          card: { routeName: 'home', title: 'name', lines },
          empty: [{ id: 'none', title: 'school.empty', text: 'school.empty' }],
          ...more,
        },
        { items },
      ),
    )
  const town = { id: 'town', values: [{ id: 'a', path: 'place.city' }] }

  it('are left out for what is usual, and shown only where they apply', () => {
    const usual = [{ ...town, unless: { path: 'place.city', is: 'Polokwane' } }]
    expect(collection(usual, [SCHOOL])).toBe('About Kaya’s driving school')
    expect(collection(usual, [{ ...SCHOOL, place: { city: 'Tzaneen' } }])).toContain('Tzaneen')
    const only = [{ ...town, only: { path: 'teaches', is: 'bikes' } }]
    expect(collection(only, [SCHOOL]), 'it teaches more than that').not.toContain('Polokwane')
    expect(collection(only, [{ ...SCHOOL, teaches: ['bikes'] }])).toContain('Polokwane')
    expect(collection([{ ...town, unless: { path: 'place.city', is: null } }], [SCHOOL])).toContain(
      'Polokwane',
    )
  })

  it('don’t repeat what the heading of their part says', () => {
    const lines = [{ ...town, otherwise: 'school.none' }]
    const homeless = { ...SCHOOL, place: {} }
    expect(collection(lines, [homeless])).toContain('Nobody has rated it.')
    const split = { path: 'place.city', with: 'school.great', without: 'school.poor' }
    const parted = collection(lines, [homeless], { split })
    expect(parted).toContain('poor Kaya’s driving school')
    expect(parted).not.toContain('Nobody has rated it.')
  })
})

it('steps of a level show dots and name it by its own texts', () => {
  const html = draw('level-steps', {
    path: 'level',
    title: 'school.about',
    steps: 3,
    names: { texts: 'school.level' },
  })
  expect(plain(html)).toBe('About Easy')
  expect(html.match(/<circle/g)).toHaveLength(3)
  expect(
    draw('level-steps', {
      path: 'nothing',
      title: 'school.about',
      steps: 3,
      names: { texts: 'school.level' },
    }),
  ).toBe('')
})

it('a rated list is sorted, and each word applies from its limit on', () => {
  const words = [
    { id: 'great', from: 3, text: 'school.great' },
    { id: 'poor', from: 0, text: 'school.poor' },
  ]
  const props = { path: 'marks', title: 'school.about', rating: 'stars', words }
  expect(plain(draw('rated-list', props))).toBe('About safety great price great patience poor')
  expect(draw('rated-list', props, { id: 'x' })).toBe('')
  expect(plain(draw('rated-list', { ...props, none: 'school.none' }, { id: 'x' }))).toBe(
    'About Nobody has rated it.',
  )
})

it('importance in words has the limits of a career’s page', () => {
  const { node } = [...nodesOf(catalog.get('screen', 'career')!.children)].find(
    (each) => each.node['id'] === 'skills',
  )!
  const props = node['props'] as Record<string, unknown>
  const weights = [1, 2.9, 3, 3.9, 4, 5].map((importance, index) => ({
    id: `2.A.1.${'abcdef'[index]}`,
    importance,
  }))
  expect(
    plain(draw('rated-list', props, { id: 'x', skills: weights })).match(
      /(?:very |somewhat )?important/g,
    ),
  ).toEqual([
    'very important',
    'very important',
    'important',
    'important',
    'somewhat important',
    'somewhat important',
  ])
})

it('labels are as they are written, and absent if there are none', () => {
  expect(plain(draw('tag-list', { path: 'teaches', title: 'school.about' }))).toBe(
    'About 2.A.1.e bikes',
  )
  expect(draw('tag-list', { path: 'nothing', title: 'school.about' })).toBe('')
})

describe('a calendar', () => {
  const props = {
    title: 'school.about',
    filter: 'opens',
    count: 'school.count',
    now: 'school.great',
  }
  const board = (facets: object, query = {}) =>
    draw('calendar', props, { facets }, { query }).match(/<button.*?<\/button>/g)!

  it('has a dot for each record in a month, six at most, and opens only months that have some', () => {
    const months = board({ opens: { '2': 1, '11': 9, now: 4 } })
    expect(months).toHaveLength(12)
    expect(months.map((month) => month.match(/<i>/g)?.length ?? 0)).toEqual([
      0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 6, 0,
    ])
    expect(months.filter((month) => !month.includes('disabled'))).toHaveLength(2)
    expect(plain(months[10]!)).toContain('November: 9 schools')
  })

  it('says which month is chosen, and can clear it when nothing is left in it', () => {
    const months = board({ opens: {} }, { opens: '3' })
    expect(months[2]).toContain('aria-pressed="true"')
    expect(months[2]).not.toContain('disabled')
  })
})

it('a line says something else if the record lacks what it would say', () => {
  const rows = [
    { id: 'a', values: [{ id: 'a', path: 'nothing' }], otherwise: 'school.none' },
    { id: 'b', values: [{ id: 'b', path: 'place.city' }], otherwise: 'school.none' },
  ]
  expect(plain(draw('facts', { title: 'school.about', rows }))).toBe(
    'About Nobody has rated it. Polokwane',
  )
})

it('a record that is over says so on its page', () => {
  const cover = (value: object) =>
    plain(draw('record-cover', { title: 'name', expired: 'school.poor' }, value))
  expect(cover({ ...SCHOOL, expired: true })).toContain('poor')
  expect(cover(SCHOOL)).not.toContain('poor')
})

describe('a link to an external website', () => {
  const link = (site: unknown) =>
    draw('record-link', { path: 'site', text: 'school.visit', hint: 'school.site' }, { site })

  it('names the site, and sends it no referrer', () => {
    const html = link('https://www.kaya.test/lessons?x=1')
    expect(plain(html)).toBe('Website Leads to kaya.test')
    expect(html).toContain('href="https://www.kaya.test/lessons?x=1"')
    expect(html).toContain('rel="noopener noreferrer nofollow"')
  })

  it('can be the next step of the page, drawn as its button', () => {
    const props = { path: 'site', text: 'school.visit', look: 'button' }
    const site = 'https://kaya.test'
    expect(draw('record-link', props, { site })).toMatch(/<a class="[^"]*step[^"]*" href=/)
    expect(link(site)).not.toContain('class="_step')
  })

  it('says when it was checked, instead of that it wasn’t', () => {
    const checked = {
      id: 'checked',
      text: 'school.checked',
      values: [{ id: 'day', path: 'on', as: 'day' }],
    }
    const site = 'https://kaya.test'
    const props = { path: 'site', text: 'school.visit', hint: 'school.site', checked }
    expect(plain(draw('record-link', props, { site, on: '2020-05-03' }))).toBe(
      'Website Checked on 3 May 2020',
    )
    expect(plain(draw('record-link', props, { site }))).toBe('Website Leads to kaya.test')
  })

  it.each(['javascript:alert(1)', 'data:text/html,x', '//kaya.test', 'https://', '', null, 3])(
    'isn’t shown for %s',
    (site) => expect(link(site)).toBe(''),
  )
})

describe('a phone number', () => {
  const call = (phone: unknown) =>
    draw('record-link', { path: 'phone', text: 'school.site' }, { phone })

  it.each([
    ['116', 'tel:116'],
    ['0800 555-123', 'tel:0800555123'],
    ['+27 10 555 0123', 'tel:+27105550123'],
  ])('%s can be dialled', (phone, href) => {
    expect(call(phone)).toContain(`href="${href}"`)
    expect(plain(call(phone))).toBe(`Leads to ${phone}`)
  })

  it.each(['helpline 116', '12', '116;ext=1'])('isn’t read into %s', (phone) =>
    expect(call(phone)).toBe(''),
  )

  it('is never one of the words of an organisation', () => {
    const file = join(root, 'content', 'upliftment-providers.json')
    const { items } = JSON.parse(readFileSync(file, 'utf8')) as {
      items: { services?: string[]; phone?: string }[]
    }
    expect(
      items.flatMap(({ services = [] }) => services.filter((each) => /\d{3}/.test(each))),
    ).toEqual([])
    const numbers = items.flatMap(({ phone }) => phone ?? [])
    expect(numbers).toContain('116')
    expect(numbers.filter((phone) => !call(phone).includes('tel:'))).toEqual([])
  })
})

it('a cover has a title, and no heart if nothing can be saved', () => {
  const html = draw('record-cover', {
    title: 'name',
    lines: [
      { id: 'a', text: 'school.teaches', values: [{ id: 'names', path: 'teaches' }] },
      { id: 'b', text: 'school.teaches', values: [{ id: 'names', path: 'nothing' }] },
    ],
  })
  expect(plain(html)).toBe('Kaya’s driving school You can learn 2.A.1.e and bikes.')
  expect(html).not.toContain('<button')
})

describe('scores side by side', () => {
  const rows = [
    { id: 'a', text: 'school.car' },
    { id: 'b', text: 'school.great' },
  ]
  const props = {
    title: 'school.about',
    alone: { title: 'school.none', text: 'school.empty', row: 'career.compare.rowJob' },
    row: 'career.compare.row',
    you: { path: 'me', lowest: 0, highest: 10, text: 'school.price' },
    record: { path: 'it', lowest: 1, highest: 5, text: 'school.city' },
    rows,
  }

  it('are in the order of your own, each on its own scale', () => {
    const html = draw('score-compare', props, { it: { a: 1, b: 5 }, me: { a: 10, b: 0 } })
    expect(html.match(/aria-label="[^"]+"/g)).toEqual([
      'aria-label="cars: you 10 of 10, this job 1 of 5"',
      'aria-label="great: you 0 of 10, this job 5 of 5"',
    ])
    // The lowest of its own scale begins the line, the highest ends it.
    expect(
      html.match(/<circle class="[^"]+" cx="[^"]+"/g)?.map((each) => each.split('cx=')[1]),
    ).toEqual(['"3%"', '"97%"', '"97%"', '"3%"', '"7"', '"7"'])
  })

  it('show yours on the scale that the record names, and otherwise on the page’s', () => {
    const { you, ...rest } = props
    const named = { ...rest, you: { ...you, scale: 'ends' } }
    const both = { it: { a: 1, b: 5 }, me: { a: 10, b: 0 } }
    expect(draw('score-compare', named, { ...both, ends: { lowest: 0, highest: 20 } })).toContain(
      'cars: you 10 of 20, this job 1 of 5',
    )
    for (const ends of [undefined, null, { highest: 'x' }])
      expect(draw('score-compare', named, { ...both, ends })).toContain('cars: you 10 of 10,')
  })

  it('show only the record’s if you have none', () => {
    const html = draw('score-compare', props, { it: { a: 1, b: 5 }, me: null })
    expect(plain(html)).toContain('Nobody has rated it.')
    expect(html.match(/aria-label="[^"]+"/g)).toEqual([
      'aria-label="great: this job 5 of 5"',
      'aria-label="cars: this job 1 of 5"',
    ])
  })
})

describe('records', () => {
  const card = { routeName: 'careerDetailPage', title: 'name' }
  const collection = {
    status: [
      { id: 'count', text: 'school.count', values: [{ id: 'count', path: 'total', as: 'whole' }] },
    ],
    card: { ...card, favourite: { type: 'schools', label: 'school.save', failed: 'school.none' } },
    empty: [
      { id: 'search', title: 'school.unfound', text: 'school.none' },
      {
        id: 'none',
        title: 'school.empty',
        text: 'school.none',
        buttons: [
          {
            id: 'all',
            text: 'school.about',
            routeName: 'occupationsNavigatorMatches',
            look: 'step',
          },
        ],
      },
    ],
  }

  it('link to their own page, with their own values', () => {
    const html = draw('collection', collection, { items: [SCHOOL], total: 1 })
    expect(html).toContain('href="/navigators/careers/careers/kaya/k53"')
    expect(html).toContain('aria-label="Save Kaya’s driving school"')
    expect(plain(html)).toContain('1 school')
  })

  it('say which search they aren’t the result of', () => {
    const offline = (search: string) =>
      plain(draw('collection', collection, { items: [SCHOOL], total: 1, unasked: { search } }))
    expect(offline('lorry')).toContain('We can’t search for “lorry” now. This is the full list.')
    expect(offline('')).toContain('We can’t filter the list now. This is the full list.')
  })

  it('say on their cards what they have, in the order of the document', () => {
    const lines = [
      { id: 'none', text: 'school.teaches', values: [{ id: 'names', path: 'nothing' }] },
      { id: 'city', values: [{ id: 'city', path: 'place.city' }] },
      { id: 'price', text: 'school.price', values: [{ id: 'price', path: 'price' }] },
    ]
    const html = draw(
      'collection',
      { ...collection, card: { ...card, lines } },
      { items: [SCHOOL], total: 1 },
    )
    expect(plain(html)).toContain('Kaya’s driving school Polokwane A lesson costs R250.')
  })

  it('offer the choices that would give results, with their counts, and the one that is set', () => {
    const by = [
      {
        id: 'country',
        look: 'select',
        label: 'school.city',
        any: 'school.about',
        choices: { list: 'regions' },
      },
      { id: 'kind', look: 'chips', choices: { texts: 'school', ids: ['car', 'great', 'poor'] } },
    ]
    const search = {
      label: 'school.about',
      all: 'school.about',
      filters: 'school.about',
      filtersOn: 'school.about',
      show: 'school.about',
      by,
    }
    const facets = { country: { ZA: 3, KE: 1 }, kind: { car: 4 } }
    const html = draw(
      'collection',
      { ...collection, search },
      { items: [SCHOOL], total: 1, facets },
      { query: { kind: 'poor' } },
    )
    const options = new Set([...html.matchAll(/<option[^>]*>([^<]*)/g)].map(([, words]) => words))
    expect([...options]).toEqual(['About', 'South Africa (3)', 'Kenya (1)'])
    expect(html).toContain('>cars</button>')
    expect(html).toContain('>poor</button>')
    expect(html).not.toContain('>great</button>')
  })

  it('ask first how far one would go: stones of a path, of which the last narrows nothing', () => {
    const by = [
      {
        id: 'years',
        look: 'path',
        label: 'school.years',
        any: 'school.about',
        choices: { texts: 'school.upTo', ids: ['1', '2'] },
        always: true,
      },
    ]
    const words = 'school.about'
    const search = { label: words, all: words, filters: words, filtersOn: words, show: words, by }
    const html = (query: Record<string, string>) =>
      draw('collection', { ...collection, search }, { items: [SCHOOL], total: 1 }, { query })
    expect(plain(html({}))).toMatch(/^How long would you learn\? Up to 1 year Up to 2 years About /)
    const radios = (query: Record<string, string>) =>
      [...html(query).matchAll(/<input[^>]*type="radio"[^>]*>/g)].map(([radio]) =>
        radio.includes('checked=""'),
      )
    expect(radios({})).toEqual([false, false, true])
    expect(radios({ years: '2' })).toEqual([false, true, false])
    expect(html({ years: '2' })).toContain('aria-pressed="false"')
    expect(html({ years: '2' })).not.toContain('<option')
  })

  it('say why there are none, and link only to where the user may go', () => {
    const none = (place: Place) =>
      plain(draw('collection', collection, { items: [], total: 0 }, place))
    expect(none({})).toBe('No schools Nobody has rated it.')
    expect(
      none({ feature: { CareerMatches: { access: true } } as unknown as Scope['feature'] }),
    ).toContain('About')
    expect(none({ query: { search: 'dragon' } })).toBe('No school like that Nobody has rated it.')
  })

  it('say what was found instead of what was searched for, and offer words if nothing was', () => {
    const instead = {
      found: 'catalogue.instead.found',
      similar: 'catalogue.instead.similar',
      near: 'catalogue.instead.near',
    }
    const said = (value: object, search = 'drivin') =>
      plain(
        draw(
          'collection',
          { ...collection, instead },
          { items: [SCHOOL], total: 1, ...value },
          { query: { search } },
        ),
      )
    expect(said({ instead: ['driving', 'school'] })).toContain(
      'Nothing is called “drivin”. This is what we found for “driving school”.',
    )
    expect(said({ instead: [] })).toContain('Nothing is called “drivin”. These names come close.')
    expect(said({})).not.toContain('Nothing is called')
    expect(said({ instead: ['driving'] }, '')).not.toContain('Nothing is called')
    const none = { items: [], total: 0 }
    expect(said({ ...none, near: ['driving', 'diving'] })).toBe(
      'No school like that Nobody has rated it. Did you mean one of these? driving diving',
    )
    expect(said({ ...none, near: [] })).not.toContain('Did you mean')
    expect(said({ ...none, near: ['driving'] }, '')).not.toContain('Did you mean')
  })

  it('leave out a sentence at 0, and while its filter is on', () => {
    const status = [
      ...collection.status,
      {
        id: 'undated',
        text: 'school.teaches',
        values: [{ id: 'names', path: 'facets.closes.unknown' }],
        unless: 'closes',
        some: 'facets.closes.unknown',
      },
    ]
    const said = (unknown: number, query: Record<string, string> = {}) =>
      plain(
        draw(
          'collection',
          { ...collection, status },
          { items: [SCHOOL], total: 1, facets: { closes: { unknown } } },
          { query },
        ),
      )
    const sentence = 'You can learn 7.'
    expect(said(7)).toContain(sentence)
    expect(said(7, { closes: 'now' })).not.toContain(sentence)
    expect(said(0)).not.toContain('You can learn')
  })

  it('have pages only if the call has more than one', () => {
    const pager = {
      label: 'careers.pages',
      previous: 'careers.previous',
      next: 'common.next',
      page: 'careers.page',
    }
    const pages = (value: object) =>
      plain(draw('collection', { ...collection, pager }, { items: [SCHOOL], ...value }))
    expect(pages({ total: 41, page: 2, pageSize: 20 })).toContain('Page 2 of 3')
    expect(pages({ total: 20, page: 1, pageSize: 20 })).not.toContain('Page')
    expect(pages({})).not.toContain('Page')
  })

  it('are shown as rows with their number, the first few of them', () => {
    const rows = {
      most: 1,
      saved: true,
      all: { text: 'school.count', routeName: 'themePage' },
      empty: {
        text: 'school.none',
        button: { text: 'school.about', routeName: 'occupationsNavigatorCareers' },
      },
    }
    const links = (value: unknown, place: Place = {}) =>
      plain(
        draw('record-links', { path: 'items', title: 'school.empty', card, rows }, value, place),
      )
    expect(links({ items: [SCHOOL, { ...SCHOOL, id: 'b', name: 'Other' }], total: 2 })).toBe(
      'No schools 2 Kaya’s driving school 2 schools',
    )
    expect(links({ items: [SCHOOL], total: 1 })).toBe('No schools 1 Kaya’s driving school')
    expect(links({ items: [], total: 0 })).toBe('No schools Nobody has rated it.')
    expect(
      links(
        { items: [], total: 0 },
        { feature: { CareerExplorer: { access: true } } as unknown as Scope['feature'] },
      ),
    ).toContain('About')
  })

  it('are shown as cards, and not at all if there are none', () => {
    const links = (value: unknown) =>
      draw('record-links', { path: 'near', title: 'school.about', card }, value)
    expect(plain(links({ near: [SCHOOL] }))).toBe('About Kaya’s driving school')
    expect(links({ near: [SCHOOL] })).not.toContain('<button')
    expect(links({ near: [] })).toBe('')
  })
})

describe('a list of suggested records', () => {
  const school = (
    id: string,
    level: string,
    shared: readonly string[],
    more: string | null = null,
  ) => ({
    id,
    slug: id,
    title: `School ${id}`,
    about: `About ${id}.`,
    level,
    why: { shared, more, less: null },
  })
  const card = {
    routeName: 'careerDetailPage',
    text: 'about',
    notForMe: {
      type: 'schools',
      text: 'career.notForMe.text',
      done: 'career.notForMe.done',
      undo: 'career.notForMe.undo',
      failed: 'career.notForMe.failed',
    },
  }
  const groups = {
    closeness: 'level',
    why: { path: 'why', texts: 'careers.group', names: { list: 'worker-types' } },
    more: {
      text: 'careers.moreLikeThis',
      routeName: 'occupationsNavigatorCareers',
      filter: 'workerType',
    },
  }
  const drawn = (items: readonly object[], change: object = {}) =>
    draw(
      'collection',
      {
        status: [
          {
            id: 'count',
            text: 'school.count',
            values: [{ id: 'count', path: 'total', as: 'whole' }],
          },
        ],
        card,
        groups,
        empty: [{ id: 'none', title: 'school.empty', text: 'school.empty' }],
        ...change,
      },
      { items, total: items.length },
      { feature: { CareerExplorer: { access: true } } as unknown as Scope['feature'] },
    )

  it('gives a reason once, above the records that share it and their band', () => {
    const html = drawn([
      school('a', 'strong', ['S', 'I']),
      school('b', 'fair', ['S']),
      school('c', 'strong', ['S', 'I'], 'C'),
      school('d', 'fair', ['S', 'I']),
    ])
    const words = plain(html)
    expect(words.match(/For the Helper and Thinker in you/g)).toHaveLength(2)
    expect(words.match(/For the Helper in you/g)).toHaveLength(1)
    expect(words.match(/School [a-d]\b(?= About)/g)).toEqual([
      'School a',
      'School c',
      'School b',
      'School d',
    ])
    expect(words).toContain('About c.')
    expect(html.match(/workerType=helper/g)).toHaveLength(3)
    expect(words.indexOf('More careers like these')).toBeGreaterThan(words.indexOf('School c'))
    expect(html.match(/<section/g)).toHaveLength(3)
  })

  it('leads to records like those that share the reason, if the page asks for that', () => {
    const more = { ...groups.more, filter: 'like', of: 'records' }
    const html = drawn(
      [school('a', 'strong', ['S']), school('b', 'fair', ['I']), school('c', 'strong', ['S'])],
      { groups: { ...groups, more } },
    )
    expect(html.match(/like=[^"]+/g)).toEqual(['like=a%2Cc', 'like=b'])
    expect(plain(html)).toContain('More careers like these')
    expect(plain(html)).toContain('More careers like this one')
  })

  it('groups by another value, and says of a whole group only what all of it has', () => {
    const by = { path: 'kind', names: { texts: 'school.kinds' } }
    const say = { texts: 'careers.groupSay', names: { texts: 'type.like' } }
    const shown = { ...card, closeness: 'level', why: { ...groups.why, texts: 'career.why' } }
    const html = drawn(
      [
        { ...school('a', 'strong', ['S', 'I']), kind: 'one' },
        { ...school('b', 'fair', ['S']), kind: 'two' },
        { ...school('c', 'strong', ['S', 'I']), kind: 'one' },
        { ...school('d', 'strong', ['S']), kind: 'two' },
        { ...school('e', 'strong', ['S', 'I']), kind: 'three' },
        school('f', 'strong', ['S', 'I']),
      ],
      { card: shown, groups: { ...groups, by, say } },
    )
    const [, one, two, three, none] = html.split('<section').map(plain)
    expect(html.match(/<section/g)).toHaveLength(4)
    expect(one).toContain('school.kinds.one')
    expect(one!.match(/Strong match/g)).toHaveLength(1)
    expect(one!.match(/So do people in these jobs/g)).toHaveLength(1)
    expect(one!.match(/You share/g)).toBeNull()
    expect(two!.match(/School [a-f]\b(?= About)/g)).toHaveLength(2)
    expect(two).not.toContain('So do people')
    expect([two!.match(/Strong match/g), two!.match(/Fair match/g)]).toEqual([
      ['Strong match'],
      ['Fair match'],
    ])
    expect(two!.match(/You share Helper/g)).toHaveLength(2)
    expect(three).toContain('So do people in these jobs')
    // A record without that value is told by its reason, and what was just said isn't repeated.
    expect(none).toContain('For the Helper and Thinker in you')
    expect(none).not.toContain('So do people')
  })

  it('keeps the order of the call if no grouping is asked for', () => {
    const items = [
      school('a', 'strong', ['S']),
      school('b', 'fair', ['I']),
      school('c', 'strong', ['S']),
    ]
    expect(plain(drawn(items, { groups: undefined })).match(/School [a-c]\b(?= About)/g)).toEqual([
      'School a',
      'School b',
      'School c',
    ])
  })

  it('shows what a user marked as not for them as a line with an undo', () => {
    const html = drawn([
      { ...school('a', 'strong', ['S']), notForMe: true },
      school('b', 'strong', ['S']),
    ])
    expect(plain(html)).toContain(
      'School a Not for you. We’ll leave it out of your first list. Undo : School a',
    )
    expect(html.match(/<a [^>]*careers\/careers/g)).toHaveLength(1)
    expect(plain(html)).toContain('Not for me : School b')
  })
})

describe('what belongs to a record', () => {
  const NEAR = [
    { id: 'k10', name: 'Thabo’s driving school', slug: 'thabo', place: { city: 'Seshego' } },
    { id: 'k11', name: 'Lindi’s driving school', slug: 'lindi' },
  ]
  const props = {
    path: 'joined.near.items',
    title: 'school.about',
    card: {
      routeName: 'careerDetailPage',
      title: 'name',
      lines: [{ id: 'city', values: [{ id: 'city', path: 'place.city' }] }],
    },
    rows: {
      of: 'joined.near',
      most: 3,
      empty: { text: 'school.none' },
      all: { text: 'school.count', routeName: 'occupationsNavigatorCareers' },
    },
  }
  const feature = { CareerExplorer: { visible: true, access: true } } as unknown as Scope['feature']
  const schoolWith = (near: object) => ({ ...SCHOOL, joined: { near } })

  it('is listed with details, and links to the full list with its filters', () => {
    const near = { total: 2, items: NEAR, list: { query: { direction: '53' }, total: 9 } }
    const html = draw('record-links', props, schoolWith(near), { feature })
    expect(html).toContain('href="/navigators/careers/careers/thabo/k10"')
    expect(html).toContain('href="/navigators/careers/all?direction=53"')
    expect(plain(html)).toBe(
      'About 9 Thabo’s driving school Seshego Lindi’s driving school 9 schools',
    )
  })

  it('offers no list without further records, and none that is closed', () => {
    const near = { total: 2, items: NEAR, list: { query: {}, total: 2 } }
    const more = { ...near, list: { query: {}, total: 9 } }
    expect(draw('record-links', props, schoolWith(near), { feature })).not.toContain('careers/all')
    expect(draw('record-links', props, schoolWith(more))).not.toContain('careers/all')
  })

  it('stands together by what it says it is, and says how long ago', () => {
    const day = (back: number) => new Date(Date.now() - back * 86_400_000).toISOString()
    const items = [
      { ...NEAR[0], kind: 'School', at: day(0) },
      { id: 'b1', name: 'Bus', slug: 'bus', kind: 'Ride', at: day(1) },
      { ...NEAR[1], kind: 'School', at: day(5) },
    ]
    const lines = [{ id: 'at', values: [{ id: 'at', path: 'at', as: 'ago' }] }]
    const html = draw(
      'record-links',
      { ...props, card: { ...props.card, lines }, rows: { ...props.rows, group: 'kind', most: 9 } },
      schoolWith({ total: 3, items }),
      { feature },
    )
    expect(plain(html)).toBe(
      'About 3 School Thabo’s driving school today Lindi’s driving school 5 days ago Ride Bus yesterday',
    )
  })

  it('says why it is listed, if its card says why', () => {
    const why = { path: 'why', texts: 'career.why', names: { list: 'worker-types' } }
    const reasons = { shared: ['R', 'I'], more: null, less: null }
    const near = { total: 2, items: [{ ...NEAR[0], why: reasons }, NEAR[1]] }
    const html = draw('record-links', { ...props, card: { ...props.card, why } }, schoolWith(near))
    expect(html.match(/career\.why\.two|You share/g)).toHaveLength(1)
  })

  it('says once what is the reason of all of them', () => {
    const why = { path: 'why', texts: 'career.why', names: { list: 'worker-types' } }
    const reasons = { shared: ['R', 'I'], more: null, less: null }
    const of = (...each: (typeof reasons)[]) => {
      const items = each.map((one, index) => ({ ...NEAR[index], why: one }))
      const card = { ...props.card, why }
      return draw('record-links', { ...props, card }, schoolWith({ total: items.length, items }))
    }
    const said = /career\.why\.two|You share/g
    expect(of(reasons, reasons).match(said)).toHaveLength(1)
    expect(of(reasons, reasons)).toMatch(/(why\.two|You share).*<ul/s)
    const others = { ...reasons, shared: ['R', 'A'] }
    expect(of(reasons, others).match(said)).toHaveLength(2)
    expect(of(reasons, others)).toMatch(/<ul.*(why\.two|You share)/s)
  })

  it('is a path of stones in its order, with a button to all, if the page says so', () => {
    const near = { total: 2, items: NEAR, list: { query: {}, total: 9 } }
    const rows = { ...props.rows, trail: true }
    const html = draw('record-links', { ...props, rows }, schoolWith(near), { feature })
    expect(html.match(/<ol[^>]*>.*<\/ol>/s)?.[0].match(/<li/g)).toHaveLength(2)
    expect(html).toMatch(/<a class="[^"]*line[^"]*"[^>]*href="\/navigators\/careers\/all"/)
  })

  it('says so if there is nothing, and is left out if the plan doesn’t open it', () => {
    const near = { total: 0, items: [], list: { query: {}, total: 0 } }
    expect(plain(draw('record-links', props, schoolWith(near)))).toBe('About Nobody has rated it.')
    expect(draw('record-links', props, { ...SCHOOL, joined: {} })).toBe('')
  })
})

it('a long list can be collapsed, with every name in it', () => {
  const words = [{ id: 'all', from: 0, text: 'school.great' }]
  const html = draw('rated-list', {
    path: 'marks',
    title: 'school.about',
    rating: 'stars',
    words,
    folded: true,
  })
  expect(html).toMatch(/<details[^>]*><summary/)
  expect(html).not.toContain('<details open')
  expect(plain(html)).toBe('About safety great price great patience great')
})

it('sentences without a heading aren’t a card, and the first can be the lead', () => {
  const rows = [
    { id: 'a', lead: true, text: 'school.price', values: [{ id: 'price', path: 'price' }] },
    { id: 'b', values: [{ id: 'none', path: 'nothing' }] },
  ]
  const html = draw('facts', { rows })
  expect(plain(html)).toBe('A lesson costs R250.')
  expect(html).not.toMatch(/<h2|<section|<ul/)
})

describe('a question', () => {
  const props = { title: 'school.about', hint: 'school.none', children: 'cars' }

  it('has its answer next to it', () => {
    const html = draw('question', props)
    expect(html).toContain('aria-labelledby="x-title"')
    expect(plain(html)).toBe('About Nobody has rated it. cars')
  })

  it('waits for its answer', () => {
    const Drawing = widgetNow(registry, 'question')!.component as ComponentType<
      Record<string, unknown>
    >
    const data: DataState = { status: 'loading' }
    expect(renderToString(createElement(Drawing, { ...props, id: 'x', level: 2, data }))).toBe('')
  })
})

it('“not for me” is next to the heart on a record’s own page, and says so once it is set', () => {
  const notForMe = {
    type: 'schools',
    text: 'career.notForMe.text',
    done: 'career.notForMe.done',
    undo: 'career.notForMe.undo',
    failed: 'career.notForMe.failed',
  }
  const props = { title: 'name', notForMe }
  expect(plain(draw('record-cover', props))).toContain('Not for me : Kaya’s driving school')
  const out = plain(draw('record-cover', props, { ...SCHOOL, notForMe: true }))
  expect(out).toContain('Undo : Kaya’s driving school')
  expect(out).toContain('Not for you.')
})

describe('records side by side', () => {
  const OTHER = { ...SCHOOL, id: 'k10', name: 'Thabo’s driving school', slug: 'thabo', price: null }
  const props = {
    param: 'sides',
    routeName: 'careerDetailPage',
    heading: 'name',
    rows: [
      { id: 'city', label: 'school.city', values: [{ id: 'city', path: 'place.city' }] },
      {
        id: 'price',
        label: 'school.about',
        text: 'school.price',
        values: [{ id: 'price', path: 'price' }],
        none: 'school.none',
      },
    ],
    remove: 'school.poor',
    more: { text: 'school.great', routeName: 'occupationsNavigatorCareers' },
    empty: { title: 'school.empty', text: 'school.unfound' },
  }
  const two = { items: [SCHOOL, OTHER], total: 2 }

  it('have the same rows, and say what one of them lacks', () => {
    const html = draw('compare', props, two, { query: { sides: 'k53,k10' } })
    expect(plain(html)).toBe(
      'Kaya’s driving school Town Polokwane About A lesson costs R250. poor : Kaya’s driving school ' +
        'Thabo’s driving school Town Polokwane About Nobody has rated it. poor : Thabo’s driving school great',
    )
  })

  describe('one of them as the first choice', () => {
    const firstChoice = {
      keeps: { section: 'driving', field: 'firstSchool', member: 'school' },
      off: 'school.unfound',
      on: 'school.car',
      changed: 'school.none',
      kept: 'school.none',
      failed: 'school.none',
      then: {
        title: 'school.great',
        text: 'school.about',
        button: 'school.city',
        routeName: 'occupationsNavigatorCareers',
        of: 'joined.near',
      },
    }
    const near = { total: 3, items: [], list: { total: 3, query: { type: 'car' } } }
    const items = [{ ...SCHOOL, joined: { near } }, OTHER]
    const choose = (chosen: readonly string[], access = true) =>
      draw(
        'compare',
        { ...props, firstChoice },
        { items, total: 2 },
        {
          query: { sides: 'k53,k10' },
          profile: { firstSchool: chosen.map((school) => ({ school })) },
          feature: { CareerExplorer: { access, visible: true, upgradable: false, why: null } },
        },
      )
    const pressed = (html: string) => html.match(/aria-pressed="(?:true|false)"/g)

    it('is none at first, and then the only one', () => {
      expect(pressed(choose([]))).toEqual(['aria-pressed="false"', 'aria-pressed="false"'])
      expect(choose([])).not.toContain('on-cloth')
      expect(pressed(choose(['k10']))).toEqual(['aria-pressed="false"', 'aria-pressed="true"'])
    })

    it('leads on to what belongs to it, if there is any', () => {
      expect(choose(['k53'])).toContain('href="/navigators/careers/all?type=car"')
      expect(choose(['k53'], false)).not.toContain('careers/all?type')
      expect(choose(['k10'])).toContain('on-cloth')
      expect(choose(['k10'])).not.toContain('careers/all?type')
    })

    it('is drawn only among those that are compared', () => {
      expect(choose(['elsewhere'])).not.toContain('after-choice')
    })
  })

  it('draw a level as steps of a path, and name entries by their own names', () => {
    const rows = [
      {
        id: 'level',
        label: 'school.city',
        values: [{ id: 'names', path: 'cars', named: 'title' }],
        steps: { path: 'step', count: 3 },
      },
    ]
    const cars = [{ id: 'a', title: 'A red one' }, { id: 'b', title: 'A blue one' }, { id: 'c' }]
    const html = draw(
      'compare',
      { ...props, rows },
      {
        items: [
          { ...SCHOOL, cars, step: 2 },
          { ...OTHER, step: 'x' },
        ],
        total: 2,
      },
      { query: { sides: 'k53,k10' } },
    )
    expect(plain(html)).toContain('A red one and A blue one')
    expect(html.match(/<circle/g)).toHaveLength(3)
  })

  it('accept a third, but no fourth', () => {
    expect(draw('compare', props, two, { query: { sides: 'k53,k10' } })).toContain(
      'href="/navigators/careers/all?sides=k53%2Ck10"',
    )
    expect(draw('compare', props, two, { query: { sides: 'a,b,c' } })).not.toContain('careers/all')
  })

  it('say how to begin if none is chosen', () => {
    expect(plain(draw('compare', props, { items: [], total: 0 }))).toBe(
      'No schools No school like that great',
    )
  })

  const card = {
    routeName: 'careerDetailPage',
    title: 'name',
    compare: {
      param: 'sides',
      routeName: 'occupationsNavigatorCareers',
      text: 'school.car',
      one: 'school.unfound',
      go: 'school.count',
      clear: 'school.poor',
    },
  }
  const list = {
    status: [{ id: 'count', text: 'school.about' }],
    card,
    empty: [{ id: 'none', title: 'school.empty', text: 'school.none' }],
  }
  const drawn = (sides: string) => draw('collection', list, two, { query: { sides } })

  it('are chosen on their cards', () => {
    expect(drawn('').match(/aria-pressed="(?:true|false)"/g)).toEqual([
      'aria-pressed="false"',
      'aria-pressed="false"',
    ])
    expect(drawn('')).not.toContain('school.poor')
    expect(drawn('k10').match(/aria-pressed="(?:true|false)"/g)).toEqual([
      'aria-pressed="false"',
      'aria-pressed="true"',
    ])
    expect(plain(drawn('k10'))).toContain('No school like that poor')
    expect(drawn('k53,k10')).toContain('href="/navigators/careers/all?sides=k53%2Ck10"')
    expect(plain(drawn('k53,k10'))).toContain('2 schools poor')
  })

  it('are no more than three', () => {
    expect(drawn('a,b,c').match(/<button[^>]*aria-pressed="false" disabled=""/g)).toHaveLength(2)
    expect(drawn('a,b,c,k53')).toContain('3 schools')
  })
})

describe('a record’s long text', () => {
  const say = (about: unknown) =>
    draw('record-text', { lead: 'name', path: 'about' }, { name: 'Kaya’s', about })

  it('has headings, and the tags that the specification allows', () => {
    const html = say('<p>You <strong>drive</strong>.</p>\n### Prices\n<ul><li>R250</li></ul>')
    expect(html).toMatch(/<h2>Prices<\/h2>/)
    expect(html).toContain('<p>You <strong>drive</strong>.</p>')
    expect(html).toContain('<li>R250</li>')
    expect(plain(html)).toBe('Kaya’s You drive . Prices R250')
  })

  it('runs no script, and isn’t shown for a record without one', () => {
    expect(say('<img src=x onerror=alert(1)>')).not.toContain('<img')
    expect(draw('record-text', { path: 'about' }, { about: ' \n ' })).toBe('')
    expect(draw('record-text', { path: 'about' }, { about: 3 })).toContain('3')
    expect(draw('record-text', { path: 'about' }, {})).toBe('')
  })
})

describe('a mark that a user sets', () => {
  const KEEPS = { section: 'driving', field: 'driven', member: 'school' }
  const mark = (profile: Readonly<Record<string, unknown>>) =>
    plain(
      draw(
        'record-mark',
        {
          title: 'school.about',
          path: 'name',
          keeps: KEEPS,
          mark: 'school.visit',
          marked: 'school.great',
          undo: 'school.none',
          kept: 'school.poor',
          failed: 'school.poor',
        },
        SCHOOL,
        { profile },
      ),
    )
  const card = (profile: Readonly<Record<string, unknown>>) =>
    draw(
      'record-links',
      {
        path: 'near',
        title: 'school.about',
        card: { routeName: 'x', marked: { keeps: KEEPS, text: 'school.great' } },
      },
      { near: [{ id: 'k53', title: 'Kaya’s' }] },
      { profile },
    )

  it('is offered until it is in the profile’s list, then shown with an undo', () => {
    expect(mark({})).toBe('About Kaya’s driving school Website')
    expect(mark({ driven: [{ school: 'other' }] })).toBe('About Kaya’s driving school Website')
    expect(mark({ driven: [{ school: 'k53' }] })).toBe(
      'About Kaya’s driving school great Nobody has rated it.',
    )
    expect(mark({ driven: 'k53' })).toBe('About Kaya’s driving school Website')
  })

  it('is shown on the card of that record only', () => {
    expect(card({ driven: [{ school: 'k53' }] })).toContain('great')
    expect(card({ driven: [{ school: 'k54' }] })).not.toContain('great')
  })
})

describe('a notice of what is done, or never', () => {
  it.each(['yes', 'no'])('is a list with a heading, marked %s', (look) => {
    const html = draw('notice', { look, title: 'school.never', text: 'school.nothing' })
    expect(html).toMatch(/<section class="[^"]*" aria-labelledby="(.*?)"><h2[^>]* id="\1"/)
    expect(html).toContain('<ul><li>Money before a lesson</li></ul>')
  })

  it('says which of the two it is', () => {
    const [yes, no] = ['yes', 'no'].map((look) => draw('notice', { look, text: 'school.nothing' }))
    expect(yes).not.toBe(no)
    expect(yes).not.toContain('aria-labelledby')
  })
})
