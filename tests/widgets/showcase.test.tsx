/**
 * The showcase has a specimen of every type of widget, fed by example data of its document, and
 * each can be drawn.
 */

import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import { beforeAll, describe, expect, it } from 'vitest'
import { registry } from '#app/registry.ts'
import { resolveNodes } from '#engine/decide/screen.ts'
import type { NodeDocument } from '#engine/documents/kinds.ts'
import { nodesOf } from '#engine/documents/nodes.ts'
import { ScopeProvider } from '#engine/react/context.ts'
import { loadWidgets } from '#engine/react/registry.ts'
import { Screen } from '#engine/react/Screen.tsx'
import { buildScope } from '#engine/rules/scope.ts'
import { NO_SPECIMEN } from '#widgets/reasons.ts'
import { DrawnSection } from '#widgets/showcase/sample.ts'
import { speakEnglish } from '#tests/support/english.ts'
import { catalog, code, makeUser, makeWorld } from '#tests/support/documents.ts'

const [showcase] = catalog.get('screen', 'theme')!.children as NodeDocument[]
const groups = showcase!.children!
const specimens = groups.flatMap((group) =>
  group.children!.map((node) => ({ id: `${group.id} ${node.id}`, group, node })),
)
const types = new Set(nodesOf(groups).map(({ node }) => String((node as { type?: unknown }).type)))

const scope = buildScope(catalog, makeWorld(makeUser({ plan: 'starter', taken: ['holland_code'] })))

/** The markup of these nodes, and the errors of parts that broke. */
function draw(nodes: readonly NodeDocument[], section: string) {
  const broken: unknown[] = []
  const html = renderToString(
    <MemoryRouter>
      <ScopeProvider
        value={{
          catalog,
          scope,
          registry,
          actions: new Proxy({}, { get: () => () => null }),
          mode: 'live',
          report: (error) => broken.push(error),
        }}
      >
        <DrawnSection value={section}>
          <Screen nodes={resolveNodes(nodes, scope, catalog.book)} data={{}} />
        </DrawnSection>
      </ScopeProvider>
    </MemoryRouter>,
  )
  return { html, text: html.replace(/<[^>]+>/g, ' ').trim(), broken }
}

beforeAll(async () => {
  await speakEnglish()
  await loadWidgets(registry, Object.keys(registry))
}, 60_000)

describe('the theme showcase', () => {
  it('has a specimen of every type of widget, or the reason why not', () => {
    const product = Object.keys(code.widgets).filter((type) => !type.startsWith('console-'))
    expect(product.length).toBeGreaterThan(55)
    expect(product.filter((type) => !types.has(type) && !(type in NO_SPECIMEN))).toEqual([])
    expect(
      Object.keys(NO_SPECIMEN).filter(
        (type) => !product.includes(type) || (types.has(type) && type !== 'specimens'),
      ),
    ).toEqual([])
  })

  it('puts each into an existing section', () => {
    const sections = (showcase!.props!['sections'] as { id: string }[]).map(({ id }) => id)
    expect(groups.filter(({ props }) => !sections.includes(String(props!['section'])))).toEqual([])
  })

  it.each(specimens)('draws $id with its example data', ({ group, node }) => {
    const { text, broken } = draw([{ ...group, children: [node] }], String(group.props!['section']))
    expect(broken).toEqual([])
    expect(text.length, text).toBeGreaterThan(8)
    // A key without a text is drawn as it is.
    expect(text).not.toMatch(/\b(?:showcase|settings|worker|error|common)\.\w+\.?\w*\b/)
  })

  it('draws nothing from another section', () => {
    expect(draw(groups, 'nowhere').text).toBe('')
  })
})
