/**
 * Sets files in one process beside the server, started when the first is asked for. Tenants take
 * turns. A file that takes too long or too much memory ends its process and no other file.
 */

import { fileURLToPath } from 'node:url'
import { Refusal } from '#engine/contract/problems.ts'
import { Lane } from '#server/workspace/lane.ts'
import { Stopped } from '#server/workspace/process.ts'
import type { Template } from './template.ts'

const LIMIT_MS = 5000
/** For everything about a person in one file: ten times the pages of a report. */
const BUNDLE_MS = 20_000
const RESIDENT_MB = 300
/** Of JavaScript alone, which does little here. */
const MEMORY_MB = 128
/** Longest data that is set, in characters: about 60 pages. */
const MAX_DATA = 400_000

export type PapersOptions = {
  readonly script?: URL
  readonly limitMs?: number
  readonly bundleMs?: number
  readonly residentMb?: number
}

export class Papers {
  readonly #lane: Lane
  readonly #bundleMs: number

  constructor({
    script = workerScript(),
    limitMs = LIMIT_MS,
    bundleMs = BUNDLE_MS,
    residentMb = RESIDENT_MB,
  }: PapersOptions = {}) {
    this.#bundleMs = bundleMs
    this.#lane = new Lane({ script, memoryMb: MEMORY_MB, limitMs, residentMb })
  }

  get waiting(): number {
    return this.#lane.size
  }

  get lost(): number {
    return this.#lane.lost
  }

  /**
   * @param data as JSON, as the template expects it
   * @param isBundle several files in one, which may take longer
   * @throws Refusal `server/busy` if too many wait, `cv/too-long` or `report/too-long` if it can't be
   *   set in time
   */
  async pdf(tenant: string, template: Template, data: string, isBundle = false): Promise<Buffer> {
    const tooLong = template === 'report' ? 'report/too-long' : 'cv/too-long'
    if (data.length > MAX_DATA) throw new Refusal(tooLong)
    try {
      const pdf = await this.#lane.ask({
        tenant,
        ...(isBundle && { limitMs: this.#bundleMs }),
        make: () => ({ task: template, args: data, texts: [] }),
      })
      return Buffer.from(pdf as Uint8Array)
    } catch (error) {
      if (!(error instanceof Stopped)) throw error
      throw new Refusal(tooLong, { cause: error })
    }
  }

  close(): void {
    this.#lane.close()
  }
}

/** Next to this file, as TypeScript in development and as JavaScript when built. */
function workerScript(): URL {
  const source = fileURLToPath(import.meta.url).endsWith('.ts')
  return new URL(`./paper-worker${source ? '.ts' : '.js'}`, import.meta.url)
}
