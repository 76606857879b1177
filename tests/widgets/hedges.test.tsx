/** Wherever careers are compared with a result, how sure that is is said beside them. */

import i18next from 'i18next'
import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import { beforeAll, describe, expect, it } from 'vitest'
import type { NodeDocument } from '#engine/documents/kinds.ts'
import { flattenTexts } from '#engine/documents/texts.ts'
import { resolveNodes } from '#engine/decide/screen.ts'
import { ScopeProvider } from '#engine/react/context.ts'
import { loadWidgets } from '#engine/react/registry.ts'
import { Screen } from '#engine/react/Screen.tsx'
import { buildScope, NO_ONBOARDING } from '#engine/rules/scope.ts'
import { registry } from '#widgets/registry.ts'
import { speakEnglish } from '#tests/support/english.ts'
import { catalog } from '../support/documents.ts'

beforeAll(async () => {
  await speakEnglish(flattenTexts(catalog.get('locale', 'en')!.texts))
  await loadWidgets(registry, ['notice', 'collection', 'record-links'])
})

type Hedge = 'rough' | 'unsure'
const record = (id: string, hedge?: Hedge) => ({
  id,
  title: `Career ${id}`,
  level: 'fair',
  types: [],
  ...(hedge && { hedge }),
})
/** One of them has no interests to compare, so nothing is said of it. */
const listWith = (hedge?: Hedge) => ({
  items: [record('a', hedge), record('b')],
  total: 2,
  page: 1,
  pageSize: 20,
})

/** Those nodes of a page that list careers, or say something about them. */
function listsIn(nodes: readonly NodeDocument[]): NodeDocument[] {
  return nodes.flatMap((node) =>
    ['notice', 'collection', 'record-links'].includes(node.type)
      ? [node]
      : listsIn(node.children ?? []),
  )
}

function draw(nodes: readonly NodeDocument[], data: Readonly<Record<string, unknown>>): string {
  const scope = buildScope(catalog, {
    user: null,
    initialised: true,
    onboarding: NO_ONBOARDING,
    config: catalog.get('config', 'default')!,
    language: 'en',
    today: '2026-11-21',
    curricula: null,
  })
  const report = (error: unknown) => {
    throw error
  }
  const states = Object.fromEntries(
    Object.entries(data).map(([id, value]) => [
      id,
      { status: 'ready' as const, value, refreshing: false },
    ]),
  )
  const html = renderToString(
    <MemoryRouter>
      <ScopeProvider value={{ catalog, scope, registry, actions: {}, mode: 'live', report }}>
        <Screen
          nodes={resolveNodes(listsIn(nodes), { ...scope, data: { ...data } }, catalog.book)}
          data={states}
        />
      </ScopeProvider>
    </MemoryRouter>,
  )
  return html.replaceAll('<!-- -->', '').replaceAll(/<[^>]+>/g, ' ')
}

const screen = (id: string) => catalog.get('screen', id)!.children
const LISTS = [
  ['careers-matches', 'careers'],
  ['careers-all', 'careers'],
  ['careers-favourites', 'careers'],
  ['careers-compare', 'careers'],
] as const

describe.each(['rough', 'unsure'] as const)('careers of a result that is %s', (hedge) => {
  const other = hedge === 'rough' ? 'unsure' : 'rough'

  it.each(LISTS)('%s says so once', (page, data) => {
    const said = draw(screen(page), { [data]: listWith(hedge) })
    expect(said.split(i18next.t(`careers.${hedge}`))).toHaveLength(2)
    expect(said).not.toContain(i18next.t(`careers.${other}`))
    const sure = draw(screen(page), { [data]: listWith() })
    for (const each of [hedge, other]) expect(sure).not.toContain(i18next.t(`careers.${each}`))
  })

  it('and the page of one career says so', () => {
    const said = draw(screen('career'), { career: record('a', hedge) })
    expect(said).toContain(i18next.t(`career.compare.${hedge}`))
    expect(said).not.toContain(i18next.t(`career.compare.${other}`))
    const sure = draw(screen('career'), { career: record('a') })
    expect(sure).not.toContain(i18next.t(`career.compare.${hedge}`))
  })
})

describe('how near a career is', () => {
  const WORDS = ['low', 'low-fair', 'fair', 'fair-strong', 'strong'] as const

  it.each(WORDS)('%s is what is said of it in a list, and nothing surer', (closeness) => {
    const items = [{ ...record('a'), level: 'strong', closeness }]
    for (const page of ['careers-matches', 'careers-all', 'careers-favourites']) {
      const said = draw(screen(page), { careers: { items, total: 1, page: 1, pageSize: 20 } })
      expect(said).toContain(i18next.t(`match.${closeness}`))
      for (const other of WORDS.filter((each) => each !== closeness))
        expect(said).not.toContain(` ${i18next.t(`match.${other}`)} `)
    }
  })

  it('is read by every page from what may be said of it, never from its level alone', () => {
    const shown = [...catalog.all('screen'), ...catalog.all('report')].map((document) =>
      JSON.stringify(document),
    )
    expect(shown.filter((each) => each.includes('"closeness":"closeness"')).length).toBeGreaterThan(
      6,
    )
    const career = shown.filter((each) => each.includes('"texts":"career.answer"'))
    expect(career).toHaveLength(1)
    expect(career[0]).toContain('"path":"closeness","names":{"texts":"career.answer"}')
    for (const language of ['en', 'af']) {
      const texts = flattenTexts(catalog.get('locale', language)!.texts)
      for (const each of WORDS) {
        expect(texts).toHaveProperty([`match.${each}`])
        expect(texts).toHaveProperty([`career.answer.${each}`])
      }
    }
  })
})

it('the report says so below its careers, which are none where no type stands out', () => {
  const { children } = catalog.get('report', 'worker-type')!
  const said = (hedge?: Hedge) =>
    draw(children, { report: { careers: [record('a', hedge), record('b', hedge)], compared: 900 } })
  const unsure = i18next.t('careers.unsure')
  expect(said('unsure').indexOf(unsure)).toBeGreaterThan(said('unsure').indexOf('Career b'))
  expect(said()).toContain('Career b')
  expect(said()).not.toContain(unsure)
  // Before the careers are there, and where they aren't shown.
  expect(draw(children, { report: {} })).not.toContain(unsure)
})
