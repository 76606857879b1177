/** Screens: a tree of nodes and a scope become a tree that is ready to draw. */

import { describe, expect, it } from 'vitest'
import { bind, bindTexts, isBinding } from '#engine/decide/bind.ts'
import { isObject } from '#engine/documents/json.ts'
import type { NodeDocument } from '#engine/documents/kinds.ts'
import { inspect } from '#engine/documents/inspect.ts'
import { navigate, routeScope } from '#engine/decide/navigate.ts'
import { pathTo } from '#engine/decide/routes.ts'
import { RuleBook } from '#engine/rules/rules.ts'
import { buildScope } from '#engine/rules/scope.ts'
import { resolveNodes, type ResolvedNode } from '#engine/decide/screen.ts'
import { personas } from '#tests/support/personas.ts'
import { catalog, code, config, makeUser, makeWorld } from '#tests/support/documents.ts'

const book = new RuleBook({ grown: { '>=': [{ var: 'age' }, 18] } })
const scope = { age: 20, user: { name: 'Naledi', tags: ['a', 'b'] }, empty: '' }
const resolve = (nodes: readonly NodeDocument[], in_: unknown = scope) =>
  resolveNodes(nodes, in_, book)

describe('binding', () => {
  it.each([
    ['a variable', { bind: { var: 'user.name' } }, 'Naledi'],
    ['a rule', { bind: { '>': [{ var: 'age' }, 18] } }, true],
    ['a named rule', { bind: { ref: 'grown' } }, true],
    ['what is missing, as null', { bind: { var: 'user.surname' } }, null],
    ['deep inside', { a: [{ b: { bind: { var: 'age' } } }, 2] }, { a: [{ b: 20 }, 2] }],
    ['a whole list', { bind: { var: 'user.tags' } }, ['a', 'b']],
    [
      'nothing, where nothing is bound',
      { title: 'page.cv', count: 3 },
      { title: 'page.cv', count: 3 },
    ],
  ])('fills in %s', (_what, value, expected) => {
    expect(bind(value, scope, book)).toEqual(expected)
  })

  it('copies nothing that it doesn’t fill in', () => {
    const props = { items: [{ id: 'a' }], title: 'x' }
    expect(bind(props, scope, book)).toBe(props)
    const half = { items: props.items, title: { bind: { var: 'age' } } }
    expect(bind<Record<string, unknown>>(half, scope, book)['items']).toBe(props.items)
  })

  it('never fills in user input: data that looks like a binding stays data', () => {
    const hostile = { user: { name: { bind: { var: 'secret' } } }, secret: 'x' }
    expect(bind({ name: { bind: { var: 'user.name' } } }, hostile, book)).toEqual({
      name: { bind: { var: 'secret' } },
    })
  })

  it('recognises a binding by its only member', () => {
    expect(
      [{ bind: true }, { bind: true, more: 1 }, { Bind: true }, [{ bind: true }], null, 'bind'].map(
        isBinding,
      ),
    ).toEqual([true, false, false, false, false, false])
  })

  it('turns values into strings for addresses, and leaves out empty ones', () => {
    expect(
      bindTexts(
        {
          a: { bind: { var: 'age' } },
          b: 'fixed',
          c: { bind: { var: 'nobody' } },
          d: { bind: { var: 'empty' } },
          e: '',
          f: { bind: { '-': [{ var: 'age' }, 20] } },
        },
        scope,
        book,
      ),
    ).toEqual({
      a: '20',
      b: 'fixed',
      f: '0',
    })
    expect(bindTexts(undefined, scope, book)).toEqual({})
  })
})

