/**
 * Every place of every kind of document where a rule can be: an editor offers what the check
 * accepts, and what is offered is there when the rule is evaluated, in browser and server alike.
 */

import { describe, expect, it } from 'vitest'
import { outlineOf, scopesOf } from '#admin/form/scopes.ts'
import type { Schema } from '#engine/documents/inspect.ts'
import { isObject } from '#engine/documents/json.ts'
import { KINDS, type FieldDocument } from '#engine/documents/kinds.ts'
import { askedOf, type Respondent } from '#engine/forms/conditions.ts'
import {
  comparisonsFor,
  conditionOn,
  variablesIn,
  withComparison,
} from '#engine/rules/rulechoices.ts'
import { ALONE, writeRule } from '#engine/rules/ruleparts.ts'
import { rulePlaceAt } from '#engine/rules/ruleplaces.ts'
import { checkRule } from '#engine/rules/ruletypes.ts'
import { placeTypes } from '#engine/rules/scopetypes.ts'
import { buildScope } from '#engine/rules/scope.ts'
import { namesOf } from '#server/workspace/documents.ts'
import { catalog, code, makeUser, makeWorld, sources } from '#tests/support/documents.ts'

/** Pointers of the rules that a schema allows, with `each` for the entries of lists. */
function rulesIn(schema: Schema, at = '', around: readonly unknown[] = []): string[] {
  const ref = schema['$ref']
  if (around.includes(schema) || typeof ref === 'string') return []
  if (schema['x-ref'] === 'rule') return [at]
  const inside = [...around, schema]
  const below = (part: unknown, name: string) =>
    isObject(part) ? rulesIn(part, `${at}${name}`, inside) : []
  return [
    ...Object.entries((schema['properties'] ?? {}) as Record<string, unknown>).flatMap(
      ([name, member]) => below(member, `/${name}`),
    ),
    ...below(schema['items'], '/each'),
    ...Object.values((schema['patternProperties'] ?? {}) as Record<string, unknown>).flatMap(
      (member) => below(member, '/each'),
    ),
    ...['anyOf', 'allOf'].flatMap((word) =>
      ((schema[word] ?? []) as unknown[]).flatMap((branch) => below(branch, '')),
    ),
    ...Object.values((schema['$defs'] ?? {}) as Record<string, unknown>).flatMap((part) =>
      below(part, '/each'),
    ),
  ]
}

const FIELDS = [
  { id: 'birthDate', type: 'date', label: 'field.birthDate' },
  { id: 'farms', type: 'yesno', label: 'field.phone' },
  { id: 'land', type: 'integer', label: 'field.phone' },
  { id: 'rsaIdNumber', path: 'idNumber', type: 'text', label: 'field.phone' },
  { id: 'nationality', type: 'choice', list: 'countries', label: 'field.nationality' },
  {
    id: 'each',
    type: 'entries',
    label: 'field.phone',
    fields: [{ id: 'herd', type: 'integer', label: 'field.phone' }],
    checks: [{ id: 'each' }],
  },
] as unknown as readonly FieldDocument[]

/** What rules of a kind can be about; of the others only the kind matters. */
const SAMPLES: Readonly<Record<string, object>> = {
  'profile-section': { id: 'initialProfile', fields: FIELDS, checks: [{ id: 'each' }] },
  guide: { section: 'interests', hints: [{ id: 'each' }], offers: [{ id: 'each' }] },
}

const documents = new Map(
  sources.map(({ value }) => {
    const { kind, id } = value as { kind: string; id: string }
    return [`${kind}/${id}`, value]
  }),
)
const names = namesOf({ effective: documents, code } as never, 'en')
const places = Object.entries(KINDS).flatMap(([kind, schema]) =>
  [...new Set(rulesIn(schema as unknown as Schema))].map((at): [string, string, unknown] => [
    kind,
    at,
    { kind, ...SAMPLES[kind] },
  ]),
)

