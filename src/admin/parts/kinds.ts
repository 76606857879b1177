/**
 * The kinds of documents that can be edited here, in the order of the list: most often changed
 * first.
 */

import type { Kind } from '#engine/documents/kinds.ts'

export const EDITED_KINDS = [
  'screen',
  'menu',
  'flow',
  'profile-section',
  'guide',
  'consent-list',
  'report',
  'route-group',
  'rule',
  'locale',
  'glossary',
  'config',
  'access',
  'assessment',
  'scoring',
  'list',
  'content-type',
  'join',
  'curriculum',
  'paper',
  'help',
  'experiment',
  'metric',
] as const

/** A kind that isn't in this list comes last. */
export function orderOf(kind: string): number {
  const at = (EDITED_KINDS as readonly string[]).indexOf(kind)
  return at === -1 ? EDITED_KINDS.length : at
}

/** `menu/main` -> menu, main: an id may contain slashes, a kind may not. */
export function splitName(name: string): readonly [kind: Kind, id: string] {
  const at = name.indexOf('/')
  return [name.slice(0, at) as Kind, name.slice(at + 1)]
}
