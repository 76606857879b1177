/**
 * Completions, hover texts and problems in the editor, on the product's own documents. `|` is the
 * cursor.
 */

import { describe, expect, it } from 'vitest'
import type { Names } from '#engine/contract/admincontract.ts'
import type { Schema } from '#engine/documents/inspect.ts'
import { KINDS, type Kind } from '#engine/documents/kinds.ts'
import { flattenTexts, textNames } from '#engine/documents/texts.ts'
import { checkAlone } from '#admin/json/check.ts'
import { enrich } from '#admin/json/enrich.ts'
import { openLanguage, readSnippet } from '#admin/json/language.ts'
import { setupOf } from '#admin/json/setup.ts'
import { catalog, code, sources } from '#tests/support/documents.ts'

const named = (documents: readonly { id: string; title: string }[]) =>
  documents.map(({ id, title }) => ({ id, title }))
const words = flattenTexts(catalog.get('locale', 'en')!.texts)
const names: Names = {
  text: textNames(words).map((id) => ({ id, title: words[id] ?? words[`${id}_other`]! })),
  route: [...catalog.routes.values()].map(({ id, path }) => ({ id, title: path })),
  feature: catalog.features.map(({ id }) => ({ id })),
  plan: catalog.plans.map(({ id }) => ({ id })),
  action: [...catalog.actions.keys()].map((id) => ({ id })),
  icon: code.icons.map((id) => ({ id })),
  section: named(catalog.all('profile-section')),
  profileKey: [{ id: 'firstName' }],
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
      ] as const
    ).map((kind) => [kind, named(catalog.all(kind))]),
  ),
}
const widgets = Object.fromEntries(
  Object.entries(code.widgets).map(([type, { props }]) => [type, props]),
)
const schemaOf = (kind: Kind) => KINDS[kind] as unknown as Schema

async function helper(kind: Kind, data: readonly string[] = []) {
  const language = openLanguage()
  await language.configure(setupOf(kind, schemaOf(kind), names, widgets, data))
  return language
}

async function offered(kind: Kind, marked: string, data: readonly string[] = []) {
  const language = await helper(kind, data)
  const offset = marked.indexOf('|')
  return language.complete(marked.replace('|', ''), offset)
}
const labels = async (kind: Kind, marked: string, data?: readonly string[]) =>
  (await offered(kind, marked, data)).map(({ label }) => label)

