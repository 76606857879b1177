/** What a report says on paper is what it says on the screen: the same words and numbers. */

import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import { beforeAll, describe, expect, it } from 'vitest'
import { resolveNodes } from '#engine/decide/screen.ts'
import type { NodeDocument } from '#engine/documents/kinds.ts'
import { GLYPHS, iconShapes } from '#engine/paper/pictures.ts'
import { ICONS, type IconName } from '#engine/documents/icons.ts'
import { ScopeProvider } from '#engine/react/context.ts'
import { loadWidgets } from '#engine/react/registry.ts'
import { Screen } from '#engine/react/Screen.tsx'
import { Glyph, TYPES } from '#widgets/parts/Glyph.tsx'
import { IconShape } from '#widgets/parts/Icon.tsx'
import { registry } from '#widgets/registry.ts'
import { catalog } from '#tests/support/documents.ts'
import { answerOf, blocksOf, PEOPLE, scopeOf, textsIn } from '#tests/support/paperreports.ts'
import { speakEnglish } from '#tests/support/english.ts'

beforeAll(async () => {
  await speakEnglish(textsIn('en'))
  await loadWidgets(registry, Object.keys(registry))
})

/** They lead elsewhere, so paper leaves them out. */
const PRESSED = new Set(['action-buttons', 'call-to-action-card', 'feature-overlay'])
const printed = (nodes: readonly NodeDocument[]): NodeDocument[] =>
  nodes
    .filter(({ type }) => !PRESSED.has(type))
    .map((node) => (node.children ? { ...node, children: printed(node.children) } : node))

function onScreen(report: string, person: string, unsure: boolean): string {
  const scope = scopeOf(person, 'en')
  const value = answerOf(report, person, unsure)
  const nodes = resolveNodes(
    printed(catalog.get('report', report)!.children),
    { ...scope, data: { report: value } },
    catalog.book,
  )
  const around = {
    catalog,
    scope,
    registry,
    actions: {},
    mode: 'preview' as const,
    report: (error: unknown) => {
      throw error
    },
  }
  return renderToString(
    <MemoryRouter>
      <ScopeProvider value={around}>
        <Screen nodes={nodes} data={{ report: { status: 'ready', value, refreshing: false } }} />
      </ScopeProvider>
    </MemoryRouter>,
  )
}

/** Words and numbers in lower case, each once, without what surrounds them. */
function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}’]+/gu) ?? [])
}
const missingIn = (all: Set<string>, other: Set<string>) =>
  [...all].filter((word) => !other.has(word))

function plain(html: string): string {
  return (
    html
      .replaceAll('<!-- -->', '')
      // Links and buttons.
      .replaceAll(/<(a|button)\b.*?<\/\1>/gs, ' ')
      .replaceAll(/aria-label="([^"]*)"/g, '>$1<')
      .replaceAll(/<[^>]+>/g, ' ')
      .replaceAll('&#x27;', '’')
      .replaceAll('&amp;', '&')
  )
}

/** All that is drawn or read aloud. */
function onPaper(value: unknown, key = ''): string {
  if (typeof value === 'string')
    return key === 'svg'
      ? (value.match(/>[^<]+</g) ?? []).join(' ')
      : ['as', 'look', 'join'].includes(key)
        ? ''
        : ` ${value} `
  if (Array.isArray(value)) {
    const isSaid = value.every((piece) => Array.isArray(piece) && typeof piece[1] === 'string')
    return isSaid
      ? ` ${value.map((piece: unknown[]) => piece[1]).join('')} `
      : value.map((each) => onPaper(each)).join(' ')
  }
  return typeof value === 'object' && value !== null
    ? Object.entries(value)
        .map(([name, each]) => onPaper(each, name))
        .join(' ')
    : ''
}

describe('a report on paper', () => {
  const cases = catalog
    .all('report')
    .flatMap(({ id }) => Object.keys(PEOPLE).map((person) => [id, person] as const))

  it.each(cases)('%s of a person whose results are %s says what the screen says', (id, person) => {
    const unsure = person === 'even'
    const screen = wordsOf(plain(onScreen(id, person, unsure)))
    const paper = wordsOf(onPaper(blocksOf(id, 'en', person, unsure)))
    expect(missingIn(screen, paper), 'only on the screen').toEqual([])
    expect(missingIn(paper, screen), 'only on paper').toEqual([])
    expect(screen.size).toBeGreaterThan(40)
  })

  it('has the shapes of the screen', () => {
    const markup = (node: React.ReactNode) =>
      renderToString(<svg>{node}</svg>)
        .replace(/^<svg>(<g>)?|(<\/g>)?<\/svg>$/g, '')
        .replaceAll(/><\/(?:path|rect|circle|ellipse)>/g, '/>')
    for (const type of TYPES) expect(markup(<Glyph type={type} />), type).toBe(GLYPHS[type])
    for (const name of Object.keys(ICONS) as IconName[])
      expect(markup(<IconShape name={name} />), name).toBe(iconShapes(name))
  })
})
