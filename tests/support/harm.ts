/**
 * Malicious documents, derived from valid ones (risks.md B3): one place of one changed, or the text
 * of all of it. They come out as text, for JSON can say what no object literal can: a name twice, a
 * name like `__proto__`, no end of depth.
 */

import { isObject } from '#engine/documents/json.ts'

/** Integers in [0, `sides`). */
export type Roll = (sides: number) => number

type Holder = Record<string, unknown> | unknown[]
/** A value, by its container. */
type Spot = { readonly holder: Holder; readonly key: string }

const EVIL = '<img src=x onerror=alert(1)>'
/** Placeholder for text that JSON.stringify would not write; replaced in the final text. */
const RAW = '\u0001raw\u0001'

const STRINGS: readonly string[] = [
  '',
  ' ',
  '__proto__',
  'constructor',
  'toString',
  'constructor.prototype.polluted',
  '../../etc/passwd',
  EVIL,
  '<script>globalThis.polluted = 1</script>',
  '</style><script>alert(1)</script>',
  '{{constructor.constructor("return process")()}}',
  '{user.__proto__.polluted}',
  '{user.profile.firstName, plural, other {x}}',
  '${7*7}',
  '%s%n',
  "' OR 1=1 --",
  '/\\evil.test',
  '//evil.test',
  'https://evil.test/x',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  'java\tscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'url(https://evil.test/x)',
  'red;}body{background:url(//evil.test)}',
  'expression(alert(1))',
  '#fff;--x:url(//evil.test)',
  '@import "//evil.test"',
  '"><script src=//evil.test></script>',
  "GTM-X');alert(1)//",
  '^(a+)+$',
  '(a|a)*b',
  '(?=x)\\1',
  '[',
  '\u202Egpj.exe',
  '\uFEFF',
  '\uFFFF',
  'a\u0300'.repeat(500),
  '👩‍👩‍👧‍👦'.repeat(200),
  'x'.repeat(19_999),
  'x'.repeat(20_001),
  'é'.repeat(300_000),
  '\u0000',
  '\uD800',
  '-0',
  '1e999',
  '9'.repeat(400),
  '2026-13-45',
  '0000-00-00T00:00:00Z',
  'null',
  '[object Object]',
]

const SCALARS: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -0,
  -1,
  1.5,
  2 ** 53,
  -1e308,
  5e-324,
  [],
  {},
  [[]],
  [null],
  [[[[[[[[]]]]]]]],
  '',
]

/** Rules that look up forbidden names, never end, or grow (engine.md 3). */
const RULES: readonly ((roll: Roll) => unknown)[] = [
  () => ({ var: '__proto__.polluted' }),
  () => ({ var: ['constructor', 1] }),
  () => ({ var: 'user.profile.__proto__' }),
  () => ({ method: ['x', 'constructor'] }),
  () => ({ log: { var: 'user' } }),
  () => ({ ref: 'no-such' }),
  () => ({ ref: '__proto__' }),
  () => ({ ref: ['isFree', 'isFree'] }),
  () => ({ and: Array.from({ length: 2000 }, () => ({ or: [false, { ref: 'isFree' }] })) }),
  (roll) => nested(20 + roll(6), (inner) => ({ '!': [inner] }), true),
  (roll) => nested(10, (inner) => ({ and: [inner, inner] }), { var: `user.profile.x${roll(9)}` }),
  () =>
    nested(9, (inner) => ({ some: [{ var: 'config.locales.available' }, inner] }), {
      '==': [{ var: '' }, 'xx'],
    }),
  () =>
    nested(
      9,
      (inner) => ({
        count: [Array.from({ length: 9 }, (_, index) => index), { '>': [inner, -1] }],
      }),
      1,
    ),
  () => nested(9, (inner) => ({ '+': Array.from({ length: 3 }, () => inner) }), 1e308),
  () => ({ '>=': [{ var: 'user.profile.birthDate' }, 'x'.repeat(20_000)] }),
  () => ({
    in: [
      { var: 'user.profile.nationality' },
      Array.from({ length: 2000 }, (_, index) => `C${index}`),
    ],
  }),
  () => ({
    or: Array.from({ length: 300 }, (_, index) => ({
      '==': [{ var: 'user.profile.nationality' }, `C${index}`],
    })),
  }),
  () => ({
    and: ['age', 'nationality', 'country', 'birthDate'].flatMap((name) =>
      Array.from({ length: 60 }, (_, index) => ({
        '!=': [{ var: `user.profile.${name}` }, index],
      })),
    ),
  }),
  () => ({ var: 'a', and: [] }),
  () => ({ and: [] }),
]