describe('completion', () => {
  it('offers the members that an entry doesn’t have yet', async () => {
    const found = await labels('menu', '{ "items": [{ "id": "a", "|" }] }')
    expect(found).toEqual(expect.arrayContaining(['label', 'icon', 'to', 'show']))
    expect(found).not.toContain('id')
  })

  it('offers text keys with their texts', async () => {
    const found = await offered('menu', '{ "items": [{ "id": "a", "label": "|" }] }')
    expect(found.find(({ label }) => label === 'menu.home')).toMatchObject({
      detail: 'Home',
      insert: '"menu.home"',
    })
  })

  it.each<[string, Kind, string, string[]]>([
    ['routes', 'menu', '{ "items": [{ "id": "a", "to": "|" }] }', ['profileHomePage', 'root']],
    ['features', 'menu', '{ "items": [{ "id": "a", "feature": "|" }] }', ['CareerExplorer']],
    ['icons', 'menu', '{ "items": [{ "id": "a", "icon": "|" }] }', ['home', 'lock']],
    ['screens', 'route-group', '{ "routes": [{ "id": "a", "screen": "|" }] }', ['home']],
    ['values of an enumeration', 'screen', '{ "layout": "|" }', ['public', 'focus']],
    [
      'widget types',
      'screen',
      '{ "children": [{ "id": "a", "type": "|" }] }',
      ['text-block', 'call-to-action-card'],
    ],
    [
      'widget types, however deep',
      'screen',
      '{ "children": [{ "id": "a", "type": "section", "children": [{ "id": "b", "type": "|" }] }] }',
      ['text-block'],
    ],
    [
      'widget types in a report',
      'report',
      '{ "children": [{ "id": "a", "type": "|" }] }',
      ['result-cover'],
    ],
    ['named rules', 'menu', '{ "items": [{ "id": "a", "show": { "ref": "|" } }] }', ['isFree']],
    [
      'operators',
      'flow',
      '{ "rows": [{ "id": "a", "when": { "|" } }] }',
      ['and', 'var', '==', 'in'],
    ],
    [
      'variables',
      'flow',
      '{ "rows": [{ "id": "a", "when": { "var": "|" } }] }',
      ['stage', 'user.app.accountType', 'feature.CareerExplorer.access', 'user.profile.firstName'],
    ],
    [
      'values of a variable',
      'flow',
      '{ "rows": [{ "id": "a", "when": { "==": [{ "var": "user.app.accountType" }, "|"] } }] }',
      ['free', 'power'],
    ],
    [
      'values in a list after a variable',
      'flow',
      '{ "rows": [{ "id": "a", "when": { "in": [{ "var": "stage" }, ["onboarding", "|"]] } }] }',
      ['fullAccess'],
    ],
    [
      'entries of a list variable',
      'flow',
      '{ "rows": [{ "id": "a", "when": { "in": ["|", { "var": "route.needs" }] } }] }',
      ['console'],
    ],
    [
      'values deep in a rule',
      'flow',
      '{ "rows": [{ "id": "a", "when": { "and": [{ "!": { "==": [{ "var": "stage" }, "|"] } }] } }] }',
      ['research'],
    ],
    [
      'members of the configuration that are names',
      'config',
      '{ "features": { "|" } }',
      ['CareerExplorer'],
    ],
    ['css roles', 'config', '{ "cssVariables": { "|" } }', ['brand', 'cloth']],
    [
      'texts that a language lacks',
      'locale',
      '{ "texts": { "menu": { "|" } } }',
      ['home', 'reports'],
    ],
  ])('offers %s', async (_what, kind, marked, expected) =>
    expect(await labels(kind, marked)).toEqual(expect.arrayContaining(expected)),
  )

  it('offers only the props of the node’s widget', async () => {
    const found = await labels(
      'screen',
      '{ "children": [{ "id": "a", "type": "call-to-action-card", "props": { "|" } }] }',
    )
    expect(found).toEqual(expect.arrayContaining(['title', 'routeName', 'buttonText']))
    expect(found).not.toContain('facts')
  })

  it('offers references in props, and variables where a prop is bound', async () => {
    expect(
      await labels(
        'screen',
        '{ "children": [{ "id": "a", "type": "call-to-action-card", "props": { "routeName": "|" } }] }',
      ),
    ).toContain('profileHomePage')
    expect(
      await labels(
        'screen',
        '{ "children": [{ "id": "a", "type": "call-to-action-card", "props": { "title": { "bind": { "var": "|" } } } }] }',
      ),
    ).toContain('stage')
  })

  it('offers the data of the current screen', async () => {
    expect(
      await labels('screen', '{ "children": [{ "id": "a", "type": "section", "data": "|" }] }', [
        'careers',
      ]),
    ).toEqual(['careers'])
    expect(
      await labels('screen', '{ "children": [{ "id": "a", "show": { "var": "|" } }] }', [
        'careers',
      ]),
    ).toContain('data.careers')
  })

  it('offers only the configuration to a form field', async () => {
    const found = await labels(
      'profile-section',
      '{ "fields": [{ "id": "a", "show": { "var": "|" } }] }',
    )
    expect(found).toContain('config.signup')
    expect(found).not.toContain('stage')
  })

  it('replaces the whole word under the cursor', async () => {
    const text = '{ "items": [{ "id": "a", "to": "pro|file" }] }'
    const [first] = await offered('menu', text)
    expect(text.replace('|', '').slice(first!.from, first!.to)).toBe('"profile"')
  })
})

it('reads snippets and puts the cursor at the first placeholder', () => {
  expect(readSnippet('"label": "$1"')).toEqual({
    text: '"label": ""',
    cursor: { from: 10, to: 10 },
  })
  expect(readSnippet('"sold": ${1:false},')).toEqual({
    text: '"sold": false,',
    cursor: { from: 8, to: 13 },
  })
  expect(readSnippet('"\\$schema"')).toEqual({ text: '"$schema"', cursor: { from: 9, to: 9 } })
})

describe('help', () => {
  it('explains a member', async () => {
    const text = '{ "items": [{ "id": "a", "icon": "home" }] }'
    const found = await (await helper('menu')).explain(text, text.indexOf('icon'))
    expect(found?.lines).toEqual(['Name of a drawn icon.'])
  })

  it('shows the text of a text key and the path of a route', async () => {
    const text = '{ "items": [{ "id": "a", "label": "menu.home", "to": "profileHomePage" }] }'
    const language = await helper('menu')
    expect((await language.explain(text, text.indexOf('menu.home')))?.lines.at(-1)).toBe(
      'menu.home: Home',
    )
    expect((await language.explain(text, text.indexOf('profileHome')))?.lines.at(-1)).toBe(
      'profileHomePage: /profile/home',
    )
  })

  it('shows the values that a variable can have', async () => {
    const text = '{ "rows": [{ "id": "a", "when": { "var": "stage" } }] }'
    expect(
      (await (await helper('flow')).explain(text, text.indexOf('stage')))?.lines.at(-1),
    ).toContain('onboarding, research, workerType, fullAccess')
  })
})

