// @vitest-environment happy-dom
/**
 * Learners' reports on the page of records: who sees them, and what is sent when they are handled.
 */

import { act } from 'react'
import { expect, it } from 'vitest'
import { Records } from '#admin/pages/Records.tsx'
import type { ConsoleCall, ConsoleResponse } from '#admin/parts/client.ts'
import type { ConsoleReport, ContentSummary } from '#engine/contract/admincontract.ts'
import { consoleDom } from './inconsole.tsx'

const Page = Records.component
const drawIn = consoleDom()

const TYPE: ContentSummary = {
  type: 'bursaries',
  label: 'Bursaries',
  one: 'Bursary',
  fields: [],
  own: 0,
  hidden: 0,
  shared: 1,
  imported: null,
}
const REPORT: ConsoleReport = {
  type: 'bursaries',
  id: 'green-fund',
  title: 'Green Fund',
  people: 2,
  last: '2026-11-20T10:00:00.123Z',
  said: [
    { reason: 'They ask for money', text: 'R500 <b>first</b>', at: '2026-11-20T10:00:00.123Z' },
    { reason: 'The link doesn’t work', text: '', at: '2026-11-19T10:00:00.000Z' },
  ],
  handled: null,
}

/** @returns the requests to the server */
async function draw(role: string, reports: readonly ConsoleReport[]): Promise<ConsoleCall[]> {
  const calls: ConsoleCall[] = []
  const pageOf = (items: readonly unknown[]) => ({
    status: 200,
    value: { items, total: items.length, page: 1, pageSize: 25 },
    etag: null,
  })
  const respond = (call: ConsoleCall): Promise<ConsoleResponse> => {
    calls.push(call)
    if (call.method === 'PATCH') return Promise.resolve({ status: 204, value: null, etag: null })
    if (call.path.startsWith('admin/reports')) return Promise.resolve(pageOf(reports))
    return Promise.resolve(pageOf(call.path === 'admin/content' ? [TYPE] : []))
  }
  await drawIn(
    <Page id="records" level={1} data={undefined}>
      {null}
    </Page>,
    { role, respond },
  )
  return calls
}

const tab = (words: string) =>
  [...document.querySelectorAll<HTMLElement>('[role=tab]')].find(({ textContent }) =>
    textContent.startsWith(words),
  )
const cells = () => [...document.querySelectorAll('tbody td')].map(({ textContent }) => textContent)

it('lists reports by record for editors, shows their number on the tab, and links to the record', async () => {
  await draw('editor', [REPORT])
  expect(tab('Reports')!.textContent).toBe('Reports1')
  await act(async () => tab('Reports')!.click())
  const [record, said, when] = cells()
  expect(record).toBe('Green FundBursary')
  expect(said).toBe('They ask for moneyR500 <b>first</b>The link doesn’t work')
  expect(when).toContain('2 learners')
  expect(document.querySelector('td a')!.getAttribute('href')).toBe(
    '/admin/records/bursaries?search=Green%20Fund',
  )
})

it('marks as handled only what was seen, up to the newest report shown', async () => {
  const calls = await draw('editor', [REPORT])
  await act(async () => tab('Reports')!.click())
  const button = [...document.querySelectorAll('button')].find(
    ({ textContent }) => textContent === 'Mark as handled Green Fund',
  )
  await act(async () => button!.click())
  expect(calls.filter(({ method }) => method === 'PATCH')).toEqual([
    {
      path: 'admin/reports/bursaries/green-fund',
      method: 'PATCH',
      body: { handled: true, until: REPORT.last },
    },
  ])
  expect(document.querySelector('[role=status]')!.textContent).toBe(
    'Green Fund: the reports are marked as handled.',
  )
})

it('neither requests nor shows reports for a viewer', async () => {
  const calls = await draw('viewer', [REPORT])
  expect(document.querySelectorAll('[role=tab]')).toHaveLength(0)
  expect(calls.some(({ path }) => path.startsWith('admin/reports'))).toBe(false)
  expect(document.querySelector('nav')!.textContent).toBe('Bursaries')
})
