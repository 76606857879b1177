/** What comments and documents cite can be looked up: docs/sources.md, or a file of this repository. */

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '#tests/support/documents.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const below = (folder: string, ending: RegExp) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => ending.test(file))
    .map((file) => join(folder, file))

const SOURCES = read('docs/sources.md')
const rows = new Set([...SOURCES.matchAll(/^\| (\w+ [A-Z]?\d+) \|/gm)].map(([, name]) => name!))
const goals = new Set(
  [...read('docs/reliability.md').matchAll(/^\| ([A-Z]\d+) \|/gm)].map(
    ([, name]) => `risks ${name}`,
  ),
)
const texts = ['src', 'scripts', 'tests', 'bench', 'schemas']
  .flatMap((folder) => below(folder, /\.(?:tsx?|mjs|css|json)$/))
  .filter((file) => file !== 'tests/sources.test.ts')
  .map((file) => ({ file, text: read(file) }))

/** `reliability.md 3`, `(spec 4, App stage)`, `assessments design 7.1`, `risks B3` ... */
const CITED =
  /\b(?:(engine|reliability|content|quality|look)(?:\.md| design)|(spec|assessments|risks)(?:\.md| design)?) ([A-Z]?\d+)(?:(?:\.\d+)? (?:and|to) (\d+))?/g
const citedIn = (text: string) =>
  [...text.matchAll(CITED)].flatMap(([, note, source, part, other]) =>
    [part, other].flatMap((each) => (each === undefined ? [] : [`${note ?? source} ${each}`])),
  )

describe('what is cited', () => {
  it('has a row in docs/sources.md, or is a goal in docs/reliability.md', () => {
    const cited = texts.flatMap(({ file, text }) => citedIn(text).map((name) => ({ file, name })))
    expect(cited.length).toBeGreaterThan(400)
    expect(cited.filter(({ name }) => !rows.has(name) && !goals.has(name))).toEqual([])
  })

  it('is no row that nothing cites any more', () => {
    const cited = new Set(texts.flatMap(({ text }) => citedIn(text)))
    expect([...rows].filter((name) => !cited.has(name))).toEqual([])
  })

  it('is found in a text', () => {
    expect(
      citedIn('(reliability.md 3.4 and 5; spec 4, App stage), assessments design 5; risks B3'),
    ).toEqual(['reliability 3', 'reliability 5', 'spec 4', 'assessments 5', 'risks B3'])
  })

  it('lives where docs/sources.md says', () => {
    const paths = [...SOURCES.matchAll(/`((?:src|schemas|tests)\/[^`]+)`/g)].map(
      ([, path]) => path!,
    )
    const links = [...SOURCES.matchAll(/\]\(([^)]+)\)/g)].map(([, path]) => join('docs', path!))
    expect(paths.length + links.length).toBeGreaterThan(50)
    expect([...paths, ...links].filter((path) => !existsSync(join(root, path)))).toEqual([])
  })
})

it('code for documents of older versions says until when it is needed, and is gone by then', () => {
  const [major] = (JSON.parse(read('package.json')) as { version: string }).version.split('.')
  const files = below('src/engine/documents', /^former\w*\.ts$/)
  for (const file of files) {
    const last = /May go in (\d+)\.0\.0/.exec(read(file).split('*/')[0]!)?.[1]
    expect(
      Number(last),
      `${file} says in its head from which version on it may go`,
    ).toBeGreaterThan(Number(major))
  }
})
