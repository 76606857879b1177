// @vitest-environment happy-dom
/** What a site may have at most, as its own console shows it: numbers, and a warning in time. */

import { act, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { SWRConfig } from 'swr'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { AllowedLine, AllowedList, AllowedWarnings } from '#admin/parts/AllowedLine.tsx'
import { ConsoleTheme } from '#admin/parts/ConsoleTheme.tsx'
import { fullness, type Allowed } from '#engine/contract/tenantlimits.ts'
import { ScopeProvider, type RenderContext } from '#engine/react/context.ts'
import { buildScope } from '#engine/rules/scope.ts'
import { catalog, makeUser, makeWorld } from '#tests/support/documents.ts'
import { speakEnglish } from '#tests/support/english.ts'

let root: Root | undefined
beforeAll(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  await speakEnglish()
})
afterEach(() => {
  act(() => root?.unmount())
  document.body.replaceChildren()
})

async function draw(items: readonly Allowed[] | null, what: ReactNode): Promise<string> {
  const surroundings = {
    catalog,
    scope: buildScope(catalog, makeWorld(makeUser({ plan: 'powerPlus', role: 'owner' }))),
    registry: {},
    actions: {
      console: async () =>
        items === null
          ? { status: 403, etag: null, value: { code: 'access/role', message: 'No' } }
          : { status: 200, etag: null, value: { items } },
    },
    mode: 'live',
    report: () => undefined,
  } as unknown as RenderContext
  root = createRoot(document.body.appendChild(document.createElement('div')))
  await act(async () => {
    root!.render(
      <ConsoleTheme>
        <SWRConfig value={{ provider: () => new Map(), dedupingInterval: 0 }}>
          <ScopeProvider value={surroundings}>{what}</ScopeProvider>
        </SWRConfig>
      </ConsoleTheme>,
    )
  })
  await act(async () => undefined)
  return document.body.textContent ?? ''
}

const people = (used: number, most: number) => [{ what: 'people', used, most }] as const
const NEAR = 'Nearly full'
const FULL = 'No one else can sign up or be invited.'
const ASK = 'Ask those who run the installation for more.'

describe('a limit', () => {
  it.each([
    [0, 10, 'room'],
    [8, 10, 'room'],
    [9, 10, 'near'],
    [10, 10, 'full'],
    [12, 10, 'full'],
    [269, 300, 'room'],
    [270, 300, 'near'],
    [0, 0, 'full'],
    [0, 1, 'room'],
  ] as const)('with %i of %i is %s', (used, most, expected) => {
    expect(fullness({ what: 'people', used, most })).toBe(expected)
  })

  it.each([
    [people(1234, 5000), ['People: 1,234 of 5,000'], [NEAR, ASK]],
    [people(4500, 5000), ['People: 4,500 of 5,000', NEAR, ASK], []],
    [people(5001, 5000), ['People: 5,001 of 5,000', FULL, ASK], [NEAR]],
  ] as const)('is a line on the page of what it limits: %j', async (items, says, not) => {
    const text = await draw(items, <AllowedLine of="people" />)
    for (const each of says) expect(text).toContain(each)
    for (const each of not) expect(text).not.toContain(each)
  })

  it.each([[[]], [null]])(
    'isn’t mentioned where there is none, or it isn’t known: %j',
    async (items) => {
      expect(
        await draw(
          items,
          <>
            <AllowedLine of="people" />
            <AllowedWarnings />
            <AllowedList level={2} className="" />
          </>,
        ),
      ).toBe('')
    },
  )

  it('is on the overview with the others, and above everything only when it’s nearly reached', async () => {
    const items = [...people(95, 100), { what: 'pictures', used: 3, most: 300 }] as const
    const warned = await draw(items, <AllowedWarnings />)
    expect(warned).toContain('People: 95 of 100')
    expect(warned).not.toContain('Pictures')
    act(() => root?.unmount())
    const listed = await draw(items, <AllowedList level={2} className="" />)
    for (const each of ['What this site may have', 'People: 95 of 100', 'Pictures: 3 of 300'])
      expect(listed).toContain(each)
  })
})
