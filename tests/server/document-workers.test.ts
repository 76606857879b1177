/**
 * The processes beside the server: whatever a job does to its process, no other job and no other
 * tenant is affected.
 */

import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nameOf } from '#engine/documents/document.ts'
import type { AnyDocument } from '#engine/documents/kinds.ts'
import { manifestOf } from '#server/release/shipped.ts'
import { DocumentWorkers, type Subject } from '#server/release/document-workers.ts'
import { JobProcess, Stopped } from '#server/workspace/process.ts'
import { code } from '#tests/support/documents.ts'

const script = new URL('../support/doomed-worker.mjs', import.meta.url)
const folder = mkdtempSync(join(tmpdir(), 'tsela-workers-'))
let documentWorkers: DocumentWorkers
beforeAll(() => {
  documentWorkers = new DocumentWorkers({ script, slowMs: 60_000, quickMs: 60_000 })
})
afterAll(() => {
  documentWorkers.close()
  rmSync(folder, { recursive: true })
})

const menu = (id: string, title = 'Menu'): AnyDocument =>
  ({ kind: 'menu', id, v: 1, title, source: 'a test', items: [] }) as unknown as AnyDocument
const setOf = (...documents: AnyDocument[]) => {
  const named = new Map(documents.map((document) => [nameOf(document), document]))
  return { documents: named, manifest: manifestOf(named) }
}
const base = setOf(menu('main'), menu('other'))
/** A tenant with drafts of these titles. */
const subject = (tenant: string, ...titles: string[]): Subject => ({
  tenant,
  code,
  base,
  live: base,
  drafts: titles.map((title, index) => ({
    name: `menu/d${index}`,
    text: JSON.stringify(menu(`d${index}`, title)),
    etag: '"1-1"',
  })),
})
/**
 * What the stand-in reports about a job: which it was, on which drafts, and how much had to be
 * sent.
 */
type Done = { readonly task: string; readonly titles: readonly string[]; readonly texts: number }
const listed = (tenant: string, ...titles: string[]) =>
  documentWorkers.ask('list', null, subject(tenant, ...titles)) as unknown as Promise<Done>

describe('a job', () => {
  it('runs on documents and drafts', async () => {
    expect(await listed('a', 'One')).toMatchObject({ task: 'list', titles: ['One'] })
  })

  it('that crashes its process stops at the draft that it had reached', async () => {
    const error: unknown = await listed('a', 'One', 'ends the process').catch(
      (thrown: unknown) => thrown,
    )
    expect(error).toBeInstanceOf(Stopped)
    expect(error).toMatchObject({ why: 'died', at: 'menu/d1' })
    await expect(listed('a', 'ends the process in silence')).rejects.toMatchObject({
      why: 'died',
      at: null,
    })
  })

  it('that never ends is ended, and named', async () => {
    const impatient = new DocumentWorkers({ script, slowMs: 60_000, quickMs: 1000 })
    try {
      await expect(impatient.ask('list', null, subject('a', 'never ends'))).rejects.toMatchObject({
        why: 'too-long',
        at: 'menu/d0',
      })
      expect(await impatient.ask('list', null, subject('a', 'One'))).toMatchObject({
        titles: ['One'],
      })
    } finally {
      impatient.close()
    }
  })

  it('has its time of the processor, not of the clock, up to four times as much', async () => {
    const impatient = new DocumentWorkers({ script, slowMs: 60_000, quickMs: 1000 })
    try {
      expect(await impatient.ask('list', null, subject('a', 'waits its turn'))).toMatchObject({
        titles: ['waits its turn'],
      })
      await expect(
        impatient.ask('list', null, subject('a', 'waits for ever')),
      ).rejects.toMatchObject({ why: 'too-long', at: null })
    } finally {
      impatient.close()
    }
  })

  it('doesn’t affect those that wait behind it', async () => {
    const [one, bad, two, three] = await Promise.allSettled([
      listed('a', 'One'),
      listed('b', 'ends the process'),
      listed('a', 'Two'),
      listed('c', 'Three'),
    ])
    expect(bad.status).toBe('rejected')
    expect(
      [one, two, three].map((each) => each.status === 'fulfilled' && each.value.titles[0]),
    ).toEqual(['One', 'Two', 'Three'])
  })

  it('is run again if its process was ended by something else', async () => {
    const mark = join(folder, 'killed')
    expect(
      await documentWorkers.ask('names', { language: 'en', mark } as never, subject('a')),
    ).toMatchObject({ task: 'names' })
    expect(existsSync(mark)).toBe(true)
  })

  it('that is requested again before it is done runs once', async () => {
    const asked = [1, 2, 3].map(() =>
      documentWorkers.ask('list', null, subject('a', 'One'), 'the same'),
    )
    expect(asked[1]).toBe(asked[0])
    expect(documentWorkers.waiting).toBe(1)
    await Promise.all(asked)
    await Promise.resolve()
    const again = documentWorkers.ask('list', null, subject('a', 'One'), 'the same')
    expect(again).not.toBe(asked[0])
    await again
  })
})

