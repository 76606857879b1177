/**
 * Half a million rows imported through the console's call, beside a COPY of the same rows into a
 * table with the same indexes: rows a second, memory of the server, and how long others wait.
 */

import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import type { ImportState } from '#engine/contract/importcontract.ts'
import { Probe } from '../support/probe.ts'
import type { Running } from '../support/processes.ts'
import { Publisher } from '../support/publisher.ts'
import { median, percentile, round } from '../support/report.ts'
import { nameOf } from './generated.ts'

const TYPE = 'bursaries'
const SAMPLE_MS = 200
const HEALTH_MS = 50

export type ImportFigures = {
  readonly rows: number
  readonly seconds: number
  readonly rows_a_second: number
  readonly copy_rows_a_second: number
  readonly of_copy: number
  /** In MB: before it, the median of its second and of its last fifth, and the most. */
  readonly memory: Readonly<Record<'before' | 'early' | 'late' | 'most', number>>
  readonly health_p99: number
  readonly health_max: number
}

class Importer extends Publisher {
  async import(rows: number): Promise<void> {
    const lines = Array.from(
      { length: rows },
      (_, n) =>
        `r${n},${nameOf(n % 5000)} ${nameOf((n * 7) % 5000)} ${n},${nameOf(n % 400)},bursary`,
    )
    const response = await fetch(`${this.url}/api/admin/content/${TYPE}/import?file=many.csv`, {
      method: 'POST',
      headers: {
        ...this.headers,
        'content-type': 'application/octet-stream',
        prefer: 'respond-async',
      },
      body: `id,name,provider,type\n${lines.join('\n')}\n`,
    })
    if (response.status !== 202) throw new Error(await response.text())
  }

  async ended(): Promise<ImportState> {
    for (;;) {
      await wait(SAMPLE_MS)
      const state = await this.call<ImportState>('GET', `admin/content/${TYPE}/import`)
      if (!['checking', 'writing'].includes(state.phase)) return state
    }
  }
}

/** Of the server only: the database is a separate process. */
function residentMb(pid: number): number {
  const [, kb] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))!
  return Number(kb) / 1024
}

export async function measureImport(
  server: Running,
  client: pg.Client,
  { rows, folder }: { readonly rows: number; readonly folder: string },
): Promise<ImportFigures> {
  const importer = new Importer(server.url)
  await importer.signIn()
  const pid = server.process.pid!
  const before = residentMb(pid)
  const samples: number[] = []
  const sampling = setInterval(() => samples.push(residentMb(pid)), SAMPLE_MS)
  const health = new Probe(
    () => fetch(`${server.url}/api/health`, { signal: AbortSignal.timeout(10_000) }),
    HEALTH_MS,
  )
  const began = performance.now()
  await importer.import(rows)
  // The file is generated in this process, which can't measure meanwhile.
  health.start()
  const { phase, report } = await importer.ended()
  const seconds = (performance.now() - began) / 1000
  clearInterval(sampling)
  await health.stop()
  if (phase !== 'done' || report?.rows !== rows)
    throw new Error(`the import ended as ${phase}: ${JSON.stringify(report?.problems.slice(0, 3))}`)
  const copySeconds = await copied(client, join(folder, 'rows'))
  const times = health.calls.map(({ ms }) => ms)
  const fifth = Math.max(1, Math.floor(samples.length / 5))
  return {
    rows,
    seconds: round(seconds),
    rows_a_second: round(rows / seconds, 0),
    copy_rows_a_second: round(rows / copySeconds, 0),
    of_copy: round(copySeconds / seconds, 2),
    memory: {
      before: round(before, 0),
      early: round(median(samples.slice(fifth, 2 * fifth)), 0),
      late: round(median(samples.slice(-fifth)), 0),
      most: round(Math.max(...samples), 0),
    },
    health_p99: round(percentile(times, 99)),
    health_max: round(Math.max(...times)),
  }
}

/** @returns seconds; the normalised words exist already, which the import has to compute */
async function copied(client: pg.Client, file: string): Promise<number> {
  await client.query('CREATE TABLE bare_content (LIKE content INCLUDING ALL)')
  await client.query(
    `COPY (SELECT * FROM content WHERE type = '${TYPE}' AND version = (SELECT max(version) FROM content WHERE type = '${TYPE}')) TO '${file}'`,
  )
  const began = performance.now()
  await client.query(`COPY bare_content FROM '${file}'`)
  const seconds = (performance.now() - began) / 1000
  await client.query('DROP TABLE bare_content')
  rmSync(file)
  return seconds
}
