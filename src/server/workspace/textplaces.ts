/**
 * Where each text is used: the places of all documents that name its key, and those that show it
 * because they name none.
 */

import type { CodeMeta } from '#engine/check/needs.ts'
import type { TextPlace } from '#engine/contract/textplace.ts'
import type { Schema } from '#engine/documents/inspect.ts'
import { isObject, own, pointer, type Json } from '#engine/documents/json.ts'
import { KINDS, type Kind } from '#engine/documents/kinds.ts'
import { Teller } from '#engine/overlay/told.ts'
import type { Opened } from './opened.ts'

/** Of texts that hundreds of places use, nobody reads every one. */
const MAX_PLACES = 200

/** Widget type -> prop -> the text that it has where a document names none. */
type Usual = ReadonlyMap<string, ReadonlyMap<string, string>>

export function usualTexts(widgets: CodeMeta['widgets']): Usual {
  return new Map(
    Object.entries(widgets).flatMap(([type, { props }]) => {
      const members = Object.entries(isObject(props['properties']) ? props['properties'] : {})
      const usual = members.flatMap(([name, schema]): [string, string][] => {
        const text = own(schema, 'default')
        return own(schema, 'x-ref') === 'text' && typeof text === 'string' ? [[name, text]] : []
      })
      return usual.length === 0 ? [] : [[type, new Map(usual)]]
    }),
  )
}

/** Every use of a text, document by document. Languages say texts, and so don't use them. */
export function eachTextUse(
  { effective, code }: Pick<Opened, 'effective'> & { readonly code: Pick<CodeMeta, 'widgets'> },
  isText: (name: string) => boolean,
  onUse: (key: string, place: TextPlace) => void,
): void {
  const usual = usualTexts(code.widgets)
  for (const [document, value] of effective) {
    if (own(value, 'kind') === 'locale') continue
    const titled = own(value, 'title')
    const title = typeof titled === 'string' ? titled : document
    const use = (key: string, at: string) => onUse(key, { document, title, pointer: at })
    const visit = (node: unknown, at: string): void => {
      if (typeof node === 'string') {
        if (node.includes('.') && isText(node)) use(node, at)
      } else if (Array.isArray(node)) {
        for (const [index, each] of (node as readonly unknown[]).entries()) {
          const id = own(each, 'id')
          visit(each, at + pointer(typeof id === 'string' ? id : String(index)))
        }
      } else if (isObject(node)) {
        const shown = usual.get(String(node['type']))
        for (const [name, key] of shown ?? [])
          if (own(node['props'], name) === undefined) use(key, at + pointer('props', name))
        for (const [name, each] of Object.entries(node)) visit(each, at + pointer(name))
      }
    }
    visit(value, '')
  }
}

/** How often each text is used. */
export function countUses(
  opened: Pick<Opened, 'effective' | 'code'>,
  texts: ReadonlySet<string>,
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  eachTextUse(
    opened,
    (name) => texts.has(name),
    (key) => counts.set(key, (counts.get(key) ?? 0) + 1),
  )
  return counts
}

export function placesOf(opened: Opened, text: string): readonly TextPlace[] {
  const places: TextPlace[] = []
  eachTextUse(
    opened,
    (name) => name === text,
    (key, place) => {
      if (key === text && places.length < MAX_PLACES) places.push(place)
    },
  )
  const widgets = Object.fromEntries(
    Object.entries(opened.code.widgets).map(([type, { props }]) => [type, props]),
  )
  const tellers = new Map<string, Teller>()
  return places.map((place) => {
    const { document, pointer: at } = place
    const value = opened.effective.get(document) as Json
    const teller = tellers.get(document) ?? new Teller(value, schemaOf(value), widgets)
    tellers.set(document, teller)
    return { ...place, way: teller.wayTo(at) }
  })
}

/** Of a document of any shape; undefined if its kind is unknown. */
export function schemaOf(document: unknown): Schema | undefined {
  const kind = isObject(document) ? document['kind'] : undefined
  return typeof kind === 'string' && Object.hasOwn(KINDS, kind)
    ? (KINDS[kind as Kind] as unknown as Schema)
    : undefined
}
