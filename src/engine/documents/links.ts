/**
 * Addresses that documents may contain. Images come from this product's own host: an image from
 * another host would tell that host who views which page, without consent. Links may lead
 * elsewhere, but never into a script.
 */

import { segmentOf } from './address.ts'
import { isBinding } from '#engine/decide/bind.ts'
import type { Issue, Mark } from './issue.ts'
import { isObject, own, pointer } from './json.ts'
import { isSafeAddress } from '#engine/decide/safeaddress.ts'
import { pictureType } from './picture.ts'
import type { AddressKind } from './vocabulary.ts'

const isPicture = (value: string) =>
  isSafeAddress(value, true) &&
  /^\/(?:[\w~-][\w.~-]*\/)*[\w~-][\w.~-]*$/.test(value) &&
  pictureType(value) !== ''
const isLink = (value: string) =>
  isSafeAddress(value, true) ||
  isSafeAddress(value.replace(/^http:/, 'https:')) ||
  /^mailto:[^\s@<>"?&]{1,64}@[A-Za-z0-9.-]{1,190}$/.test(value) ||
  /^tel:\+?[\d-]{3,20}$/.test(value)
// Without encryption only on this machine, to try a service out in demo mode.
const isIssuer = (value: string) =>
  !/[?#@]/.test(value.replace(/\?p=[\w-]+$/, '')) &&
  (isSafeAddress(value) ||
    /^http:\/\/(?:localhost|127\.0\.0\.1)(?::\d{1,5})?(?:\/[\w./-]*)?$/.test(value))

const RULES: Readonly<
  Record<AddressKind, { readonly allows: (value: string) => boolean; readonly words: string }>
> = {
  picture: {
    allows: isPicture,
    words:
      'is not a picture on this site: upload it, and use the address that starts with /api/images/',
  },
  font: {
    allows: (value) => isSafeAddress(value, true),
    words: 'is not an address that starts with https:// or with one slash',
  },
  page: {
    allows: (value) => isSafeAddress(value),
    words: 'is not an address that starts with https://',
  },
  link: {
    allows: isLink,
    words: 'is not an address that starts with https://, http://, mailto:, tel: or with one slash',
  },
  issuer: {
    allows: isIssuer,
    words: 'is not an address that starts with https:// and has no query, fragment or user name',
  },
}

const NO_PICTURE = 'no picture is chosen yet: choose one, or take this part away'

/**
 * Annotated values with a forbidden target. For a bound value, the texts in its rule are checked.
 */
export function addressIssues(marks: readonly Mark[]): Issue[] {
  return marks.flatMap(({ value, pointer: at, schema }) => {
    const rule = own(RULES, String(schema['x-address'])) as (typeof RULES)[AddressKind] | undefined
    if (rule === undefined) return []
    // Like an empty text, what is still to be chosen stops publishing alone, not the preview.
    if (value === '' && rule === RULES.picture)
      return [{ code: 'picture/none', pointer: at, message: NO_PICTURE }]
    const texts = isBinding(value)
      ? resultsOf(value.bind, `${at}/bind`)
      : typeof value === 'string'
        ? [{ text: value, at }]
        : []
    return texts
      .filter(({ text }) => !rule.allows(text))
      .map(({ text, at: where }) => ({
        code: 'document/address',
        pointer: where,
        message: `${JSON.stringify(text)} ${rule.words}`,
      }))
  })
}

type Found = { readonly text: string; readonly at: string }

/**
 * Texts that a rule can return: not those that it compares with.
 *
 * @param at pointer of the rule
 */
export function resultsOf(rule: unknown, at = ''): Found[] {
  if (typeof rule === 'string') return [{ text: rule, at }]
  if (!isObject(rule)) return []
  const [name = ''] = Object.keys(rule)
  const given = rule[name]
  const args = Array.isArray(given) ? (given as readonly unknown[]) : [given]
  const here = (index: number) => `${at}${pointer(name)}${Array.isArray(given) ? `/${index}` : ''}`
  if (name === 'var') return resultsOf(args[1], here(1))
  // `if` returns one of its odd arguments, or its last one.
  if (name === 'if')
    return args.flatMap((each, index) =>
      index % 2 === 1 || index === args.length - 1 ? resultsOf(each, here(index)) : [],
    )
  return name === 'and' || name === 'or'
    ? args.flatMap((each, index) => resultsOf(each, here(index)))
    : []
}

/**
 * Browsers ignore tabs and line breaks in a scheme, and control characters before it. In prose, a
 * space follows the colon.
 */
const SCRIPT = new RegExp(
  `^[\\u0000-\\u0020]*(?:${['javascript', 'vbscript', 'data'].map((scheme) => [...scheme].join('\\s*')).join('|')})\\s*:(?=\\S)`,
  'i',
)
const MARKDOWN_LINK = /\]\(\s*<?([^)\s>]*)/g

/** Members, at any depth, that are never sent to a browser. */
const UNSEEN: ReadonlySet<string> = new Set(['/$schema', '/title', '/source'])
const NOTES: ReadonlySet<string> = new Set(['note', 'why'])

/**
 * Every text of a document, at any depth, that would run as a script if a page used it as a link.
 *
 * @param found problems found already: an address is not reported twice
 */
export function scriptIssues(document: unknown, found: readonly Issue[]): Issue[] {
  const issues: Issue[] = []
  const named = new Set(
    found.filter(({ code }) => code === 'document/address').map((issue) => issue.pointer),
  )
  const visit = (value: unknown, at: string): void => {
    if (typeof value === 'string') {
      const bad = SCRIPT.test(value)
        ? value
        : [...value.matchAll(MARKDOWN_LINK)]
            .map(([, address = '']) => address)
            .find((address) => !isLink(address))
      if (bad !== undefined && !named.has(at))
        issues.push({
          code: 'document/script',
          pointer: at,
          message: `${JSON.stringify(bad.slice(0, 60))} ${RULES.link.words}`,
        })
    } else if (Array.isArray(value))
      value.forEach((item: unknown, index) => visit(item, at + pointer(segmentOf(item, index))))
    else if (isObject(value))
      for (const [name, item] of Object.entries(value)) {
        const here = at + pointer(name)
        if (!UNSEEN.has(here) && !NOTES.has(name)) visit(item, here)
      }
  }
  visit(document, '')
  return issues
}
