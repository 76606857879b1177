/**
 * The check of documents: the product's own pass, and every kind of error is reported at its
 * position.
 */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MIGRATIONS } from '#engine/documents/migrations.ts'
import { describe, expect, it, onTestFinished } from 'vitest'
import { BOUNDS } from '#engine/documents/bounds.ts'
import { checkDocuments, REQUIRED, type Source } from '#engine/check/check.ts'
import { KINDS, type AnyDocument } from '#engine/documents/kinds.ts'
import { upcast } from '#engine/documents/upcast.ts'
import { decidingDocuments } from '#engine/check/model.ts'
import { describeProblem, type Problem } from '#engine/contract/problems.ts'
import { LIMITS } from '#engine/rules/rules.ts'
import { documentsFor } from '#server/release/shipped.ts'
import { checkTenant, MAX_BYTES } from '#server/release/check-documents.ts'
import { hashOfSources, loadBase, readSources } from '#server/release/compose.ts'
import table from '#tests/cases/broken-documents.json' with { type: 'json' }
import shapes from '#tests/cases/broken-shapes.json' with { type: 'json' }
import { edit, type BrokenCase } from '#tests/support/broken.ts'
import { catalog, code, sources } from '#tests/support/documents.ts'

const widgets = Object.fromEntries(
  Object.entries(code.widgets).map(([type, { props }]) => [type, props]),
)
/** Decisions that were checked once: a changed text is no reason to check them again. */
const sound = new Set<string>()

function check(documents: readonly Source[]): readonly Problem[] {
  let decisions = ''
  const { problems } = checkDocuments(
    documents,
    { widgets, icons: code.icons, pictures: code.pictures, migrations: MIGRATIONS },
    (all) => {
      decisions = JSON.stringify(decidingDocuments(all))
      return !sound.has(decisions)
    },
  )
  if (decisions !== '' && problems.length === 0) sound.add(decisions)
  return problems
}

/** The product's documents, one of them replaced. */
function replaced(file: string, change: (document: Record<string, unknown>) => unknown): Source[] {
  const where = `schemas/${file}`
  expect(sources.map((source) => source.where)).toContain(where)
  return sources.map((source) =>
    source.where === where
      ? { where, value: change(structuredClone(source.value) as Record<string, unknown>) }
      : source,
  )
}

describe('the documents of the product', () => {
  it('are all valid, and lead every kind of user somewhere', { timeout: 120_000 }, () => {
    expect(check(sources).map(describeProblem)).toEqual([])
  })
})

it('the documents of the product are of the newest version of their kind, or each tenant would seem to have changed them', () => {
  const older = sources.flatMap(({ where, value }) => {
    const newest = upcast(value, where, Object.keys(KINDS), MIGRATIONS)
    return 'document' in newest && newest.document === value ? [] : [where]
  })
  expect(older).toEqual([])
})

