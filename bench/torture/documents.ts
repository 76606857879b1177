/**
 * Malicious documents, by the thousand, through the console's own calls (risks.md B3): each is
 * derived from a valid one, opened, saved as a draft, opened again, checked with others, previewed,
 * and discarded. Meanwhile a probe checks every ten milliseconds that the server responds. There
 * must be no internal error, no lost worker process, and no change for another tenant; the rest is
 * statistics.
 *
 *   npm run torture -- documents     (MUTATIONS, 10000; SEED, 1)
 */

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { constants, setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { asking, harm } from '#tests/support/harm.ts'
import { dice } from '#tests/support/dice.ts'
import { postgresFolder, startPostgres } from '#tests/support/postgres.ts'
import { hold } from '../support/goals.ts'
import { figuresOf } from '../support/figures.ts'
import { root, startProduct, startServer } from '../support/processes.ts'
import { Publisher } from '../support/publisher.ts'
import { percentile, report, round, type Row } from '../support/report.ts'
import type { Pulse } from './pulse.ts'

const MUTATIONS = Number(process.env['MUTATIONS'] ?? 10_000)
const SEED = Number(process.env['SEED'] ?? 1)
const PORT = 4650
const STILL_PORT = 4651
/** Drafts that exist at the same time. */
const MAX_TOGETHER = 6
/**
 * Anything slower hangs: a check is killed after a minute, and requests that wait for it fail as
 * well.
 */
const PATIENCE_MS = 90_000
const HEALTH_MS = 100
/** How many of the slowest moments are shown. */
const SHOWN = 12
const PERSONA = { plan: 'power', stage: 'fullAccess', country: 'ZA', language: 'en' }

type Reply = { readonly status: number; readonly text: string; readonly etag: string }

/** Sends arbitrary documents, and records the responses. */
class Editor extends Publisher {
  readonly times = new Map<string, number[]>()
  readonly statuses = new Map<string, number>()
  readonly faults: string[] = []
  /**
   * The latest requests, to know what was running when the server was slow; `from` and `to` in ms
   * since 1970.
   */
  readonly calls: { readonly what: string; readonly from: number; readonly to: number }[] = []
  note = ''
  isEnormous = false
  largest = 0

  async send(
    what: string,
    method: string,
    path: string,
    body?: BodyInit,
    more: Readonly<Record<string, string>> = {},
  ): Promise<Reply> {
    const began = performance.now()
    const init = {
      method,
      headers: { ...this.headers, ...more },
      signal: AbortSignal.timeout(PATIENCE_MS),
      ...(body !== undefined && { body, duplex: 'half' }),
    }
    try {
      const response = await fetch(`${this.url}/${path}`, init)
      const text = await response.text()
      this.calls.push({
        what: `${what} ${path} ${this.note}`,
        from: Date.now() - (performance.now() - began),
        to: Date.now(),
      })
      this.times.set(what, [...(this.times.get(what) ?? []), performance.now() - began])
      this.statuses.set(
        `${what} ${response.status}`,
        (this.statuses.get(`${what} ${response.status}`) ?? 0) + 1,
      )
      this.largest = Math.max(this.largest, text.length)
      // Refused for being asked too often, a document has not been tried.
      if (response.status >= 500 || response.status === 429)
        this.faults.push(`${what} answered ${response.status}: ${text.slice(0, 300)}`)
      return { status: response.status, text, etag: response.headers.get('etag') ?? '' }
    } catch (error) {
      // Refused while still being sent, and the connection closed: the server doesn't have to read
      // ten megabytes.
      if (this.isEnormous && String((error as Error).cause).includes('EPIPE'))
        return { status: 413, text: '', etag: '' }
      this.faults.push(
        `${what}: ${String(error)} ${error instanceof Error && error.cause !== undefined ? String(error.cause) : ''}`,
      )
      return { status: 0, text: '', etag: '' }
    }
  }
}

/** Ten megabytes around a document: with a content length, and as a stream without one. */
function enormous(text: string, streamed: boolean): BodyInit {
  const body = `${' '.repeat(10_000_000)}${text}`
  return streamed ? new Blob([body]).stream() : body
}

async function torture(databaseUrl: string) {
  const dataDir = mkdtempSync(join(tmpdir(), 'tsela-documents-'))
  const said: string[] = []
  const server = await startProduct({
    port: PORT,
    dataDir,
    databaseUrl,
    onOutput: (text) => void said.push(text),
  })
  // A server that does nothing at all: if it is slow, the machine is.
  const still = await startServer(join('dist', 'torture', 'still.js'), STILL_PORT, '/', {})
  const pulse = fork(
    join(root, 'dist', 'torture', 'pulse.js'),
    [`${server.url}/api/health`, still.url],
    { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] },
  )
  const database = new pg.Client({ connectionString: databaseUrl })
  // Attackers have machines of their own, so they don't share our limits.
  said.length = 0
  setPriority(constants.priority.PRIORITY_LOW)
  try {
    await database.connect()
    const editor = new Editor(server.url)
    await editor.signIn()
    const bystander = async () => {
      const response = await fetch(`${server.url}/api/app-configuration`, {
        headers: { 'x-tenant': 'pluggedin' },
      })
      return `${response.headers.get('etag')} ${await response.text()}`
    }
    const before = await bystander()
    const sound = new Map<string, { text: string; document: unknown }>()
    const { items } = await editor.call<{ items: { kind: string; id: string }[] }>(
      'GET',
      'admin/documents',
    )
    for (const { kind, id } of items) {
      if (kind === 'tenant' || kind === 'overlay') continue
      const document = (await editor.look(`${kind}/${id}`)).live
      sound.set(`${kind}/${id}`, { text: JSON.stringify(document), document })
    }
    const names = [...sound.keys()]
    const roll = dice(SEED)
    const outcome = { kept: 0, refused: 0, checks: 0, found: 0, stopped: 0, previews: 0, shown: 0 }
    // The metric covers the time since the last scrape.
    await figuresOf(server.url)
    pulse.send('begin')

    const save = async (name: string, text: string, isEnormous = false) => {
      const { etag } = await editor.send('open', 'GET', `api/admin/documents/${name}`)
      const body = `{"document":${text}}`
      editor.isEnormous = isEnormous
      const { status } = await editor.send(
        'save',
        'PUT',
        `api/admin/drafts/${name}`,
        isEnormous ? enormous(body, roll(2) === 0) : body,
        { 'if-match': etag },
      )
      if (status === 200) outcome.kept++
      else outcome.refused++
      if (status === 200) await editor.send('open', 'GET', `api/admin/documents/${name}`)
    }
    for (let made = 0; made < MUTATIONS;) {
      // Lift the hourly limits: those of the network, and that of what one editor may do.
      await database.query('DELETE FROM limits')
      await database.query('DELETE FROM audit')
      if (roll(40) === 0) {
        await save('rule/isFree', asking(sound.get('rule/isFree')!.document, 'manyLanguages'))
        await save(
          'rule/manyLanguages',
          asking(sound.get('rule/manyLanguages')!.document, 'isFree'),
        )
        made += 2
      }
      for (
        let together = roll(2) === 0 ? 1 : 1 + roll(MAX_TOGETHER);
        together > 0;
        together--, made++
      ) {
        const name = names[roll(names.length)]!
        const harmed = harm(sound.get(name)!.document, roll)
        editor.note = harmed.harm
        await save(name, harmed.text, roll(100) === 0)
      }
      const check = await editor.send('check', 'POST', 'api/admin/check', '{}')
      outcome.checks++
      if (check.text.includes('"severity":"error"')) outcome.found++
      if (check.text.includes('"check/stopped"')) outcome.stopped++
      const preview = await editor.send(
        'preview',
        'POST',
        'api/admin/previews',
        JSON.stringify({ persona: PERSONA, path: '/profile/home' }),
      )
      if (preview.status === 201) {
        outcome.previews++
        const { url } = JSON.parse(preview.text) as { url: string }
        const page = await editor.send('page of it', 'GET', url.slice(1))
        if (page.status === 200) outcome.shown++
        await editor.send('call of it', 'GET', 'api/app-configuration', undefined, {
          'x-preview': url.split('/')[2]!,
        })
      }
      await editor.send(
        'explain',
        'POST',
        'api/admin/explain',
        JSON.stringify({ path: '/profile/home', persona: PERSONA, drafts: true }),
      )
      const list = await editor.send('list', 'GET', 'api/admin/documents')
      const { items: drafts = [] } = JSON.parse(list.text || '{}') as {
        items?: { kind: string; id: string; draft: boolean; etag?: string }[]
      }
      for (const { kind, id, draft, etag = '' } of drafts)
        if (draft)
          await editor.send('discard', 'DELETE', `api/admin/drafts/${kind}/${id}`, undefined, {
            'if-match': etag,
          })
    }
    pulse.send('end')
    const [heard] = (await once(pulse, 'message')) as [Pulse]
    const [lost, loop] = await figuresOf(
      server.url,
      'tsela_check_processes_lost_total',
      'nodejs_eventloop_lag_max_seconds',
    )
    const left = (
      await editor.call<{ items: { draft: boolean }[] }>('GET', 'admin/documents')
    ).items.filter(({ draft }) => draft).length
    const changed: string[] = []
    for (const [name, { text }] of sound)
      if (JSON.stringify((await editor.look(name)).live) !== text) changed.push(name)
    return {
      outcome,
      editor,
      heard,
      left,
      changed,
      bystander: before === (await bystander()),
      lost,
      loop,
      said: said.join(''),
    }
  } finally {
    await database.end()
    pulse.kill()
    await Promise.all([server.stop(), still.kill()])
    rmSync(dataDir, { recursive: true, force: true })
  }
}

