/**
 * Hostile documents (risks B3): every one is refused with its problems named, or does nothing.
 * Nothing is thrown, no built-in object is changed, and no check takes longer than a publish may
 * wait.
 *
 * Few in a normal run; `HOSTILE=20000` for as many as the goal requires, which prints how long
 * checks took.
 */

import { describe, expect, it } from 'vitest'
import { checkDocuments, type Source } from '#engine/check/check.ts'
import { MIGRATIONS } from '#engine/documents/migrations.ts'
import { themeCss } from '#engine/documents/themecss.ts'
import { dice } from '#tests/support/dice.ts'
import { code, sources } from '#tests/support/documents.ts'

const HOSTILE = Number(process.env['HOSTILE'] ?? 40)
/**
 * Processor time of a whole check of some hundred documents; the publish's own process is killed
 * after ten times as much.
 */
const MAX_MS = 2000
const surroundings = {
  widgets: Object.fromEntries(
    Object.entries(code.widgets).map(([type, { props }]) => [type, props]),
  ),
  icons: code.icons,
  pictures: code.pictures,
  migrations: MIGRATIONS,
}

const deep = (depth: number, key: string): unknown =>
  JSON.parse(`${`{"${key}":[`.repeat(depth)}1${']}'.repeat(depth)}`)
const POISON = JSON.parse(
  '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}',
) as unknown
/** What replaces a value, or is added next to it under its own name. */
const VALUES: readonly unknown[] = [
  POISON,
  '__proto__',
  'constructor.prototype.polluted',
  '<script>globalThis.polluted = 1</script>',
  '<img src=x onerror=alert(1)>',
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'url(https://evil.test/x)',
  'red;}</style><script>alert(1)</script>',
  '{{constructor.constructor("return 1")()}}',
  '${7*7}',
  '//evil.test/path',
  '\u0000\u202E\uD800',
  'x'.repeat(300_000),
  deep(1000, 'and'),
  deep(60, 'and'),
  { var: '__proto__.polluted' },
  { var: ['constructor', 1] },
  { method: ['x', 'constructor'] },
  { map: [{ var: 'user' }, { log: 1 }] },
  { and: Array.from({ length: 20_000 }, () => true) },
  { ref: 'noSuchRule' },
  { pattern: '^(a+)+$' },
  { $ref: '#' },
  Array.from({ length: 5000 }, (_, index) => ({ id: `n${index % 3}` })),
  null,
  -1e308,
  [[[[[[[[]]]]]]]],
]
const NAMES = [
  '__proto__',
  'constructor',
  'prototype',
  '$ref',
  '$id',
  'pattern',
  'onClick',
  'dangerouslySetInnerHTML',
  'id',
  'kind',
  'when',
  'href',
  'style',
]

/** One place of a document, changed. */
function poison(document: unknown, roll: (sides: number) => number): unknown {
  const copy = structuredClone(document)
  let at = copy as Record<string, unknown>
  for (let step = roll(6); step > 0; step--) {
    const inner = Object.values(at).filter(
      (value): value is Record<string, unknown> => typeof value === 'object' && value !== null,
    )
    if (inner.length === 0) break
    at = inner[roll(inner.length)]!
  }
  const value = VALUES[roll(VALUES.length)]
  const keys = Object.keys(at)
  const key =
    roll(3) === 0 || keys.length === 0 ? NAMES[roll(NAMES.length)]! : keys[roll(keys.length)]!
  // As JSON.parse would do it: an own member, whatever its name.
  Object.defineProperty(at, key, { value, enumerable: true, configurable: true, writable: true })
  return copy
}

describe('hostile documents', () => {
  it('are refused with a named problem, or do nothing', { timeout: 7_200_000 }, () => {
    const own = Object.getOwnPropertyNames(Object.prototype).sort()
    const roll = dice(3)
    let refused = 0
    const found: string[] = []
    const times: number[] = []
    for (let index = 0; index < HOSTILE; index++) {
      const victim = sources[roll(sources.length)]!
      // As a new document, or instead of a valid one.
      const bad: Source = {
        where: victim.where,
        value: poison(victim.value, roll),
        ...(index % 2 === 1 && { was: victim.value }),
      }
      const before = process.cpuUsage()
      try {
        const { catalog, problems } = checkDocuments(
          sources.map((source) => (source.where === victim.where ? bad : source)),
          surroundings,
          () => false,
        )
        if (problems.some(({ severity }) => severity === 'error')) {
          refused++
          if (problems.some(({ document, message }) => document === '' && message === ''))
            found.push(`${victim.where}: a problem without a name`)
        } else {
          const css = catalog
            .all('config')
            .map((config) => themeCss(config))
            .join('')
          if (/evil\.test|<\/style|expression\(/.test(css))
            found.push(`${victim.where}: ${css.slice(0, 200)}`)
        }
      } catch (error) {
        found.push(
          `${index} ${victim.where}: ${error instanceof Error ? error.stack?.slice(0, 300) : String(error)}`,
        )
      }
      const { user, system } = process.cpuUsage(before)
      const ms = (user + system) / 1000
      times.push(ms)
      if (ms > MAX_MS) found.push(`${index} ${victim.where}: ${ms.toFixed(0)} ms`)
    }
    expect(found).toEqual([])
    expect(Object.getOwnPropertyNames(Object.prototype).sort()).toEqual(own)
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
    expect((globalThis as { polluted?: unknown }).polluted).toBeUndefined()
    expect(refused).toBeGreaterThan(HOSTILE / 2)
    times.sort((a, b) => a - b)
    if (HOSTILE > 40)
      process.stdout.write(
        `${HOSTILE} harmful documents, ${refused} refused; a check takes ${times[times.length >> 1]!.toFixed(0)} ms in the median, ${times.at(-1)!.toFixed(0)} ms at most\n`,
      )
  })
})