describe('a changed document is refused', () => {
  it.each(table.cases as BrokenCase[])('for $description', (given) => {
    const problems = check(replaced(given.file, (document) => edit(document, given)))
    const expected: Partial<Problem> = {
      code: given.code,
      document: given.document ?? `schemas/${given.file}`,
      pointer: given.pointer ?? given.at,
      severity: given.severity ?? 'error',
    }
    const found = problems.filter(
      (problem) =>
        problem.code === expected.code &&
        problem.document === expected.document &&
        problem.pointer === expected.pointer,
    )
    expect(found, problems.map(describeProblem).join('\n')).toHaveLength(1)
    expect(found[0]).toMatchObject(expected)
    expect(found[0]!.suggestion).toBe(given.suggestion)
    const others = problems.length - 1
    expect(given.more === true || others === 0, problems.map(describeProblem).join('\n')).toBe(true)
  })

  it.each(['__proto__', 'constructor', 'prototype'])(
    'for a member called %s, wherever it is',
    (name) => {
      const hostile = JSON.parse(
        `{ "props": { "deep": [{ "${name}": { "polluted": true } }] } }`,
      ) as Record<string, unknown>
      const problems = check(
        replaced('screens/cv.json', (document) => Object.assign(document, hostile)),
      )
      expect(problems).toContainEqual(
        expect.objectContaining({
          code: 'document/hostile',
          document: 'schemas/screens/cv.json',
          pointer: `/props/deep/0/${name}`,
          message: `the name "${name}" is not allowed`,
        }),
      )
      expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
    },
  )

  it('for not being an object', () => {
    for (const value of [null, 'menu', 7, [], true]) {
      expect(check([...sources, { where: 'schemas/menus/odd.json', value }])).toEqual([
        expect.objectContaining({
          code: 'document/not-an-object',
          document: 'schemas/menus/odd.json',
          pointer: '',
        }),
      ])
    }
  })

  it('for a rule that exceeds the size limit', () => {
    const problems = check(
      replaced('rules/isFree.json', (document) => ({
        ...document,
        rule: { and: Array.from({ length: LIMITS.nodes + 1 }, () => true) },
      })),
    )
    expect(problems).toContainEqual(
      expect.objectContaining({
        code: 'rule/unusable',
        document: 'schemas/rules/isFree.json',
        pointer: '/rule',
      }),
    )
  })

  it('for rules that could take too long, one by itself or all of a document together', () => {
    const list = Array.from({ length: 20 }, (_, index) => String(index))
    const long = { some: [list, { some: [list, { in: [{ var: '' }, list] }] }] }
    const bomb = check(replaced('rules/isFree.json', (document) => ({ ...document, rule: long })))
    expect(bomb).toContainEqual(
      expect.objectContaining({
        code: 'rule/too-many-steps',
        document: 'schemas/rules/isFree.json',
        pointer: '/rule',
      }),
    )
    const short = { some: [list, { some: [list, true] }] }
    const many = check(
      replaced('menus/footer.json', (document) => ({
        ...document,
        enable: Array.from({ length: 30 }, (_, index) => ({
          id: `r${index}`,
          when: short,
          reason: 'common.next',
        })),
      })),
    )
    expect(many).toContainEqual(
      expect.objectContaining({
        code: 'rule/too-many-steps',
        document: 'schemas/menus/footer.json',
        pointer: '',
      }),
    )
  })

  it('for exceeding the limits on depth, length or size', () => {
    const nested = Array.from({ length: BOUNDS.depth + 1 }).reduce<unknown>((inner) => [inner], 'x')
    const values = Array.from({ length: 40 }, () => Array.from({ length: BOUNDS.entries }, () => 0))
    for (const [what, message] of [
      [nested, `nested deeper than ${BOUNDS.depth} levels`],
      ['x'.repeat(BOUNDS.text + 1), `a text longer than ${BOUNDS.text} characters`],
      [values, `more than ${BOUNDS.values} values`],
    ] as const) {
      const problems = check(
        replaced('menus/footer.json', (document) => ({ ...document, note: what })),
      )
      expect(problems[0]).toMatchObject({
        code: 'document/hostile',
        document: 'schemas/menus/footer.json',
        message,
      })
    }
  })
})

type Change = Pick<BrokenCase, 'at' | 'set' | 'drop'> & {
  readonly file?: string
  readonly code: string
  readonly pointer?: string
}
type ShapeCase = Change & {
  readonly description: string
  readonly file: string
  readonly lossy?: boolean
  readonly later?: readonly Change[]
}

/** The problems of the product's documents with these changes, as `code file#pointer`. */
type Judge = (changes: readonly (Change & { readonly file: string })[]) => string[]

const line = ({ code: what, document, pointer }: Pick<Problem, 'code' | 'document' | 'pointer'>) =>
  `${what} ${document}#${pointer}`

