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
import type {
  HostChecked,
  TenantSummary,
  TenantView,
  WaitingHost,
} from '#engine/contract/tenantshapes.ts'
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
const TENANT: TenantView = {
  slug: 'bank',
  state: 'open',
  address: `https://${HOST}`,
  hosts: [HOST],
  waiting: [WAITING],
  config: 'default',
  people: 0,
  owners: 0,
  limits: {
    people: { most: 500, used: 0 },
    pictures: { most: 300, used: 12 },
    records: { most: null, used: 1234 },
  },
}

/** @param checked what a check returns. @returns the calls that change something */
async function draw(tenant: TenantSummary, checked?: HostChecked): Promise<ConsoleCall[]> {
  const changes: ConsoleCall[] = []
  let now = tenant
  const console = async (call: ConsoleCall): Promise<ConsoleResponse> => {
    const done = { status: 200, etag: null }
    if (call.method !== undefined && call.method !== 'GET') changes.push(call)
    if (call.method !== 'POST' || checked === undefined) return { ...done, value: now }
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

describe('what a site may have at most', () => {
  const field = (label: string) =>
    [...document.querySelectorAll('input')].find(
      ({ labels }) => labels?.[0]?.textContent === label,
    )!
  const type = (label: string, text: string) =>
    act(async () => {
      const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!
      set.call(field(label), text)
      field(label).dispatchEvent(new Event('input', { bubbles: true }))
    })
  /** Of the last form with one. */
  const save = () =>
    act(async () => {
      const form = document.querySelector('[aria-labelledby="tenant-limits"] form')!
      form.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
    })

  it('is shown beside what it has, and saved together', async () => {
    const calls = await draw({ ...TENANT, waiting: [] })
    expect(['People', 'Pictures', 'Records of its own'].map((each) => field(each).value)).toEqual([
      '500',
      '300',
      '',
    ])
    expect(said()).toContain('Now 1,234')
    await type('People', ' 750 ')
    await type('Pictures', '')
    await save()
    expect(calls).toEqual([
      {
        path: 'admin/tenants/bank',
        method: 'PATCH',
        body: { limits: { people: 750, pictures: null, records: null } },
      },
    ])
    expect(said()).toContain('Saved. It counts from now on.')
  })

  it.each(['-1', '1.5', 'many', '100000001'])('is not saved as %s', async (typed) => {
    const calls = await draw({ ...TENANT, waiting: [] })
    await type('People', typed)
    expect(said()).toContain('Give a whole number from 0 to 100,000,000, or nothing.')
    await save()
    expect(calls).toEqual([])
  })
})