describe('problems while typing', () => {
  const screen = (node: string) =>
    `{ "kind": "screen", "id": "x", "v": 1, "title": "X", "source": "spec 2", "children": [${node}] }`
  const issues = async (text: string) =>
    (await (await helper('screen')).check(text)).issues.map(({ code, pointer, suggestion }) => ({
      code,
      pointer,
      ...(suggestion && { suggestion }),
    }))

  it.each([
    [
      'a misspelt widget',
      '{ "id": "a", "type": "sectoin" }',
      { code: 'screen/unknown-widget', pointer: '/children/a/type', suggestion: 'section' },
    ],
    [
      'a misspelt prop',
      '{ "id": "a", "type": "text-block", "props": { "titel": "menu.home" } }',
      { code: 'document/unknown-member', pointer: '/children/a/props/titel', suggestion: 'title' },
    ],
    [
      'a misspelt variable',
      '{ "id": "a", "type": "section", "show": { "var": "stagee" } }',
      { code: 'rule/unknown-variable', pointer: '/children/a/show/var', suggestion: 'stage' },
    ],
    [
      'a value that can never be',
      '{ "id": "a", "type": "section", "show": { "==": [{ "var": "stage" }, "fullaccess"] } }',
      { code: 'rule/impossible-value', pointer: '/children/a/show/==/1', suggestion: 'fullAccess' },
    ],
    [
      'a misspelt rule',
      '{ "id": "a", "type": "section", "show": { "ref": "isFre" } }',
      { code: 'rule/unknown-ref', pointer: '/children/a/show/ref', suggestion: 'isFree' },
    ],
    [
      'a misspelt page in a prop',
      '{ "id": "a", "type": "action-buttons", "props": { "actions": [{ "id": "go", "text": "menu.home", "routeName": "profileHomPage" }] } }',
      {
        code: 'reference/unknown-route',
        pointer: '/children/a/props/actions/go/routeName',
        suggestion: 'profileHomePage',
      },
    ],
    [
      'a misspelt variable in a bound prop',
      '{ "id": "a", "type": "text-block", "props": { "title": { "bind": { "var": "stagee" } } } }',
      {
        code: 'rule/unknown-variable',
        pointer: '/children/a/props/title/bind/var',
        suggestion: 'stage',
      },
    ],
  ])('names %s and suggests what was meant', async (_what, node, expected) =>
    expect(await issues(screen(node))).toContainEqual(expected),
  )

  it('says nothing about the shape of a text that doesn’t parse', async () => {
    const { faults, issues: none } = await (await helper('menu')).check('{ "items": [}')
    expect(faults.length).toBeGreaterThan(0)
    expect(none).toEqual([])
  })

  it('reports a duplicate name', async () => {
    expect(
      (await (await helper('menu')).check('{ "items": [], "items": [] }')).faults.map(
        ({ message }) => message,
      ),
    ).toContain('Duplicate object key')
  })

  const shipped = sources
    .map(({ where, value }) => ({ where, value: value as { kind: Kind; data?: object } }))
    .filter(
      ({ value }) => value.kind in KINDS && value.kind !== 'overlay' && value.kind !== 'tenant',
    )
  it.each(shipped.map(({ where, value }) => [where, value] as const))(
    'finds none in %s',
    (_where, value) => {
      const data = value.kind === 'report' ? ['report'] : Object.keys(value.data ?? {})
      const keys = [
        ...new Set(
          catalog
            .all('profile-section')
            .flatMap(({ fields }) => fields.map((field) => field.path ?? field.id)),
        ),
      ].map((id) => ({ id }))
      expect(
        checkAlone(
          value,
          setupOf(value.kind, schemaOf(value.kind), { ...names, profileKey: keys }, widgets, data),
        ),
      ).toEqual([])
    },
  )
})

it('gives the language service only references that lead somewhere', () => {
  for (const kind of Object.keys(KINDS) as Kind[]) {
    const { enriched } = setupOf(kind, schemaOf(kind), names, widgets, [])
    const definitions = enriched['$defs'] as Record<string, unknown>
    for (const [, target] of JSON.stringify(enriched).matchAll(/"\$ref":"([^"]+)"/g)) {
      expect(target).toMatch(/^#\/\$defs\//)
      expect(definitions).toHaveProperty([decodeURIComponent(target!.slice('#/$defs/'.length))])
    }
  }
})

it('accepts any reference if no names are known', () => {
  const bare = enrich('menu', schemaOf('menu'), {
    names: {},
    widgets: {},
    scope: { is: 'object', members: {} },
    sources: [],
  })
  expect(JSON.stringify(bare)).not.toContain('"enum":[]')
})