/** The document of this file with its share of the changes. */
function changed<T>(where: string | undefined, document: T, changes: Parameters<Judge>[0]): T {
  const own = changes.filter(({ file }) => where === `schemas/${file}`)
  return own.length === 0
    ? document
    : (own.reduce(edit, structuredClone(document) as Record<string, unknown>) as T)
}

const asFiles: Judge = (changes) =>
  check(sources.map(({ where, value }) => ({ where, value: changed(where, value, changes) })))
    .map(line)
    .sort()

const shipped = documentsFor(catalog, '', 'default')
const fileOf = new Map(
  sources.map(({ where, value }) => [
    `${(value as { kind: string }).kind}/${(value as { id: string }).id}`,
    where,
  ]),
)

const asDrafts: Judge = (changes) =>
  checkTenant(
    shipped,
    shipped,
    new Map(
      [...shipped].map(([name, document]) => [name, changed(fileOf.get(name), document, changes)]),
    ),
    code,
  )
    .map((problem) =>
      line({ ...problem, document: fileOf.get(problem.document) ?? problem.document }),
    )
    .sort()

describe('a document of the wrong shape', () => {
  const expected = (change: Change, file: string) =>
    line({ code: change.code, document: `schemas/${file}`, pointer: change.pointer ?? change.at })
  const cases = shapes.cases as ShapeCase[]

  it.each(cases)(
    'is reported for that alone, and isn’t reported as missing: $description',
    (given) => {
      expect(asFiles([given])).toEqual([expected(given, given.file)])
      expect(asDrafts([given])).toEqual([expected(given, given.file)])
    },
  )

  it.each(cases.filter(({ later }) => later !== undefined))(
    'is otherwise checked too, and so are all others: $description',
    (given) => {
      // Later changes are applied first, because the broken shape may leave no place for them.
      const changes = [...given.later!.map((each) => ({ file: given.file, ...each })), given]
      const all = changes.map((each) => expected(each, each.file)).sort()
      expect(asDrafts(changes)).toEqual(all)
      expect(given.lossy === true ? all : asFiles(changes)).toEqual(all)
    },
  )

  it('is replaced in the check by what was live, not by what the product ships', () => {
    const live = new Map(shipped)
    const routes = structuredClone(shipped.get('route-group/profile')) as Extract<
      AnyDocument,
      { kind: 'route-group' }
    >
    routes.routes.push({
      ...routes.routes.find(({ id }) => id === 'cv')!,
      id: 'ours',
      path: '/ours',
    })
    live.set('route-group/profile', routes)
    const effective = new Map<string, unknown>(live)
    effective.set('route-group/profile', { ...routes, routes: 'none' })
    effective.set(
      'menu/main',
      changed('schemas/menus/main.json', shipped.get('menu/main'), [
        { file: 'menus/main.json', at: '/items/home/to', set: 'ours', code: '' },
      ]),
    )
    expect(checkTenant(shipped, live, effective, code).map(line)).toEqual([
      'document/type route-group/profile#/routes',
    ])
  })

  it('all documents together are limited in bytes, whatever letters they are written in', () => {
    const codes = (letters: string) =>
      checkTenant(
        shipped,
        shipped,
        new Map<string, unknown>([
          ...shipped,
          [
            'help/long',
            { kind: 'help', id: 'long', v: 1, title: letters, source: 'x', blocks: [] },
          ],
        ]),
        code,
      ).map((problem) => problem.code)
    const count = MAX_BYTES / 2
    expect(codes('x'.repeat(count))).not.toContain('release/too-large')
    expect(codes('\u20AC'.repeat(count))).toContain('release/too-large')
  })

  it.each([
    ['/id', { id: 'mian' }, 'main'],
    ['/kind', { kind: 'meun' }, 'menu'],
    ['/kind', { kind: 'screen' }, 'menu'],
  ])(
    'is reported once if a draft gives itself another name: %s %j',
    (pointer, other, suggestion) => {
      const effective = new Map<string, unknown>([
        ...shipped,
        ['menu/main', { ...shipped.get('menu/main')!, ...other }],
      ])
      expect(checkTenant(shipped, shipped, effective, code)).toEqual([
        expect.objectContaining({
          code: 'document/renamed',
          document: 'menu/main',
          pointer,
          suggestion,
        }),
      ])
    },
  )
})