describe('tenants', () => {
  it('take turns: many jobs of one tenant delay another tenant by one job', async () => {
    const done: string[] = []
    const noted = (tenant: string) => listed(tenant).then(() => void done.push(tenant))
    await Promise.all([
      ...Array.from({ length: 10 }, () => noted('many')),
      noted('few'),
      noted('other'),
    ])
    expect(done.slice(0, 4).sort()).toEqual(['few', 'many', 'many', 'other'])
  })

  it('each have room: one that asks for too much is refused, and no other is', async () => {
    const many = Array.from({ length: 60 }, () => listed('many'))
    const few = listed('few')
    const outcomes = await Promise.allSettled(many)
    expect(outcomes.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(15)
    for (const reason of outcomes.flatMap((each) =>
      each.status === 'rejected' ? [each.reason as unknown] : [],
    ))
      expect(reason).toMatchObject({ code: 'server/busy', detail: { retryAfter: 5 } })
    expect(await few).toMatchObject({ task: 'list' })
  })

  it('don’t wait for a check to look at a document', async () => {
    const hanging = documentWorkers.ask('check', null, subject('a', 'never ends'))
    hanging.catch(() => undefined)
    expect(await listed('b', 'One')).toMatchObject({ titles: ['One'] })
    documentWorkers.close()
    await expect(hanging).rejects.toThrow('the server stops')
  })
})

describe('a process', () => {
  it('gives way to the server', async () => {
    const ended = new Set<number>()
    const children = () =>
      readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8')
        .trim()
        .split(' ')
        .filter(Boolean)
        .map(Number)
    for (const pid of children()) ended.add(pid)
    const beside = new JobProcess({ script, memoryMb: 256, limitMs: 60_000 })
    try {
      await beside.run(() => ({
        task: 'list',
        args: null,
        texts: [],
        workspace: { code: 'one', base: [], live: [], drafts: [] },
      }))
      const pid = children().find((each) => !ended.has(each))!
      expect(getPriority(pid)).toBeGreaterThan(getPriority())
    } finally {
      beside.close()
    }
  })

  it('is sent each document once, and all of them again after it has ended', async () => {
    const beside = new JobProcess({ script, memoryMb: 256, limitMs: 60_000 })
    const texts = ['one', 'two']
    const sent: number[] = []
    const run = (title: string) =>
      beside.run((has) => {
        const missing = texts.filter((sha) => !has(sha)).map((sha) => [sha, '{}'] as const)
        sent.push(missing.length)
        return {
          task: 'list',
          args: null,
          texts: missing,
          workspace: {
            code: 'one',
            base: [],
            live: [],
            drafts: [{ name: 'menu/d0', text: JSON.stringify({ title }), etag: '' }],
          },
        }
      })
    try {
      await run('One')
      await run('Two')
      await run('ends the process').catch(() => undefined)
      await run('Three')
      expect(sent).toEqual([2, 0, 0, 2])
    } finally {
      beside.close()
    }
  })
})
