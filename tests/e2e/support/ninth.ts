/**
 * A ninth explorer as a tenant would write it: a content type, two screens, two routes, a feature,
 * a menu entry and texts.
 */

import type { Change } from './publisher.ts'

type Document = Readonly<Record<string, unknown>>

export const TEXTS = {
  en: {
    many: 'Driving schools',
    one: 'Driving school',
    search: 'Search driving schools',
    count_one: '{{count}} driving school',
    count_other: '{{count}} driving schools',
    codes: 'Licence codes',
    anyCode: 'All licence codes',
    code8: 'Code 8',
    code10: 'Code 10',
  },
  af: {
    many: 'Bestuurskole',
    one: 'Bestuurskool',
    search: 'Soek bestuurskole',
    count_one: '{{count}} bestuurskool',
    count_other: '{{count}} bestuurskole',
    codes: 'Lisensiekodes',
    anyCode: 'Alle lisensiekodes',
    code8: 'Kode 8',
    code10: 'Kode 10',
  },
} as const

export const CSV = [
  'Name;Licence codes;Town;Website',
  'Môreson Driving;b|ec1;Paarl;https://moreson.example.org',
  '"Ace ""Wheels"" Academy";Code 8;Polokwane;',
  '=Fast Lane;b;Durban;https://fast.example.org',
].join('\r\n')

const OWN = { v: 1, source: 'assumption: ours' }
const FEATURE = 'DrivingSchools'
const LIST = 'catalogue/driving-schools'
const asked = (name: string) => ({ bind: { var: `route.query.${name}` } })

const TYPE = {
  kind: 'content-type',
  id: 'driving-schools',
  ...OWN,
  title: 'Driving schools',
  licence: 'ours',
  label: 'driving.many',
  one: 'driving.one',
  feature: FEATURE,
  record: { title: 'name', glyph: 'sign' },
  fields: [
    { id: 'name', type: 'text', required: true, search: 3 },
    { id: 'licenceCodes', type: 'choices', list: 'licence-codes', filter: 'select' },
    { id: 'town', type: 'text', search: 1 },
    { id: 'website', type: 'link' },
  ],
  sorts: [{ id: 'name', by: ['name'] }],
}
const CODES = {
  kind: 'list',
  id: 'licence-codes',
  ...OWN,
  title: 'Licence codes',
  items: [
    { id: 'b', label: 'driving.code8' },
    { id: 'ec1', label: 'driving.code10' },
  ],
}
const SCHOOLS = {
  kind: 'screen',
  id: 'driving-schools',
  ...OWN,
  title: 'Driving schools',
  data: {
    records: {
      get: LIST,
      query: {
        search: asked('search'),
        saved: asked('saved'),
        licenceCodes: asked('licenceCodes'),
        page: asked('page'),
      },
    },
  },
  children: [
    { id: 'title', type: 'page-title', props: { title: 'driving.many' } },
    {
      id: 'list',
      type: 'collection',
      data: 'records',
      props: {
        search: {
          label: 'driving.search',
          all: 'catalogue.all',
          filters: 'catalogue.filters',
          filtersOn: 'catalogue.filtersOn',
          show: 'catalogue.show',
          by: [
            { id: 'saved', look: 'chips', choices: { texts: 'catalogue.saved', ids: ['true'] } },
            {
              id: 'licenceCodes',
              look: 'select',
              label: 'driving.codes',
              any: 'driving.anyCode',
              choices: { list: 'licence-codes' },
            },
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
            text: 'driving.count',
            values: [{ id: 'count', path: 'total', as: 'whole' }],
          },
        ],
        card: {
          routeName: 'drivingSchoolPage',
          lines: [
            { id: 'town', values: [{ id: 't', path: 'town' }] },
            {
              id: 'codes',
              values: [{ id: 'c', path: 'licenceCodes', names: { list: 'licence-codes' } }],
            },
          ],
          favourite: {
            type: 'driving-schools',
            label: 'catalogue.save',
            failed: 'catalogue.saveFailed',
          },
        },
        pager: {
          label: 'catalogue.pages',
          previous: 'catalogue.previous',
          next: 'common.next',
          page: 'catalogue.page',
        },
        empty: ['search', 'filters', 'both', 'none'].map((id) => ({
          id,
          scene: 'lost',
          title: `catalogue.empty.${id}.title`,
          text: `catalogue.empty.${id}.text`,
        })),
        searched: 'catalogue.searched',
      },
    },
  ],
}
const SCHOOL = {
  kind: 'screen',
  id: 'driving-school',
  ...OWN,
  title: 'One driving school',
  data: { record: { get: `${LIST}/{id}` } },
  children: [
    {
      id: 'cover',
      type: 'record-cover',
      data: 'record',
      props: {
        title: 'title',
        lines: [{ id: 'town', text: 'catalogue.line', values: [{ id: 'a', path: 'town' }] }],
        favourite: {
          type: 'driving-schools',
          label: 'catalogue.save',
          failed: 'catalogue.saveFailed',
          off: 'catalogue.saveShort',
          on: 'catalogue.savedOne',
        },
        loading: 'catalogue.loadingOne',
      },
    },
    {
      id: 'facts',
      type: 'facts',
      data: 'record',
      props: {
        title: 'catalogue.facts',
        rows: [
          {
            id: 'codes',
            label: 'driving.codes',
            values: [{ id: 'c', path: 'licenceCodes', names: { list: 'licence-codes' } }],
          },
        ],
      },
    },
    {
      id: 'link',
      type: 'record-link',
      data: 'record',
      props: { path: 'website', text: 'catalogue.visit', hint: 'catalogue.unchecked' },
    },
  ],
}