describe('the terms in the list of consents', () => {
  const at = '/items/terms'
  const file = 'consents/main.json'
  const locked = `consent-list/main#${at}`
  const draft = (change: Omit<Change, 'code' | 'file'> & { file?: string }) =>
    asDrafts([{ file, code: '', ...change }]).map((each) =>
      each
        .replace('schemas/consents/main.json', 'consent-list/main')
        .replace('schemas/flows/onboarding.json', 'flow/onboarding'),
    )
  const stuck = 'model/no-way-out flow/onboarding#/rows/consent-first'

  it.each<[string, Parameters<typeof draft>[0], string[]]>([
    ['removed', { at, drop: true }, [`lock/removed ${locked}`, stuck]],
    ['made optional', { at: `${at}/needed`, set: false }, [`lock/changed ${locked}/needed`, stuck]],
    [
      'left out for some',
      { at: `${at}/asked`, set: { '==': [{ var: 'country' }, 'ZA'] } },
      [`lock/changed ${locked}/asked`, stuck],
    ],
    ['opened', { at: `${at}/lock`, drop: true }, [`lock/changed ${locked}/lock`]],
    [
      'hidden with their form',
      { file: 'screens/consent.json', at: '/children/form/show', set: { var: 'facts.verified' } },
      [stuck],
    ],
  ])('can’t be %s', (_how, change, expected) => {
    expect(draft(change)).toEqual(expected)
  })

  it('may be reworded, and asked for again in the new wording', () => {
    expect(draft({ at: `${at}/text`, set: 'consent.marketing.text' })).toEqual([])
    expect(draft({ at: `${at}/version`, set: 2 })).toEqual([])
  })

  it('aren’t affected by others: an optional consent stays optional', () => {
    expect(draft({ at: '/items/marketing/needed', set: true })).toEqual([
      'lock/changed consent-list/main#/items/marketing/needed',
    ])
  })
})

describe('a warning about who lands where', () => {
  it('is given every time drafts are checked, and blocks nothing', () => {
    const doubtful = () =>
      asDrafts([
        {
          file: 'flows/navigation-guard.json',
          at: '/rows/curriculum/then/to',
          set: 'cv',
          code: '',
        },
        { file: 'routes/profile.json', at: '/routes/cv/class', set: 'loggedIn', code: '' },
      ])
    expect(doubtful()).toEqual([
      'model/no-way-out schemas/flows/navigation-guard.json#/rows/curriculum',
    ])
    expect(doubtful()).toEqual(doubtful())
    expect(asDrafts([])).toEqual([])
  })
})

describe('the set of documents', () => {
  it.each(REQUIRED)('can’t do without %s', (name) => {
    const without = sources.filter(
      ({ value }) => `${(value as { kind: string }).kind}/${(value as { id: string }).id}` !== name,
    )
    expect(without).toHaveLength(sources.length - 1)
    expect(check(without)).toContainEqual(
      expect.objectContaining({ code: 'catalog/missing', document: name }),
    )
  })

  it('is checked to the end: mistakes in three documents are three problems', () => {
    const broken = [
      { file: 'screens/cv.json', at: '/children/title/type', set: 'card' },
      { file: 'menus/main.json', at: '/items/home/to', set: 'nowhere' },
      { file: 'locales/af.json', at: '/texts/menu/home', drop: true },
    ].reduce<readonly Source[]>(
      (documents, change) =>
        documents.map((source) =>
          source.where === `schemas/${change.file}`
            ? {
                ...source,
                value: edit(structuredClone(source.value) as Record<string, unknown>, change),
              }
            : source,
        ),
      sources,
    )
    expect(
      check(broken)
        .map(({ code }) => code)
        .sort(),
    ).toEqual(['reference/unknown-route', 'screen/unknown-widget', 'text/missing'])
  })
})

