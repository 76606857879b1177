/** The import table of the house, as data: what each folder may import. Aliased, relative, side-effect and package imports. */

import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

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
  { folder: 'engine/react', own: ['engine'], packages: [...REACT, 'typebox'] },
  // What all rooms share imports none of them.
  { folder: 'widgets/parts', own: ['engine', 'engine/react'], packages: WIDGETS },
  { folder: 'widgets', own: ['engine', 'engine/react', 'widgets/parts'], packages: WIDGETS },
  {
    folder: 'tasks',
    own: ['engine', 'engine/react', 'widgets', 'widgets/parts'],
    packages: WIDGETS.filter((name) => String(name) !== String(/^@rjsf\//)),
  },
  {
    folder: 'admin/parts',
    own: ['engine', 'engine/react', 'widgets', 'widgets/parts'],
    packages: [...WIDGETS, 'swr'],
  },
  {
    folder: 'admin',
    own: ['engine', 'engine/react', 'widgets', 'widgets/parts', 'admin/parts'],
    packages: [...WIDGETS, 'swr', /^@?codemirror/, 'vscode-json-languageservice'],
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
      'kysely',
      /^@electric-sql\//,
      '@node-rs/argon2',
      'nodemailer',
      'uuidv7',
      'prom-client',
      /^@opentelemetry\//,
      'ajv',
      /^ajv\//,
      'ajv-formats',
      // A second opinion about rules; what decides is our own.
      'json-logic-js',
      'typebox',
    ],
  },
]

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s(?:[^'"`;]*?\sfrom\s)?\s*['"]([^'"]+)['"]|\bimport\(\s*(?:\/\*[^*]*\*\/\s*)?['"]([^'"]+)['"]\s*\)/g

/** The row that a file stands under: the longest folder that holds it. */
function rowOf(path: string): Row | undefined {
  return [...TABLE]
    .sort((a, b) => b.folder.length - a.folder.length)
    .find(({ folder }) => path.startsWith(`${folder}/`))
}

function importsOf(source: string): string[] {
  return [...source.matchAll(IMPORT)].map(([, from, dynamic]) => (from ?? dynamic)!)
}

/** Why an import breaks the table; null when it does not. */
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

describe('the import table', () => {
  it('holds for every file', () => {
    const breaches = files.flatMap((file) =>
      importsOf(readFileSync(join(root, 'src', file), 'utf8')).flatMap(
        (specifier) => breach(file, specifier) ?? [],
      ),
    )
    expect(breaches).toEqual([])
  })

  it('holds for folders that people can still read: at most 90 files each', () => {
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
    ['a file in no folder', 'misc/attic.ts', "import './x.ts'"],
  ])('finds %s', (_what, file, source) => {
    expect(importsOf(source)).toHaveLength(1)
    expect(breach(file, importsOf(source)[0]!)).not.toBeNull()
  })

  it('has no barrels: index files hide where things are', () => {
    expect(files.filter((file) => /(^|\/)index\.tsx?$/.test(file))).toEqual([])
  })
})

/** What this machine's neighbours would see: the product stands alone. */
it('nothing in the repository reads what lies beside it', () => {
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
