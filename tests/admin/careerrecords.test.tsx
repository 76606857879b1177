// @vitest-environment happy-dom
/** Careers in the page of records: as rows and as a form, like every other type. */

import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { SWRConfig } from 'swr'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { Records } from '#admin/pages/Records.tsx'
import type { ConsoleCall, ConsoleResponse } from '#admin/parts/client.ts'
import { ConsoleTheme } from '#admin/parts/ConsoleTheme.tsx'
import type { ConsoleRecord, ContentSummary } from '#engine/contract/admincontract.ts'
import { ScopeProvider, type RenderContext } from '#engine/react/context.ts'
import { buildScope } from '#engine/rules/scope.ts'
import { recordOfCareer, careerFiles } from '#server/catalogue/careerrecords.ts'
import { cellOf } from '#server/catalogue/cells.ts'
import { speakEnglish } from '#tests/support/english.ts'
import { catalog, makeUser, makeWorld, root as folder } from '#tests/support/documents.ts'

const Page = Records.component
const type = catalog.get('content-type', 'careers')!
const { id, ...data } = recordOfCareer(
  careerFiles(`${folder}/content`)
    .read()
    .items.find(({ code }) => code === '23-1011.00')!,
)
/** As the console's calls give them. */
const TYPE: ContentSummary = {
  type: type.id,
  label: 'Careers',
  one: 'Career',
  fields: type.fields.map(({ id: field, type: kind, required, list }) => ({
    id: field,
    label: field,
    type: kind,
    required: required === true,
    ...(list !== undefined && {
      choices: catalog.get('list', list)!.items.map((item) => ({ id: item.id, label: item.id })),
    }),
  })),
  own: 0,
  hidden: 0,
  shared: 923,
  imported: null,
}
const RECORD: ConsoleRecord = {
  id,
  title: 'Attorney',
  data,
  cells: Object.fromEntries(
    type.fields.flatMap((field) => {
      const cell = cellOf(field, data[field.id])
      return cell === null ? [] : [[field.id, String(cell)]]
    }),
  ),
  own: false,
  shared: true,
  hidden: false,
  starts: null,
  ends: null,
  was: null,
}

let root: Root | undefined
beforeAll(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  await speakEnglish()
})
afterEach(() => {
  act(() => root?.unmount())
  document.body.replaceChildren()
})

/** @returns the writes that are sent */
async function draw(): Promise<ConsoleCall[]> {
  const writes: ConsoleCall[] = []
  const pageOf = (items: readonly unknown[]) => ({
    status: 200,
    value: { items, total: items.length, page: 1, pageSize: 25 },
    etag: null,
  })
  const console = (call: ConsoleCall): Promise<ConsoleResponse> => {
    if (call.method !== undefined && call.method !== 'GET') {
      writes.push(call)
      return Promise.resolve({ status: 200, value: RECORD, etag: null })
    }
    if (call.path === 'admin/content') return Promise.resolve(pageOf([TYPE]))
    return Promise.resolve(pageOf(call.path.startsWith('admin/content/careers?') ? [RECORD] : []))
  }
  const surroundings = {
    catalog,
    scope: buildScope(catalog, makeWorld(makeUser({ plan: 'powerPlus', role: 'editor' }))),
    registry: {},
    actions: { console },
    mode: 'live',
    report: () => undefined,
  } as unknown as RenderContext
  const page = (
    <SWRConfig value={{ provider: () => new Map() }}>
      <ScopeProvider value={surroundings}>
        <ConsoleTheme>
          <Page id="records" level={1} data={undefined}>
            {null}
          </Page>
        </ConsoleTheme>
      </ScopeProvider>
    </SWRConfig>
  )
  root = createRoot(document.body.appendChild(document.createElement('div')))
  await act(async () => {
    root!.render(<RouterProvider router={createMemoryRouter([{ path: '*', element: page }])} />)
    await Promise.resolve()
  })
  return writes
}

const button = (words: string) =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent === words)!
const field = (label: string) => {
  const named = [...document.querySelectorAll('label')].find(({ textContent }) =>
    textContent.startsWith(label),
  )!
  return document.getElementById(named.htmlFor) as HTMLInputElement
}

it('hides a shared career for the tenant', async () => {
  const writes = await draw()
  expect([...document.querySelectorAll('td')].map(({ textContent }) => textContent)).toContain(
    'Attorney',
  )
  await act(async () => button('Hide Attorney').click())
  expect(writes).toEqual([
    {
      path: 'admin/content/careers/23-1011.00',
      method: 'PUT',
      body: { hidden: true, was: null },
    },
  ])
})

it('edits one in a form of its fields, and sends all that it had with what was changed', async () => {
  const writes = await draw()
  await act(async () => button('Edit Attorney').click())
  expect(field('name').value).toBe('Attorney')
  expect(field('nameAf').value).toBe('Prokureur')
  expect(field('years').value).toBe('6')
  expect(JSON.parse(field('interests').value)).toEqual(data['interests'])
  expect(field('direction').value).toBe('23')
  expect(document.querySelector('[role=group][aria-label=types]')).not.toBeNull()
  const name = field('name')
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(name, 'Lawyer')
    name.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await act(async () => button('Save').click())
  expect(writes.map(({ path, body }) => [path, body])).toEqual([
    ['admin/content/careers/23-1011.00', { cells: { ...RECORD.cells, name: 'Lawyer' }, was: null }],
  ])
})