describe('a tree of nodes', () => {
  const node = (id: string, more: Partial<NodeDocument> = {}): NodeDocument => ({
    id,
    type: 'section',
    ...more,
  })

  it('keeps its shape, with every property filled in', () => {
    expect(
      resolve([
        node('outer', {
          level: 2,
          data: 'careers',
          props: { name: { bind: { var: 'user.name' } } },
          children: [node('inner')],
        }),
      ]),
    ).toEqual([
      {
        id: 'outer',
        type: 'section',
        level: 2,
        props: { name: 'Naledi' },
        data: 'careers',
        at: '/children/outer',
        fallback: undefined,
        children: [
          {
            id: 'inner',
            type: 'section',
            level: undefined,
            props: {},
            data: undefined,
            at: '/children/outer/children/inner',
            fallback: undefined,
            children: [],
          },
        ],
      },
    ])
  })

  it.each([
    [18, ['a', 'young', 'b']],
    [17, ['a', 'old', 'b']],
  ])('leaves out what isn’t shown, at the age of %i', (age, ids) => {
    const nodes = [
      node('a'),
      node('old', { show: { '!': { ref: 'grown' } } }),
      node('young', { show: { ref: 'grown' } }),
      node('b'),
    ]
    expect(resolve(nodes, { age }).map(({ id }) => id)).toEqual(ids)
  })

  it('leaves out everything below what isn’t shown', () => {
    const unread = node('inner', { props: { name: { bind: { broken: [] } } } })
    expect(resolve([node('outer', { show: false, children: [unread] })])).toEqual([])
  })

  it('hides what depends on something missing', () => {
    expect(resolve([node('a', { show: { var: 'data.saved' } })])).toEqual([])
  })

  it('resolves a fallback with its own pointer, and drops one that isn’t shown', () => {
    const [shown] = resolve([
      node('a', { fallback: node('instead', { props: { age: { bind: { var: 'age' } } } }) }),
    ])
    expect(shown!.fallback).toMatchObject({
      id: 'instead',
      props: { age: 20 },
      at: '/children/a/fallback',
    })
    expect(
      resolve([node('a', { fallback: node('instead', { show: false }) })])[0]!.fallback,
    ).toBeUndefined()
  })
})

describe('every screen and report of the product', () => {
  const documents = [...catalog.all('screen'), ...catalog.all('report')]
  const known = new Set(Object.keys(code.widgets))
  const walk = (nodes: readonly ResolvedNode[]): ResolvedNode[] =>
    nodes.flatMap((each) => [
      each,
      ...walk(each.children),
      ...(each.fallback ? walk([each.fallback]) : []),
    ])

  /** Parts of a prop that define themselves whether they are shown. */
  const withoutHidden = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(withoutHidden)
    if (!isObject(value)) return value
    return value['show'] === false
      ? {}
      : Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withoutHidden(each)]))
  }

  it('can be drawn for every user, at every route that shows it', () => {
    const people = personas(catalog, config).filter((_, index) => index % 37 === 0)
    expect(people.length).toBeGreaterThan(20)
    let drawn = 0
    for (const { world } of people) {
      const base = buildScope(catalog, world)
      for (const document of documents) {
        const route =
          [...catalog.routes.values()].find(
            ({ screen, screens }) =>
              screen === document.id || screens?.some((each) => each.screen === document.id),
          ) ?? catalog.route('home')!
        const nodes = walk(
          resolveNodes(
            document.children,
            { ...base, route: routeScope(base, route, {}, {}, route.path), data: {} },
            catalog.book,
          ),
        )
        for (const { type, at } of nodes) expect(known, `${document.id}${at}`).toContain(type)
        expect(JSON.stringify(nodes)).not.toContain('"bind"')
        drawn += nodes.length
      }
    }
    expect(drawn).toBeGreaterThan(1000)
  })

  it('shows no user a link that ends in a refusal', () => {
    const all = catalog.all('assessment').map(({ id }) => id)
    const refused = new Set<string>()
    let links = 0
    for (const { id: plan } of catalog.plans) {
      for (const taken of [['holland_code'], all]) {
        const world = makeWorld(makeUser({ plan, taken }))
        const land = (name: string) =>
          navigate(catalog, world, {
            path: pathTo(catalog.route(name)!, {
              id: 'x',
              name: 'x',
              slug: 'x',
              assessment: 'x',
              section: 'x',
              lesson: 'x',
            }),
            query: {},
          })
        for (const { id } of catalog.routes.values()) {
          const { route, screen, scope: here } = land(id)
          // The showcase has specimens for everyone: where they lead is part of the example.
          if (route.id !== id || screen === null || screen === 'theme') continue
          const page = walk(
            resolveNodes(catalog.get('screen', screen)!.children, here, catalog.book),
          )
          const reports = page.flatMap(({ type, props }) =>
            type === 'report'
              ? walk(
                  resolveNodes(
                    catalog.get('report', String(props['report']))!.children as NodeDocument[],
                    here,
                    catalog.book,
                  ),
                )
              : [],
          )
          for (const { type, props } of [...page, ...reports]) {
            for (const { value, schema } of inspect(code.widgets[type]!.props, withoutHidden(props))
              .marks) {
              if (schema['x-ref'] !== 'route') continue
              links++
              if (land(String(value)).hops.some(({ reason }) => reason !== undefined))
                refused.add(`${plan} at ${id}: ${type} leads to ${String(value)}`)
            }
          }
        }
      }
    }
    expect(links).toBeGreaterThan(200)
    expect([...refused]).toEqual([])
  })
})