describe('a document with nothing but unknown names', () => {
  it('gets every one reported, but suggestions for some only, because each is a search through all names', () => {
    const items = Array.from({ length: 600 }, (_, index) => ({
      id: `n${index}`,
      label: `menu.home${index}`,
    }))
    const problems = check(replaced('menus/main.json', (document) => ({ ...document, items })))
    expect(problems).toHaveLength(600)
    expect(problems[0]).toMatchObject({ code: 'reference/unknown-text', suggestion: 'menu.home' })
    expect(problems.filter(({ suggestion }) => suggestion !== undefined).length).toBeLessThan(100)
  })
})

/** Who lands where: found by sending every kind of user to every page. */
describe('decision tables that are valid by themselves', () => {
  const guard = 'flows/navigation-guard.json'
  const one = sources.filter(
    ({ where }) => !/^schemas\/(config|tenants)\/pluggedin(\.json$|\/)/.test(where),
  )

  it(
    'are refused for a redirect loop, a row that never decides, and a page that no user reaches',
    { timeout: 120_000 },
    () => {
      const broken = one.map((source) => {
        const document = structuredClone(source.value) as Record<string, unknown>
        if (source.where === `schemas/${guard}`) {
          // The stage is sent to the CV, and from there to the profile home, which sends it to the
          // CV.
          edit(document, { at: '/rows/to-research/then/to', set: 'cv' })
          const rows = document['rows'] as unknown[]
          rows.splice(1, 0, {
            id: 'never',
            when: { and: [{ var: 'session.signedIn' }, { '==': [{ var: 'user' }, null] }] },
            then: { go: 'allow' },
          })
          rows.splice(14, 0, {
            id: 'round',
            when: {
              and: [
                { '==': [{ var: 'stage' }, 'research'] },
                { '==': [{ var: 'route.name' }, 'cv'] },
              ],
            },
            then: { go: 'redirect', to: 'profileHomePage' },
          })
          rows.splice(4, 0, {
            id: 'shut',
            when: { '==': [{ var: 'route.name' }, 'themePage'] },
            then: { go: 'redirect', to: '404' },
          })
        }
        return { where: source.where, value: document }
      })
      const problems = check(broken)
      expect(problems).toContainEqual(
        expect.objectContaining({
          code: 'model/redirect-loop',
          message: expect.stringMatching(
            /research.* is sent round in circles, more than 5 times: .*profileHomePage -> cv -> profileHomePage -> cv/,
          ) as string,
        }),
      )
      expect(problems).toContainEqual(
        expect.objectContaining({
          code: 'model/dead-row',
          document: `schemas/${guard}`,
          pointer: '/rows/never',
          message: 'the row "never" never decides anything',
        }),
      )
      expect(problems).toContainEqual(
        expect.objectContaining({
          code: 'model/unreachable',
          document: 'schemas/routes/general.json',
          pointer: '/routes/themePage',
        }),
      )
    },
  )
})

it('documents that other code found valid are checked again', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tsela-stamp-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const part of ['meta', 'menus']) mkdirSync(join(folder, part))
  writeFileSync(join(folder, 'meta', 'widgets.json'), JSON.stringify(code))
  writeFileSync(
    join(folder, 'menus', 'main.json'),
    JSON.stringify({ ...shipped.get('menu/main')!, title: 3 }),
  )
  const stamp = join(folder, 'checked.txt')
  writeFileSync(stamp, hashOfSources(readSources(folder), code, 'older code'))
  expect(() => loadBase(folder, stamp)).toThrow('title')
  writeFileSync(stamp, hashOfSources(readSources(folder), code))
  expect(() => loadBase(folder, stamp)).not.toThrow()
})
