/** Pictures: what a document names is drawn, and a menu drawn as a path says what the menu says. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createElement, type ComponentType } from 'react'
import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import { beforeAll, describe, expect, it } from 'vitest'
import { bind } from '#engine/decide/bind.ts'
import { resolveMenu } from '#engine/decide/menu.ts'
import { nodesOf } from '#engine/documents/nodes.ts'
import { ScopeProvider } from '#engine/react/context.ts'
import { loadWidgets, widgetNow } from '#engine/react/registry.ts'
import { buildScope, type Scope } from '#engine/rules/scope.ts'
import { FIELD_SHAPES } from '#widgets/drawings/fieldShapes.ts'
import { STOP_NAMES } from '#widgets/drawings/stopShapes.ts'
import { registry } from '#widgets/registry.ts'
import { catalog, makeUser, makeWorld, root, type PersonOptions } from '../support/documents.ts'
import { speakEnglish } from '#tests/support/english.ts'

describe('a drawing', () => {
  const drawn = new Set<string>([...Object.keys(FIELD_SHAPES), ...STOP_NAMES])

  it('exists wherever a list names one', () => {
    const named = catalog
      .all('list')
      .flatMap(({ id, items }) => items.flatMap((item) => item.drawing ?? []).map((it) => [id, it]))
    expect(named.length).toBeGreaterThan(50)
    expect(named.filter(([, name]) => !drawn.has(name!))).toEqual([])
  })

  it('exists for the group of every career', () => {
    const groups = catalog.get('list', 'work-fields')!.items.map(({ id }) => id)
    const { items } = JSON.parse(readFileSync(join(root, 'content', 'careers.json'), 'utf8')) as {
      items: { isco08?: string | null }[]
    }
    const codes = items.flatMap(({ isco08 }) => isco08 ?? [])
    expect(codes.length).toBeGreaterThan(800)
    expect(codes.filter((code) => !groups.some((group) => code.startsWith(group)))).toEqual([])
  })
})

describe('a menu drawn as a path', () => {
  beforeAll(async () => {
    await speakEnglish()
    await loadWidgets(registry, ['menu-route'])
  })

  const props = nodesOf(catalog.get('screen', 'explore')!.children).find(
    ({ node }) => node['type'] === 'menu-route',
  )!.node['props'] as Record<string, unknown>

  function draw(person: PersonOptions): { html: string; scope: Scope } {
    const scope = buildScope(catalog, makeWorld(makeUser(person)))
    const Drawing = widgetNow(registry, 'menu-route')!.component as ComponentType<
      Record<string, unknown>
    >
    const fail = (error: unknown) => {
      throw error
    }
    const html = renderToString(
      <MemoryRouter>
        <ScopeProvider
          value={{ catalog, scope, registry, actions: {}, mode: 'live', report: fail }}
        >
          {createElement(Drawing, { ...bind(props, scope, catalog.book), id: 'route', level: 2 })}
        </ScopeProvider>
      </MemoryRouter>,
    ).replaceAll('<!-- -->', '')
    return { html, scope }
  }

  /** Addresses that the menu opens below its group, without that of the path itself. */
  function openIn(scope: Scope): string[] {
    const group = resolveMenu(catalog, 'main', scope).find(({ id }) => id === 'navigators')
    if (group?.state !== 'group') return []
    return group.items.flatMap((item) =>
      item.state === 'link' && item.id !== 'explore' ? [item.href] : [],
    )
  }
  const hrefsIn = (html: string) => [...html.matchAll(/href="([^"]+)"/g)].map(([, href]) => href!)

  it('links to what the menu links to, each once', () => {
    for (const plan of ['starter', 'power', 'powerPlus']) {
      const { html, scope } = draw({ plan, taken: ['holland_code'] })
      expect(hrefsIn(html).sort()).toEqual(openIn(scope).sort())
      expect(openIn(scope).length).toBeGreaterThan(0)
    }
  })

  it('puts what is locked after what is open, with the plan that includes it', () => {
    const { html } = draw({ plan: 'starter', taken: ['holland_code'] })
    expect(html).toContain('With Commit')
    expect(html.indexOf('stop-ahead')).toBeGreaterThan(html.lastIndexOf('href='))
  })

  it('opens nothing before the worker type, and says what opens it', () => {
    const { html } = draw({ plan: 'power' })
    expect(hrefsIn(html)).toEqual([])
    expect(html.match(/Opens after your 60 questions/g)).toHaveLength(9)
    expect(html).not.toMatch(/\bare open to you/)
  })

  it('says so if the menu shows none of it', () => {
    expect(draw({ plan: 'AssessmentOnly', taken: ['holland_code'] }).html).toContain(
      'nothing to explore',
    )
  })
})