function nested(depth: number, wrap: (inner: unknown) => unknown, core: unknown): unknown {
  let value = core
  for (let level = 0; level < depth; level++) value = wrap(value)
  return value
}

/** Names by which a document refers to others, or to itself. */
const NAMES = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  '$ref',
  '$id',
  '$data',
  'pattern',
  'onClick',
  'dangerouslySetInnerHTML',
  'id',
  'kind',
  'v',
  'when',
  'show',
  'href',
  'style',
  'length',
  'x'.repeat(121),
]

/**
 * Changes one place. @returns text that replaces {@link RAW}, if the change left that placeholder
 */
type Harm = (spot: Spot, roll: Roll, all: readonly Holder[]) => string | void

const pick = <T>(roll: Roll, list: readonly T[]): T => list[roll(list.length)]!

const HARMS: Readonly<Record<string, Harm>> = {
  'another type': (spot, roll) => set(spot, pick(roll, SCALARS)),
  'a text': (spot, roll) => set(spot, pick(roll, STRINGS)),
  'a text around it': (spot, roll) =>
    set(spot, `${String(get(spot)).slice(0, 1000)}${pick(roll, STRINGS)}`),
  'a rule': (spot, roll) => set(spot, pick(roll, RULES)(roll)),
  'a rule where rules stand': (spot, roll, all) => {
    const ruled = all.filter(
      (holder): holder is Record<string, unknown> =>
        isObject(holder) && RULED.some((name) => name in holder),
    )
    if (ruled.length === 0) return set(spot, pick(roll, RULES)(roll))
    const holder = pick(roll, ruled)
    holder[RULED.find((name) => name in holder)!] = pick(roll, RULES)(roll)
  },
  'left out': ({ holder, key }) =>
    void (Array.isArray(holder) ? holder.splice(Number(key), 1) : delete holder[key]),
  renamed: ({ holder, key }, roll) => {
    if (Array.isArray(holder)) return void holder.reverse()
    own(holder, pick(roll, NAMES), holder[key])
    delete holder[key]
  },
  'one more member': ({ holder }, roll) =>
    Array.isArray(holder)
      ? void holder.push(pick(roll, SCALARS))
      : own(holder, pick(roll, NAMES), pick(roll, [...STRINGS, ...SCALARS])),
  'twice in a list': ({ holder, key }) =>
    void (Array.isArray(holder)
      ? holder.push(structuredClone(holder[Number(key)]))
      : (holder[key] = [holder[key], holder[key]])),
  'as a list': (spot) => set(spot, [get(spot)]),
  'something else of it': (spot, roll, all) => set(spot, structuredClone(pick(roll, all))),
  'a long list': (spot, roll) =>
    set(
      spot,
      Array.from({ length: pick(roll, [1999, 2000, 2001, 5000, 50_000]) }, (_, index) =>
        roll(2) === 0 ? { id: `n${index % 3}` } : { id: `n${index}`, x: index },
      ),
    ),
  'many members': (spot, roll) =>
    set(
      spot,
      Object.fromEntries(
        Array.from({ length: pick(roll, [4999, 5001, 20_000]) }, (_, index) => [
          `k${index}`,
          roll(2) === 0 ? index : {},
        ]),
      ),
    ),
  'as much as may be': (spot) =>
    set(
      spot,
      Array.from({ length: 55 }, (_, outer) =>
        Object.fromEntries(
          Array.from({ length: 1000 }, (_unused, index) => [`k${outer}x${index}`, `t${index}`]),
        ),
      ),
    ),
  'itself inside': (spot, _roll, all) => set(spot, structuredClone(all[0])),
  deep: (spot, roll) =>
    raw(
      spot,
      nestedText(
        pick(roll, [23, 24, 60, 1000, 100_000, 800_000]),
        pick(roll, ['[', '{"and":[', '{"children":[{"id":"x","type":"stack","children":[']),
      ),
    ),
  'members without end': (spot) =>
    raw(spot, `{${Array.from({ length: 160_000 }, (_, index) => `"k${index}":0`).join(',')}}`),
  'values without end': (spot, roll) =>
    raw(spot, `[${`${pick(roll, ['[]', '{"a":1}', '1', '""'])},`.repeat(180_000)}0]`),
  'a number beyond': (spot, roll) =>
    raw(
      spot,
      pick(roll, ['1e999', '-1e999', '1e-999', '0.'.padEnd(100_000, '1'), '9'.repeat(500_000)]),
    ),
  'a name twice': (spot, roll, all) => {
    const name = Object.keys(all[0]!)[roll(Object.keys(all[0]!).length)]!
    return raw(
      spot,
      `{"x":1,"x":2,"id":1,"id":2,${JSON.stringify(name)}:0,${JSON.stringify(name)}:[]}`,
    )
  },
  poison: (spot) =>
    raw(spot, '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}'),
  'half a character': (spot, roll) =>
    raw(
      spot,
      pick(roll, ['"\\ud800"', '"\\u0000"', '"\\udfff\\ud800"', '{"\\ud800":1}', '{"a\\u0000":1}']),
    ),
  'no JSON': (spot, roll) =>
    raw(
      spot,
      pick(roll, [
        "'x'",
        'NaN',
        'undefined',
        '01',
        '"\\x41"',
        '{a:1}',
        '[1,]',
        '/**/1',
        '\u0000',
        '"\n"',
        '',
      ]),
    ),
}
const RULED = ['when', 'show', 'rule', 'condition', 'requires', 'if'] as const

