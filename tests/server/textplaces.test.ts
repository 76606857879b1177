/** Where texts are used, in all documents as the product ships. */

import { describe, expect, it } from 'vitest'
import type { Opened } from '#server/workspace/opened.ts'
import { countUses, eachTextUse, placesOf, usualTexts } from '#server/workspace/textplaces.ts'
import { code } from '#tests/support/documents.ts'

const screen = (id: string, children: unknown[]) =>
  [`screen/${id}`, { kind: 'screen', id, title: id, children }] as const
const opened = {
  code,
  effective: new Map<string, unknown>([
    screen('home', [
      { id: 'next', type: 'call-to-action-card', props: { title: 'menu.home' } },
      {
        id: 'other',
        type: 'call-to-action-card',
        props: { title: 'menu.home', buttonText: 'own.go' },
      },
    ]),
    ['locale/en', { kind: 'locale', id: 'en', title: 'en', texts: { x: 'menu.home' } }],
  ]),
}

describe('the uses of a text', () => {
  it('are the places that name it, and those that show it because they name none', () => {
    const uses = countUses(opened, new Set(['menu.home', 'own.go', 'card.letsGo', 'menu.cv']))
    expect(Object.fromEntries(uses)).toEqual({ 'menu.home': 2, 'own.go': 1, 'card.letsGo': 1 })
  })

  it('have pointers by the ids of entries', () => {
    const places: unknown[] = []
    eachTextUse(
      opened,
      (name) => name === 'menu.home',
      (key, place) => key === 'menu.home' && places.push(place),
    )
    expect(places).toEqual([
      { document: 'screen/home', title: 'home', pointer: '/children/next/props/title' },
      { document: 'screen/home', title: 'home', pointer: '/children/other/props/title' },
    ])
  })

  it('are told by the part and the field, also where the part says it of its own accord', () => {
    const told = (text: string) =>
      placesOf(opened as unknown as Opened, text).map(({ pointer, way }) => [pointer, way])
    const part = (id: string) => ({ id, type: 'call-to-action-card', text: 'menu.home' })
    expect(told('own.go')).toEqual([
      ['/children/other/props/buttonText', [part('other'), 'buttonText']],
    ])
    expect(told('card.letsGo')).toEqual([
      ['/children/next/props/buttonText', [part('next'), 'buttonText']],
    ])
  })

  it('know what widgets say of their own accord', () => {
    expect(usualTexts(code.widgets).get('content-card')?.get('buttonText')).toBe('card.letsGo')
  })
})
