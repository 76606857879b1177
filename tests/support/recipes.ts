/** Filled-in recipes, and what a publish says about the documents that come of them. */

import type { AnyDocument } from '#engine/documents/kinds.ts'
import { nameOf } from '#engine/documents/document.ts'
import { Catalog } from '#engine/documents/catalog.ts'
import type { Problem } from '#engine/contract/problems.ts'
import type { Words, RecipeContext, Written } from '#engine/recipes/recipe.ts'
import { recipeOf } from '#engine/recipes/recipes.ts'
import { checkTenant } from '#server/release/check-documents.ts'
import { documentsFor } from '#server/release/shipped.ts'
import { catalog, code } from './documents.ts'

export const BASE = documentsFor(catalog, '', 'default')
export const WORLD: RecipeContext = {
  catalog: new Catalog([...BASE.values()]),
  languages: ['en', 'af'],
  config: 'default',
}

export const both = (en: string, af = `${en} af`): Words => ({ en, af })

/** The empty form with what was filled in. */
export function fill(
  id: string,
  filled: Readonly<Record<string, unknown>>,
  context = WORLD,
): Written {
  const recipe = recipeOf(id)!
  return recipe.write({ ...recipe.empty, ...filled }, context)
}

/** Every error that publishing these documents would give. */
export function errorsOf({ documents }: Pick<Written, 'documents'>): Problem[] {
  const all = new Map<string, AnyDocument>(BASE)
  for (const document of documents) all.set(nameOf(document), document)
  return checkTenant(BASE, BASE, all, code).filter(({ severity }) => severity === 'error')
}

/** The documents by name, after the recipe. */
export function after(written: Written): Catalog {
  const all = new Map<string, AnyDocument>(BASE)
  for (const document of written.documents) all.set(nameOf(document), document)
  return new Catalog([...all.values()])
}

export const PAGE = {
  title: both('Start here', 'Begin hier'),
  text: both('First words.\n\nSecond words.'),
  picture: '/api/images/0123456789abcdef0123.png',
  pictureText: both('Learners in a field'),
  button: both('Open my profile'),
  buttonTo: 'profileHomePage',
  menu: 'navigators',
  plans: ['starter'],
  countries: ['KE'],
}
export const SECTION = {
  title: both('Farm', 'Plaas'),
  intro: both('What your family grows.'),
  fields: [
    {
      id: 'f1',
      label: both('Does your family farm?'),
      type: 'yesno',
      options: {},
      required: true,
      onlyIf: '',
    },
    {
      id: 'f2',
      label: both('What do you grow?'),
      type: 'choices',
      options: { en: 'Maize\nTea\nCoffee', af: 'Mielies\nTee\nKoffie' },
      required: false,
      onlyIf: 'f1=yes',
    },
    {
      id: 'f3',
      label: both('Anything else?'),
      type: 'longtext',
      options: {},
      required: false,
      onlyIf: '',
    },
  ],
  printed: true,
}
export const ASSESSMENT = {
  title: both('Farm interest', 'Plaasbelangstelling'),
  summary: both('Six lines on farming.'),
  question: both('How much is this like you?'),
  items: {
    en: 'I like to work outside\nI get up early\nI plant things\nI would rather sit in an office\nI sell things\nI keep books',
    af: 'a\nb\nc\nd\ne\nf',
  },
  answers: 'big_5',
  scales: [
    {
      id: 'r1',
      label: both('Field', 'Veld'),
      lowTo: '40',
      highFrom: '70',
      low: both('Farm work may tire you.'),
      middle: both('Some of it fits.'),
      high: both('Farm work is like you.'),
    },
    {
      id: 'r2',
      label: both('Market', 'Mark'),
      lowTo: '35',
      highFrom: '65',
      low: {},
      middle: {},
      high: {},
    },
  ],
  sorting: {
    3: { row: 'r1', turned: true },
    4: { row: 'r2', turned: false },
    5: { row: 'r2', turned: false },
  },
  reportLead: both('This is how you answered today.'),
}
export const CONSENT = {
  title: both(
    'I allow my school to see my results',
    'Ek laat my skool toe om my resultate te sien',
  ),
  text: both('Your counsellor sees your report.\n\nYou can change your mind at any time.'),
  needed: true,
  plans: ['starter'],
  countries: ['KE'],
}
export const RECORDS = {
  title: both('Driving schools', 'Bestuurskole'),
  one: both('Driving school', 'Bestuurskool'),
  fields: [
    { id: 'f1', label: both('Town', 'Dorp'), type: 'text', options: {}, filter: false },
    {
      id: 'f2',
      label: both('Licence codes', 'Lisensiekodes'),
      type: 'choices',
      options: { en: 'Code 8\nCode 10', af: 'Kode 8\nKode 10' },
      filter: true,
    },
    { id: 'f3', label: both('12 months free?'), type: 'date', options: {}, filter: false },
    { id: 'f4', label: both('Website', 'Webwerf'), type: 'link', options: {}, filter: false },
    { id: 'f5', label: both('About', 'Oor'), type: 'longtext', options: {}, filter: false },
  ],
  menu: 'navigators',
  icon: 'sign',
  plans: ['starter'],
}
export const PART = {
  report: 'worker-type',
  title: both('At our college', 'By ons kollege'),
  text: both('Talk to Mrs Wanjiru.'),
  tips: {
    en: 'Visit the workshop\nAsk an older student',
    af: 'Besoek die werkswinkel\nVra iemand',
  },
}
export const REDIRECT = {
  page: 'occupationsNavigatorCareers',
  to: 'profileHomePage',
  countries: ['KE'],
  youngerThan: '16',
}
