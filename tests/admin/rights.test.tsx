// @vitest-environment happy-dom
/** What the console offers to which role: decided with the same document as on the server. */

import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { useRights, type Rights } from '#admin/parts/client.ts'
import type { Catalog } from '#engine/documents/catalog.ts'
import { ScopeProvider, type RenderContext } from '#engine/react/context.ts'
import { buildScope } from '#engine/rules/scope.ts'
import { catalog, makeUser, makeWorld } from '#tests/support/documents.ts'

beforeAll(() => void Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true }))

/** The names of the rights that a user with this role has. */
function rightsOf(role: string | null, documents: Catalog = catalog): string[] {
  let rights: Rights | undefined
  function Reader() {
    rights = useRights()
    return null
  }
  const context = {
    catalog: documents,
    scope: buildScope(documents, makeWorld(makeUser({ plan: 'powerPlus', role: role as 'owner' }))),
  } as unknown as RenderContext
  const root = createRoot(document.createElement('div'))
  onTestFinished(() => act(() => root.unmount()))
  act(() =>
    root.render(
      <ScopeProvider value={context}>
        <Reader />
      </ScopeProvider>,
    ),
  )
  return Object.entries(rights!).flatMap(([name, has]) => (has ? [name] : []))
}

describe('the rights in the console', () => {
  it.each([
    [null, []],
    ['viewer', []],
    ['editor', ['edit', 'records', 'preview']],
    ['publisher', ['edit', 'records', 'preview', 'publish']],
    ['experimenter', ['preview', 'research', 'experiments']],
    [
      'owner',
      [
        'edit',
        'records',
        'preview',
        'publish',
        'vouchers',
        'roles',
        'plans',
        'secrets',
        'studies',
        'research',
        'experiments',
      ],
    ],
  ])('of %s', (role, expected) => {
    expect(rightsOf(role)).toEqual(expected)
  })

  it('follow a tenant that has tightened them', () => {
    const actions = structuredClone(catalog.get('access', 'actions')!)
    const publish = actions.actions!.find(({ id }) => id === 'release.publish')!
    Object.assign(publish, { roles: ['owner'] })
    const tightened = catalog.with([actions])
    expect(rightsOf('publisher', tightened)).toEqual(['edit', 'records', 'preview'])
    expect(rightsOf('owner', tightened)).toContain('publish')
  })
})
