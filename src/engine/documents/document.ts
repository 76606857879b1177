/** The envelope that every document shares. */

import type { Kind } from './kinds.ts'

export type Envelope = {
  readonly kind: Kind
  readonly id: string
  readonly v: number
  readonly title: string
  readonly source: string
}

/** `menu/main` */
export function nameOf(document: { readonly kind: string; readonly id: string }): string {
  return `${document.kind}/${document.id}`
}

/** `menu/main` -> menu, main; an id may itself contain slashes. */
export function splitName(name: string): [kind: Kind, id: string] {
  const at = name.indexOf('/')
  return [name.slice(0, at) as Kind, name.slice(at + 1)]
}
