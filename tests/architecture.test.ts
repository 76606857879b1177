/**
 * The import table, as data: what each folder may import. Aliased, relative, side-effect and
 * package imports.
 */

import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { claimsOf, functionsOf } from '#tests/support/functions.ts'
import { cyclesIn, importsOf, type Import } from '#tests/support/imports.ts'

const root = join(import.meta.dirname, '..')

type Row = {
  readonly folder: string
  /** Folders below src; a folder may always import itself. */
  readonly own: readonly string[]
  readonly packages: readonly (string | RegExp)[]
}

const REACT = ['react', 'react-router-dom', 'react-i18next']
const WIDGETS = [...REACT, 'typebox', /^@mantine\//, /^@rjsf\//]

const TABLE: readonly Row[] = [
  { folder: 'engine', own: [], packages: ['typebox'] },
  { folder: 'engine/react', own: ['engine'], packages: ['react', 'react-i18next', 'typebox'] },
  // What all rooms share must not import any of them.
  { folder: 'widgets/parts', own: ['engine', 'engine/react'], packages: [...WIDGETS, 'uqr'] },
  { folder: 'widgets', own: ['engine', 'engine/react', 'widgets/parts'], packages: WIDGETS },
  {
    folder: 'tasks',
    own: ['engine', 'engine/react', 'widgets', 'widgets/parts'],
    packages: ['react', 'typebox'],
  },
  {
    folder: 'admin/parts',
    own: ['engine', 'engine/react', 'widgets', 'widgets/parts'],
    packages: [...WIDGETS, 'swr'],
  },
  {
    folder: 'admin',
    own: ['engine', 'engine/react', 'widgets', 'widgets/parts', 'admin/parts'],
    packages: [
      ...WIDGETS,
      'react-dom',
      'swr',
      'csv-parse',
      /^@?codemirror/,
      'vscode-json-languageservice',
    ],
  },
  {
    folder: 'app',
    own: ['engine', 'engine/react', 'widgets', 'widgets/parts', 'tasks', 'admin', 'admin/parts'],
    packages: [
      ...WIDGETS,
      'react-dom/client',
      'react-dom/server',
      'valtio',
      'swr',
      'i18next',
      'idb',
      /^@sentry\//,
      '@simplewebauthn/browser',
    ],
  },
  {
    folder: 'server',
    own: ['engine'],
    // Any server package; of the browser's only the compiler of form validators, which is Ajv's.
    packages: [
      /^node:/,
      /^fastify/,
      /^@fastify\//,
      'pg',
      'csv-parse',
      'kysely',
      /^@electric-sql\//,
      '@node-rs/argon2',
      // Sets PDFs; only in its own process.
      '@myriaddreamin/typst-ts-node-compiler',
      'docx',
      'lru-cache',
      /^libphonenumber-js\//,
      'nodemailer',
      'openid-client',
      '@simplewebauthn/server',
      'otpauth',
      'uuidv7',
      'prom-client',
      /^@opentelemetry\//,
      'ajv',
      /^ajv\//,
      'ajv-formats',
      // A second opinion about rules; our own evaluator decides.
      'json-logic-js',
      'typebox',
    ],
  },
]

/** The row that applies to a file: that of the longest folder that contains it. */
function rowOf(path: string): Row | undefined {
  return [...TABLE]
    .sort((a, b) => b.folder.length - a.folder.length)
    .find(({ folder }) => path.startsWith(`${folder}/`))
}

/** Why an import breaks the table; null if it doesn't. */
function breach(file: string, specifier: string): string | null {
  const row = rowOf(file)
  if (row === undefined) return `${file} is in no folder of the table`
  if (specifier.startsWith('#') || specifier.startsWith('.')) {
    const target = specifier.startsWith('#')
      ? specifier.slice(1)
      : relative(join(root, 'src'), resolve(root, 'src', dirname(file), specifier))
    if (/\.(css|json)$/.test(target) && !target.startsWith('..'))
      return rowOf(target)?.folder === row.folder || row.own.includes(rowOf(target)?.folder ?? '')
        ? null
        : `${file} imports ${specifier}`
    const folder = rowOf(target)?.folder
    if (folder === undefined) return `${file} imports ${specifier}, which is outside of src`
    if (folder === row.folder || row.own.includes(folder)) return null
    return `${file} imports ${specifier}: ${row.folder} may import ${row.own.join(', ') || 'nothing of ours'}`
  }
  const allowed = row.packages.some((name) =>
    typeof name === 'string'
      ? specifier === name || specifier.startsWith(`${name}/`)
      : name.test(specifier),
  )
  return allowed ? null : `${file} imports the package ${specifier}`
}

const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'),
)