describe('a rule at a place', () => {
  it('is found in all kinds that have any', () => {
    expect(places.map(([kind, at]) => `${kind}${at}`)).toEqual(
      expect.arrayContaining([
        'profile-section/fields/each/show',
        'profile-section/fields/each/when',
        'profile-section/fields/each/checks/each/rule',
        'profile-section/checks/each/rule',
        'guide/hints/each/when',
        'guide/offers/each/when',
        'consent-list/items/each/asked',
        'flow/rows/each/when',
        'experiment/audience',
        'rule/rule',
      ]),
    )
  })

  it.each(places)('%s%s: is offered what the check accepts', (_kind, at, document) => {
    const offered = scopesOf(names, outlineOf(document), []).scopeAt(at)
    const accepted = placeTypes(catalog, rulePlaceAt(document, at))
    const paths = (type: typeof accepted) => variablesIn(type).map(({ path }) => path)
    // Answers are in the order of the sections.
    expect(paths(offered).toSorted()).toEqual(paths(accepted).toSorted())
    for (const { path, type } of variablesIn(offered))
      for (const comparison of comparisonsFor(type)) {
        const condition = withComparison(conditionOn(path, type), comparison)
        const one = valueFor(type)
        const value = comparison === 'in' || comparison === 'notIn' ? [one] : one
        const rule = writeRule(ALONE.has(comparison) ? condition : { ...condition, value })
        const issues = checkRule(rule, accepted, {}).map(({ message }) => message)
        expect([path, comparison, issues]).toEqual([path, comparison, []])
      }
  })

  it.each(places)('%s%s: can be evaluated on what was offered', (_kind, at, document) => {
    const place = rulePlaceAt(document, at)
    const world = makeWorld(makeUser({ plan: 'free' }))
    const scope: object = buildScope(catalog, world)
    const there = {
      scope: Object.keys(scope),
      config: ['config'],
      consent: ['config', 'plan', 'country', 'age'],
      form: ['config', 'plan', 'country', 'age', 'value'],
      hint: ['value', 'measure'],
    }[place.reads]
    const offered = scopesOf(names, outlineOf(document), []).scopeAt(at)
    const roots = Object.keys(offered.members ?? {})
    // What only some pages and calls have.
    expect(
      roots.filter((root) => !there.includes(root) && !['target', 'data'].includes(root)),
    ).toEqual([])
  })
})

describe('a field for people under 16 in Kenya', () => {
  const when = {
    and: [{ '<': [{ or: [{ var: 'age' }, 999] }, 16] }, { '==': [{ var: 'country' }, 'KE'] }],
  }
  const fields = [
    FIELDS[0]!,
    { id: 'parentPhone', type: 'phone', label: 'field.phone', when },
  ] as readonly FieldDocument[]
  const { config } = buildScope(catalog, makeWorld(null))
  const someone: Respondent = {
    plan: 'free',
    country: 'KE',
    birthDate: '2011-06-01',
    today: '2026-11-22',
    config,
  }

  it.each([
    ['one of 15 in Kenya', {}, {}, true],
    ['one of 15 in South Africa', { country: 'ZA' }, {}, false],
    ['one of 17 in Kenya', { birthDate: '2009-06-01' }, {}, false],
    ['one whose age isn’t known', { birthDate: null }, {}, false],
    ['one who has just said so', { birthDate: null }, { birthDate: '2011-06-01' }, true],
  ])('is asked of %s: %o, %o, %s', (_who, person, values, isAsked) => {
    const asked = askedOf(fields, values, { ...someone, ...person }, catalog.book)
    expect(asked.has('parentPhone')).toBe(isAsked)
  })
})

function valueFor(type: ReturnType<typeof placeTypes>) {
  const [first] = type.values ?? type.of?.values ?? []
  return first ?? (type.is === 'number' ? 1 : type.date ? '2026-01-01' : 'x')
}

it('keeps the section’s own order of fields: a condition sees those above it', () => {
  const document = { kind: 'profile-section', fields: FIELDS }
  const { scopeAt } = scopesOf(names, outlineOf(document), [])
  const answers = (at: string) => Object.keys(scopeAt(at).members?.['value']?.members ?? {})
  expect(answers('/fields/birthDate/when')).toEqual([])
  expect(answers('/fields/nationality/when')).toEqual(['birthDate', 'farms', 'land', 'idNumber'])
})