const home = { id: 'home', title: 'page.profileHome', routeName: 'profileHomePage' }
const guarded = { class: 'loggedIn', stages: ['fullAccess'], feature: FEATURE }
const ROUTES = [
  {
    id: 'drivingSchoolsPage',
    path: '/navigators/driving-schools',
    ...guarded,
    title: 'driving.many',
    screen: 'driving-schools',
    breadcrumbs: [home, { id: 'c1', title: 'driving.many' }],
    tracking: ['navigators', 'driving-schools'],
  },
  {
    id: 'drivingSchoolPage',
    path: '/navigators/driving-schools/:name/:id',
    ...guarded,
    title: 'driving.one',
    screen: 'driving-school',
    breadcrumbs: [
      home,
      { id: 'c1', title: 'driving.many', routeName: 'drivingSchoolsPage' },
      { id: 'c2', title: 'driving.one' },
    ],
    tracking: ['navigators', 'driving-schools'],
  },
]
const ENTRY = {
  id: 'driving',
  label: 'driving.many',
  icon: 'sign',
  to: 'drivingSchoolsPage',
  feature: FEATURE,
}

const made = (document: { kind: string; id: string } & Document): Change => ({
  kind: document.kind,
  id: document.id,
  edit: () => document,
})
const withEntry = (member: string, entry: unknown) => (document: Document) => ({
  ...document,
  [member]: [...(document[member] as unknown[]), entry],
})

export const NINTH: readonly Change[] = [
  ...(['en', 'af'] as const).map((id): Change => ({
    kind: 'locale',
    id,
    edit: (document) => ({
      ...document,
      texts: { ...(document['texts'] as object), driving: TEXTS[id] },
    }),
  })),
  made(CODES),
  made(TYPE),
  made(SCHOOLS),
  made(SCHOOL),
  {
    kind: 'access',
    id: 'features',
    edit: withEntry('features', {
      id: FEATURE,
      label: 'driving.many',
      allow: ['power', 'powerPlus'].map((id) => ({ id, countries: ['*'] })),
    }),
  },
  {
    kind: 'route-group',
    id: 'navigators',
    edit: (document) => ({
      ...document,
      routes: [...(document['routes'] as unknown[]), ...ROUTES],
    }),
  },
  {
    kind: 'menu',
    id: 'main',
    edit: (document) => ({
      ...document,
      items: (document['items'] as { id: string; items?: unknown[] }[]).map((item) =>
        item.id === 'navigators' ? { ...item, items: [...item.items!, ENTRY] } : item,
      ),
    }),
  },
]
