// @vitest-environment happy-dom
/** The page of a site: addresses that aren't verified yet, and what is done about them. */

import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { MemoryRouter } from 'react-router-dom'
import { SWRConfig } from 'swr'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { ConsoleCall, ConsoleResponse } from '#admin/parts/client.ts'
import { ConsoleTheme } from '#admin/parts/ConsoleTheme.tsx'
import { TenantPage } from '#admin/tenants/TenantPage.tsx'
import type { HostChecked, TenantSummary, WaitingHost } from '#engine/contract/tenantshapes.ts'
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

const HOST = 'careers.bank.example'
const WAITING: WaitingHost = {
  host: HOST,
  record: `_tsela.${HOST}`,
  value: 'tsela-site=0123456789abcdef0123456789abcdef',
  checkedAt: null,
  found: null,
}
const TENANT: TenantSummary = {
  slug: 'bank',
  state: 'open',
  address: `https://${HOST}`,
  hosts: [HOST],
  waiting: [WAITING],
  config: 'default',
  people: 0,
  owners: 0,
}

/** @param checked what a check returns. @returns the calls that change something */
async function draw(tenant: TenantSummary, checked?: HostChecked): Promise<ConsoleCall[]> {
  const changes: ConsoleCall[] = []
  let now = tenant
  const console = async (call: ConsoleCall): Promise<ConsoleResponse> => {
    const done = { status: 200, etag: null }
    if (call.method !== 'POST' || checked === undefined) return { ...done, value: now }
    changes.push(call)
    now = checked.tenant
    return { ...done, value: checked }
  }
  const surroundings = {
    catalog,
    scope: buildScope(catalog, makeWorld(makeUser({ plan: 'powerPlus', role: 'operator' }))),
    registry: {},
    actions: { console },
    mode: 'live',
    report: () => undefined,
  } as unknown as RenderContext
  root = createRoot(document.body.appendChild(document.createElement('div')))
  await act(async () => {
    root!.render(
      <MemoryRouter>
        <ConsoleTheme>
          <SWRConfig value={{ provider: () => new Map(), dedupingInterval: 0 }}>
            <ScopeProvider value={surroundings}>
              <TenantPage slug="bank" level={1} />
            </ScopeProvider>
          </SWRConfig>
        </ConsoleTheme>
      </MemoryRouter>,
    )
  })
  await act(async () => undefined)
  return changes
}

const said = () => document.body.textContent
async function press(name: string): Promise<void> {
  const button = [...document.querySelectorAll('button')]
    .reverse()
    .find(({ textContent }) => textContent === name)!
  await act(async () => button.click())
  await act(async () => undefined)
}

describe('an address that isn’t verified yet', () => {
  it('says which record to add, and leads nowhere', async () => {
    await draw(TENANT)
    for (const words of [`${HOST} isn’t verified yet`, WAITING.record, WAITING.value])
      expect(said()).toContain(words)
    expect(said()).toContain('Not checked yet.')
    expect(said()).toContain('Not verified yet')
    expect(document.querySelector(`a[href="${TENANT.address}"]`)).toBeNull()
  })

  it('is checked now, and says what is there instead', async () => {
    const waiting = [
      { ...WAITING, checkedAt: new Date().toISOString(), found: 'different' as const },
    ]
    const calls = await draw(TENANT, { tenant: { ...TENANT, waiting }, invited: [] })
    await press('Check now')
    expect(calls).toMatchObject([{ path: 'admin/tenants/bank/verify', body: { host: HOST } }])
    expect(said()).toContain('There’s a record with this name, but its value is different.')
    expect(said()).not.toContain(`${HOST} is verified.`)
  })

  it('is vouched for only when that is confirmed; the link for the owner is shown', async () => {
    const link = `https://${HOST}/recover?token=abc`
    const calls = await draw(TENANT, {
      tenant: { ...TENANT, waiting: [] },
      invited: [{ owner: 'head@bank.example', link }],
    })
    await press('I vouch for it')
    expect(calls).toEqual([])
    await press('Open it at my word')
    expect(calls).toMatchObject([{ body: { host: HOST, vouch: true } }])
    expect(said()).toContain(`${HOST} is verified.`)
    expect(said()).toContain(link)
    expect(said()).not.toContain(`${HOST} isn’t verified yet`)
    expect(document.querySelector(`a[href="${TENANT.address}"]`)).not.toBeNull()
  })

  it('beside one that is verified leaves the site open there', async () => {
    await draw({ ...TENANT, hosts: [HOST, 'bank.example'], address: 'https://bank.example' })
    expect(document.querySelector('a[href="https://bank.example"]')).not.toBeNull()
    expect(said()).not.toContain('Not verified yet')
  })
})