if (postgresFolder() === null)
  process.stdout.write('SKIPPED: there is no PostgreSQL on this machine\n')
else {
  const postgres = await startPostgres()
  try {
    const { outcome, editor, heard, left, changed, bystander, lost, loop, said } = await torture(
      postgres.url,
    )
    const rows = [...editor.times].map(([what, times]): Row => ({
      what,
      calls: times.length,
      'p50 ms': round(percentile(times, 50)),
      'p99 ms': round(percentile(times, 99)),
      'at most': round(percentile(times, 100)),
    }))
    const figures = {
      mutations: MUTATIONS,
      seed: SEED,
      ...outcome,
      statuses: Object.fromEntries([...editor.statuses].sort()),
      largest_answer: editor.largest,
      health: { ...heard, late: heard.late.length },
      event_loop_ms: round(loop * 1000),
      processes_lost: lost,
      drafts_left: left,
      documents_changed: changed,
      bystander_unchanged: bystander,
    }
    report(`B3, ${MUTATIONS} documents that mean harm`, rows, figures)
    process.stdout.write(
      `health: ${heard.polls} calls, p99 ${heard.p99} ms, at most ${heard.most} ms (goal ${HEALTH_MS}); ${heard.over} above the goal, and ${heard.ours} of them while an idle server beside it was quick\n`,
    )
    const faults = [...editor.faults]
    if (said !== '') faults.push(`the server said: ${said.slice(0, 2000)}`)
    if (outcome.stopped > 0) faults.push(`${outcome.stopped} checks did not come to their end`)
    if (lost > 0) faults.push(`${lost} processes for checks were lost`)
    if (left > 0 || changed.length > 0 || !bystander)
      faults.push('something changed without a publish')
    if (outcome.kept === 0 || outcome.found === 0 || outcome.shown === 0)
      faults.push('nothing came as far as it should')
    hold([{ what: 'calls of health later than an idle server’s', figure: heard.ours, most: 0 }])
    for (const [at, ms] of heard.late.toSorted((a, b) => b[1]! - a[1]!).slice(0, SHOWN)) {
      const under = editor.calls.filter(({ from, to }) => from < at! + ms! && to > at!)
      process.stdout.write(`${ms} ms late during ${under.map(({ what }) => what).join(', ')}\n`)
    }
    for (const fault of faults.slice(0, 20)) process.stdout.write(`${fault}\n`)
    if (faults.length > 0) process.exitCode = 1
  } finally {
    await postgres.stop()
  }
}
