/** Data folders for tests of the lock, and separate processes that request them. */

import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded, type Embedded, type EmbeddedOptions } from '#server/database/embedded.ts'
import type { Order, Outcome } from './folder-taker.ts'

const QUIET_CHILD = new URL('./quiet-child.mjs', import.meta.url)

/** A place for folders, deleted together with it. */
export class Place {
  readonly path = mkdtempSync(join(tmpdir(), 'tsela-folders-'))
  #made = 0

  folder(): string {
    const dataDir = join(this.path, `data-${++this.#made}`)
    mkdirSync(dataDir)
    return dataDir
  }
  remove(): void {
    rmSync(this.path, { recursive: true, force: true })
  }
}

export const lockOf = (dataDir: string) => join(dataDir, 'server.lock')

/** Takes a folder for this process; the database is a stub. */
export function take(dataDir: string, options: Partial<EmbeddedOptions> = {}): Promise<Embedded> {
  return startEmbedded({
    dataDir,
    childFile: QUIET_CHILD,
    log: () => undefined,
    execArgv: [],
    ...options,
  })
}

/** The processes that were started on a folder, in order. */
export function begun(dataDir: string): number[] {
  const file = join(dataDir, 'begun')
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').map(Number) : []
}

/** Another process, possibly in another container or without flock(1). */
export class Taker {
  readonly process: ChildProcess

  constructor({
    before = [],
    path = process.env['PATH'] ?? '',
  }: { before?: readonly string[]; path?: string } = {}) {
    const [execPath = process.execPath, ...rest] = [...before, process.execPath]
    this.process = fork(new URL('./folder-taker.ts', import.meta.url), {
      execPath,
      execArgv: [...(before.length > 0 ? rest : []), '--import', 'tsx'],
      env: { ...process.env, TAKER_PATH: path },
    })
  }

  async #tell(order: Order): Promise<Outcome> {
    this.process.send(order)
    const [outcome] = (await once(this.process, 'message')) as [Outcome]
    return outcome
  }
  take(dataDir: string, at = 0, as?: number): Promise<Outcome> {
    return this.#tell({ take: dataDir, at, as })
  }
  leave(): Promise<Outcome> {
    return this.#tell({ leave: true })
  }
  async end(): Promise<void> {
    this.process.disconnect()
    await once(this.process, 'exit')
  }
  async kill(): Promise<void> {
    this.process.kill('SIGKILL')
    await once(this.process, 'exit')
  }
}