export const HARM_NAMES = Object.keys(HARMS)

export type Harmed = { readonly harm: string; readonly text: string }

/**
 * @param document a valid one; not modified
 * @param name     of the change; any if omitted
 * @returns the text of a document that is probably invalid, and what was done to it
 */
export function harm(document: unknown, roll: Roll, name = pick(roll, HARM_NAMES)): Harmed {
  const copy = structuredClone(document)
  const holders: Holder[] = []
  const spots: Spot[] = []
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    holders.push(value as Holder)
    for (const key of Object.keys(value)) {
      spots.push({ holder: value as Holder, key })
      visit((value as Record<string, unknown>)[key])
    }
  }
  visit(copy)
  // Half of the changes near the root, where a document declares its kind; the rest anywhere.
  const top = Object.keys(copy as object).length
  const spot =
    roll(2) === 0 ? spots.filter(({ holder }) => holder === copy)[roll(top)]! : pick(roll, spots)
  const text = HARMS[name]!(spot, roll, holders)
  const written = JSON.stringify(copy)
  return {
    harm: name,
    text: text === undefined ? written : written.replace(JSON.stringify(RAW), () => text),
  }
}

/** A rule that refers to another, which may refer back. */
export function asking(rule: unknown, other: string): string {
  return JSON.stringify({ ...(rule as object), rule: { ref: other } })
}

function get({ holder, key }: Spot): unknown {
  return (holder as Record<string, unknown>)[key]
}

function set({ holder, key }: Spot, value: unknown): void {
  own(holder, key, value)
}

/** An own member, whatever its name. */
function own(holder: Holder, key: string, value: unknown): void {
  Object.defineProperty(holder, key, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  })
}

function raw(spot: Spot, text: string): string {
  set(spot, RAW)
  return text
}

function nestedText(depth: number, open: string): string {
  const close = [...open]
    .reverse()
    .map((each) => (each === '[' ? ']' : each === '{' ? '}' : ''))
    .join('')
  const levels = Math.min(depth, Math.floor(1_900_000 / (open.length + close.length)))
  return `${open.repeat(levels)}1${close.repeat(levels)}`
}
