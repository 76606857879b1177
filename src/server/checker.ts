/** Hands documents to the process that checks them, and ends it when nobody has asked for a while, or when it takes too long. */

import { fork, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { AnyDocument } from '#engine/kinds.ts'
import type { CodeMeta } from '#engine/needs.ts'
import type { Problem } from '#engine/problems.ts'
import type { CheckJob, CheckResult } from './check-worker.ts'

const LONGEST_MS = 60_000
const IDLE_MS = 120_000
const MEMORY_MB = 768

type Waiting = { readonly done: (problems: readonly Problem[]) => void; readonly failed: (error: Error) => void; readonly timer: NodeJS.Timeout }

export class Checker {
  #worker: ChildProcess | null = null
  #idle: NodeJS.Timeout | null = null
  #last = 0
  readonly #waiting = new Map<number, Waiting>()

  /**
   * Every problem of these documents.
   *
   * @throws Error when the process dies or takes longer than a minute: nothing is published that was not checked
   */
  check(base: ReadonlyMap<string, AnyDocument>, live: ReadonlyMap<string, AnyDocument>, effective: ReadonlyMap<string, unknown>, code: CodeMeta): Promise<readonly Problem[]> {
    const job = ++this.#last
    if (this.#idle !== null) clearTimeout(this.#idle)
    const worker = (this.#worker ??= this.#start())
    return new Promise((done, failed) => {
      const timer = setTimeout(() => this.#end(new Error('the check took too long')), LONGEST_MS)
      this.#waiting.set(job, { done, failed, timer })
      worker.send({ job, base, live, effective, code } satisfies CheckJob)
    })
  }

  #start(): ChildProcess {
    // It stands beside this file, as TypeScript in development and as JavaScript when built.
    const source = fileURLToPath(import.meta.url).endsWith('.ts')
    const worker = fork(new URL(`./check-worker${source ? '.ts' : '.js'}`, import.meta.url), {
      execArgv: [...(source ? ['--import', 'tsx'] : []), `--max-old-space-size=${MEMORY_MB}`],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      // Maps and missing values arrive as what they are.
      serialization: 'advanced',
    })
    worker.on('message', (result: CheckResult) => this.#settle(result))
    worker.on('exit', () => this.#worker === worker && this.#end(new Error('the check ended before it was done')))
    worker.on('error', (error) => this.#worker === worker && this.#end(error))
    // A server that is asked to stop does not wait for it.
    worker.unref()
    worker.channel?.unref()
    return worker
  }

  #settle(result: CheckResult): void {
    const waiting = this.#waiting.get(result.job)
    if (waiting === undefined) return
    this.#waiting.delete(result.job)
    clearTimeout(waiting.timer)
    if ('problems' in result) waiting.done(result.problems)
    else waiting.failed(new Error(result.failed))
    if (this.#waiting.size === 0) {
      this.#idle = setTimeout(() => this.#end(new Error('ended')), IDLE_MS)
      this.#idle.unref()
    }
  }

  #end(error: Error): void {
    const worker = this.#worker
    this.#worker = null
    for (const { failed, timer } of this.#waiting.values()) {
      clearTimeout(timer)
      failed(error)
    }
    this.#waiting.clear()
    worker?.kill('SIGKILL')
  }

  close(): void {
    if (this.#idle !== null) clearTimeout(this.#idle)
    this.#end(new Error('the server stops'))
  }
}