const imports = new Map(
  files.map((file) => [file, importsOf(file, readFileSync(join(root, 'src', file), 'utf8'))]),
)

/** The file below src that an internal import refers to. */
function targetOf(file: string, specifier: string): string | undefined {
  if (specifier.startsWith('#')) return specifier.slice(1)
  return specifier.startsWith('.')
    ? relative(join(root, 'src'), resolve(root, 'src', dirname(file), specifier))
    : undefined
}

/** File -> the files that it imports, for the given kinds of imports. */
function graphOf(kinds: readonly Import['kind'][]): Map<string, string[]> {
  return new Map(
    [...imports].map(([file, all]) => [
      file,
      all.flatMap(({ specifier, kind }) =>
        specifier !== null && kinds.includes(kind) ? (targetOf(file, specifier) ?? []) : [],
      ),
    ]),
  )
}

/** Words in the table's cells that aren't names. */
const PROSE = new Set(['all', 'of', 'the', 'above', 'and', 'forms', 'alone'])

/** Packages that a folder imports, as people call them: `mantine` of `@mantine/core`. */
function packagesOf(folder: string): Set<string> {
  const own = [...imports].filter(([file]) => {
    const row = rowOf(file)?.folder ?? ''
    return row === folder || row === `${folder}/parts`
  })
  return new Set(
    own
      .flatMap(([, all]) => all.map(({ specifier }) => specifier ?? '.'))
      .filter((specifier) => !/^[.#]|^node:/.test(specifier))
      .map((specifier) => specifier.replace(/^@/, '').split('/')[0]!),
  )
}

/** Rooms that import each other. No file does, and a room that can be untied leaves the list. */
const MUTUAL: readonly string[] = [
  'engine/contract <> engine/decide',
  'engine/contract <> engine/documents',
  'engine/contract <> engine/rules',
  'engine/decide <> engine/documents',
  'engine/decide <> engine/rules',
  'engine/documents <> engine/forms',
  'engine/documents <> engine/rules',
  'engine/forms <> engine/rules',
  'server/accounts <> server/plugins',
  'server/accounts <> server/release',
  'server/accounts <> server/start',
  'server/base <> server/database',
  'server/base <> server/store',
  'server/catalogue <> server/store',
  'server/database <> server/migrations',
  'server/database <> server/store',
  'server/operations <> server/start',
  'server/plugins <> server/start',
  'server/release <> server/workspace',
  'server/routes <> server/start',
  'widgets/account <> widgets/frame',
  'widgets/assessments <> widgets/reports',
]

describe('the import table', () => {
  it('holds for every file', () => {
    const breaches = [...imports].flatMap(([file, all]) =>
      all.flatMap(({ specifier }) => (specifier === null ? [] : (breach(file, specifier) ?? []))),
    )
    expect(breaches).toEqual([])
  })

  it('can’t be bypassed by names built at run time', () => {
    const hidden = [...imports]
      .filter(([, all]) => all.some(({ specifier }) => specifier === null))
      .map(([file]) => file)
    // A third-party service whose address a tenant has configured, threads, which are beside the
    // bundle or in the source, and the built page that the server draws.
    expect(hidden).toEqual(['app/validators.ts', 'server/base/thread.ts', 'server/start/start.ts'])
  })

  it('matches docs/architecture.md, and so do the rooms', () => {
    const text = readFileSync(join(root, 'docs', 'architecture.md'), 'utf8')
    const told = [...text.matchAll(/^\| `src\/([\w/]+)` \|[^|]*\| ([^|]+) \|$/gm)]
    expect(told.map(([, folder]) => folder).sort()).toEqual(
      TABLE.map(({ folder }) => folder)
        .filter((folder) => !folder.endsWith('/parts'))
        .sort(),
    )
    for (const [, folder, may] of told) {
      const row = TABLE.find((each) => each.folder === folder)!
      // "never React" says what not; "all of the above" and "server packages" are more than a name.
      const named = (may!.split(';')[0]!.match(/[\w/-]+/g) ?? []).filter(
        (name) => name !== folder && TABLE.some((each) => each.folder === name),
      )
      expect(row.own, folder).toEqual(expect.arrayContaining(named))
      const own = may!.includes('all of the above')
        ? []
        : row.own.filter((each) => !each.endsWith('/parts'))
      expect(may!.split(/[,; ]+/), folder).toEqual(
        expect.arrayContaining(own.map((each) => each.replace(/^engine.*/, 'engine'))),
      )
    }
    for (const [, folder, may] of told) {
      if (may!.includes('packages')) continue
      const named = (may!.split(';')[0]!.match(/[\w/-]+/g) ?? []).filter(
        (name) => !TABLE.some((each) => each.folder === name) && !PROSE.has(name),
      )
      const used = [...packagesOf(folder!)]
      // What the rows above name isn't named again.
      const wanted = may!.includes('all of the above')
        ? used.filter((name) => named.includes(name))
        : used
      expect(named.sort(), folder).toEqual(wanted.sort())
    }
    const rooms = /Four folders have rooms\.(.*)/.exec(text)![1]!
    for (const [, folder, list] of rooms.matchAll(/`(\w+)`: ((?:`[\w-]+`[^`.]*)+)\./g)) {
      const said = [...list!.matchAll(/`([\w-]+)`/g)].map(([, room]) => room!)
      const there = readdirSync(join(root, 'src', folder!), { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => name)
      expect(there.sort(), folder).toEqual(said.sort())
    }
  })

  it('has no cycles: no module imports itself indirectly at run time', () => {
    expect(cyclesIn(graphOf(['static']))).toEqual([])
  })

  it('leaves the schemas of calls on the server', () => {
    const graph = graphOf(['static', 'dynamic'])
    const browser = [...graph.keys()].filter((file) => /^(admin|app|tasks|widgets)\//.test(file))
    const reached = new Set(browser)
    for (const file of reached) for (const next of graph.get(file) ?? []) reached.add(next)
    expect([...reached].filter((file) => /^engine\/contract\/\w*shapes\.ts$/.test(file))).toEqual(
      [],
    )
  })

  it('has no cycles of type imports either', () => {
    expect(cyclesIn(graphOf(['static', 'type']))).toEqual([])
  })

  it('keeps folders readable, at most 90 files each', () => {
    const counts = new Map<string, number>()
    for (const entry of readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true }))
      if (entry.isFile()) counts.set(entry.parentPath, (counts.get(entry.parentPath) ?? 0) + 1)
    expect([...counts].filter(([, count]) => count > 90)).toEqual([])
  })

  it.each([
    ['the core importing React', 'engine/decide.ts', "import { useState } from 'react'"],
    ['the core importing Node', 'engine/decide.ts', "import { readFileSync } from 'node:fs'"],
    [
      'the core importing a widget by its alias',
      'engine/decide.ts',
      "import { Card } from '#widgets/parts/Card.tsx'",
    ],
    [
      'the core importing the server by a path',
      'engine/decide.ts',
      "import { start } from '../server/start.ts'",
    ],
    [
      'a shared part importing a room',
      'widgets/parts/Card.tsx',
      "import { Quiz } from '#widgets/assessments/Quiz.tsx'",
    ],
    [
      'a shared part of the console importing a room',
      'admin/parts/Pages.tsx',
      "import { useEditor } from '../editor/useEditor.ts'",
    ],
    ['a widget importing the app', 'widgets/Card.tsx', "import { store } from '#app/store.ts'"],
    ['a widget importing a state library', 'widgets/Card.tsx', "import useSWR from 'swr'"],
    ['a widget importing for a side effect', 'widgets/Card.tsx', "import 'valtio'"],
    [
      'the server importing a component',
      'server/app.ts',
      "const { x } = await import('#widgets/parts/Card.tsx')",
    ],
    ['the server importing React', 'server/app.ts', "export { createElement } from 'react'"],
    [
      'data imported as code',
      'app/main.tsx',
      "import config from '../../schemas/config/default.json'",
    ],
    [
      'a worker that is started across the table',
      'engine/decide.ts',
      "new Worker(new URL('../app/worker.ts', import.meta.url))",
    ],
    [
      'a dynamic import in several lines',
      'server/app.ts',
      "void import(\n  /* @vite-ignore */\n  '#widgets/parts/Card.tsx'\n)",
    ],
    [
      'a type that is imported within a type',
      'engine/decide.ts',
      "export type Card = import('#widgets/parts/Card.tsx').Card",
    ],
    ['a file in no folder', 'misc/attic.ts', "import './x.ts'"],
  ])('finds %s', (_what, file, source) => {
    const found = importsOf(file, source)
    expect(found).toHaveLength(1)
    expect(breach(file, found[0]!.specifier!)).not.toBeNull()
  })

  it('isn’t fooled by what only looks like an import', () => {
    const source = "// import 'react'\nexport const text = `\nimport { x } from 'react'\n`"
    expect(importsOf('engine/decide.ts', source)).toEqual([])
  })

  it('finds a cycle, and only the modules in it', () => {
    const graph = new Map([
      ['a', ['b']],
      ['b', ['c', 'd']],
      ['c', ['a']],
      ['d', ['e']],
      ['e', []],
    ])
    expect(cyclesIn(graph)).toEqual([['a', 'b', 'c']])
  })

  it('says of all code that the check of documents runs that its stamp depends on it', () => {
    const source = readFileSync(join(root, 'scripts', 'tools.mjs'), 'utf8')
    const list = /export const CHECK_CODE = \[([^\]]*)\]/.exec(source)![1]!
    const stamped = [...list.matchAll(/'src\/([^']+)'/g)].map(([, path]) => path!)
    const graph = graphOf(['static'])
    const reached = new Set(['server/release/check-documents.ts'])
    for (const file of reached) for (const next of graph.get(file) ?? []) reached.add(next)
    expect(reached.size).toBeGreaterThan(50)
    expect(
      [...reached].filter((file) => !stamped.some((path) => `${file}/`.startsWith(`${path}/`))),
    ).toEqual([])
  })

  it('has few rooms that import each other both ways, and no new ones', () => {
    const roomOf = (file: string) => file.split('/').slice(0, -1).slice(0, 2).join('/')
    const pairs = new Set<string>()
    for (const [file, targets] of graphOf(['static', 'type', 'dynamic']))
      for (const target of targets)
        if (roomOf(file) !== roomOf(target)) pairs.add(`${roomOf(file)} ${roomOf(target)}`)
    const mutual = [...pairs]
      .map((pair) => pair.split(' ') as [string, string])
      .filter(([one, other]) => one < other && pairs.has(`${other} ${one}`))
      // Registries and entry points are beside the rooms and belong to none.
      .filter(([one, other]) => !other.startsWith(`${one}/`))
      .map((pair) => pair.join(' <> '))
    expect(mutual.sort()).toEqual(MUTUAL)
  })

  it('has no barrels, because index files hide where things are', () => {
    expect(files.filter((file) => /(^|\/)index\.tsx?$/.test(file))).toEqual([])
  })
})

const MAX_FILE_LINES = 400
const MAX_FUNCTION_LINES = 100
const MAX_COMPONENT_LINES = 150
/** `value!`, apart from loops over arrays and matrices. Both only get fewer. */
const MAX_CLAIMS = 105
const MAX_INDEXED_CLAIMS = 240
/** Longer ones that stay, each with its reason. This list only gets shorter. */
const LONG: Readonly<Record<string, string>> = {
  'widgets/assessments/faces/hair.tsx drawHair': 'a drawing: coordinates of every hair style',
  'server/migrations/0001-foundation.ts up': 'has run everywhere, and never changes again',
}

describe('style sheets', () => {
  it('say what a class looks like in one place: a second would change whoever has the first', () => {
    const sheets = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    const twice = sheets
      .filter((file) => file.endsWith('.module.css'))
      .flatMap((file) => {
        const css = readFileSync(join(root, 'src', file), 'utf8')
        const classes = [...css.matchAll(/^\.([\w-]+) \{/gm)].map(([, name]) => name)
        return classes
          .filter((name, at) => classes.indexOf(name) !== at)
          .map((name) => [file, name])
      })
    expect(twice).toEqual([])
  })
})

describe('files and functions', () => {
  const sources = files.map(
    (file) => [file, readFileSync(join(root, 'src', file), 'utf8')] as const,
  )
  const long = sources.flatMap(([file, source]) => [
    ...(source.split('\n').length - 1 > MAX_FILE_LINES ? [file] : []),
    ...functionsOf(file, source)
      .filter(
        ({ lines, isComponent }) =>
          lines > (isComponent ? MAX_COMPONENT_LINES : MAX_FUNCTION_LINES),
      )
      .map(({ name }) => `${file} ${name}`),
  ])

  it('are short enough to be read at once', () => {
    expect(long.filter((each) => !(each in LONG))).toEqual([])
  })

  it('have no exception that is no longer needed', () => {
    expect(Object.keys(LONG).filter((each) => !long.includes(each))).toEqual([])
  })

  it('are measured from the first line to the last, with what is inside', () => {
    const source =
      'const outer = () => {\n  function inner() {\n    return 1\n  }\n  return inner\n}'
    expect(functionsOf('x.ts', source).map(({ name, lines }) => [name, lines])).toEqual([
      ['outer', 6],
      ['inner', 3],
    ])
    const [component] = functionsOf('X.tsx', 'export function Card() {\n  return <p />\n}')
    expect(component).toEqual({ name: 'Card', lines: 3, isComponent: true })
  })

  it('seldom claim that a value is there: a type says it, or a name for what is missing', () => {
    expect(claimsOf('x.ts', 'a! + b[c]! + d.e!.f[0]!')).toEqual({ all: 4, indexed: 2 })
    const counts = sources.map(([file, source]) => claimsOf(file, source))
    const sum = (of: 'all' | 'indexed') => counts.reduce((total, each) => total + each[of], 0)
    expect(sum('indexed')).toBeLessThanOrEqual(MAX_INDEXED_CLAIMS)
    expect(sum('all') - sum('indexed')).toBeLessThanOrEqual(MAX_CLAIMS)
  })

  it('say of a limit that it is one: its name begins with MAX_ or MIN_', () => {
    const vague =
      /const ((?:[A-Z]+_)?(?:MOST|LEAST|LONGEST|SHORTEST|LARGEST|SMALLEST|DEEPEST|HIGHEST|LOWEST)(?:_[A-Z_]+)?) =/
    expect(
      sources.flatMap(([file, source]) => {
        const name = vague.exec(source)?.[1]
        return name === undefined ? [] : [`${file} ${name}`]
      }),
    ).toEqual([])
  })
})

/** Paths outside the repository: the product must not depend on its surroundings. */
it('nothing in the repository reads files outside it', () => {
  const texts = ['src', 'scripts', 'tests', 'bench'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(ts|tsx|mjs|json|css|html)$/.test(file))
      .map((file) => ({
        file: join(folder, file),
        text: readFileSync(join(root, folder, file), 'utf8'),
      })),
  )
  expect(
    texts
      .filter(
        ({ file, text }) =>
          file !== 'tests/architecture.test.ts' && /\.\.\/shared|\/work\//.test(text),
      )
      .map(({ file }) => file),
  ).toEqual([])
})

describe('decisions', () => {
  it('have a number each, which their title says', () => {
    const folder = join(root, 'docs', 'decisions')
    const files = readdirSync(folder).filter((file) => /^\d/.test(file))
    const numbers = files.map((file) => file.slice(0, 4))
    expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([])
    for (const file of files) {
      const [, said] = /^# (\d+)/.exec(readFileSync(join(folder, file), 'utf8')) ?? []
      expect(Number(said), file).toBe(Number(file.slice(0, 4)))
    }
  })
})
