/**
 * A worker process that does one job after another: jobs that take long, or never end, don't block
 * the server. Started on demand, and ended after some idle time.
 */

import { fork, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { Refusal, type Code } from '#engine/contract/problems.ts'

/** A job as it is sent. */
export type Message = {
  readonly task: string
  readonly args: unknown
  /** Documents that the process does not have yet, as JSON, each by its hash. */
  readonly texts: readonly (readonly [sha: string, text: string])[]
  readonly [member: string]: unknown
}

/**
 * `begun`: the job's time starts. `at`: the draft being processed, `''` for all of them together.
 * The others end the job.
 */
export type Reply =
  | { readonly begun: true }
  | { readonly at: string }
  | { readonly result: unknown }
  | { readonly refused: Code; readonly detail: Pick<Refusal['detail'], 'extra' | 'fields'> }
  | { readonly failed: string }

const SAID = {
  died: 'the process ended before its job was done',
  'too-long': 'the job took too long',
  'too-big': 'the job took too much memory',
} as const

/** A job that did not finish. */
export class Stopped extends Error {
  constructor(
    readonly why: 'died' | 'too-long' | 'too-big',
    /** The draft being processed, if reported; `''` for all of them together. */
    readonly at: string | null,
  ) {
    super(SAID[why])
    this.name = 'Stopped'
  }
}

export type ProcessOptions = {
  readonly script: URL
  readonly memoryMb: number
  readonly limitMs: number
  /** Of the whole process, native code included; only where the system tells (Linux). */
  readonly residentMb?: number
}

const IDLE_MS = 120_000
/** On a busy machine a process may start slowly; the job isn't to blame. */
const START_MS = 60_000
/**
 * Maximum size of the documents that one process keeps, in characters; then a fresh one replaces
 * it.
 */
const MAX_KEPT = 30_000_000

type Running = {
  readonly done: (result: unknown) => void
  readonly failed: (error: Error) => void
  timer: NodeJS.Timeout
  readonly limitMs: number
  at: string | null
}

/** How often the memory of a running job is looked at. */
const WATCH_MS = 50
const PAGE_BYTES = 4096

/** Resident memory in MB; 0 where the system doesn't tell. */
function residentOf(pid: number): number {
  try {
    const pages = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1])
    return (pages * PAGE_BYTES) / 1_048_576
  } catch {
    return 0
  }
}

/**
 * A job's limit is processor time, because on a busy machine it may have to wait for its turn. It
 * ends after this many times its limit by the clock, too.
 */
const PATIENCE = 4
/** Linux reports processor time in hundredths of a second. */
const TICK_MS = 10

/** Processor time of a process so far, in milliseconds; null where the system doesn't tell. */
function processorTimeOf(pid: number | undefined): number | null {
  try {
    // The name in brackets may contain spaces; user and system time are the 12th and 13th after it.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS
  } catch {
    return null
  }
}

/**
 * Page requests have priority over checks if both share a processor: a quarter of it is left for
 * the check. With the tenth that "below normal" (10) means, a publish beside a busy server took six
 * times as long, and its editor gave up.
 */
const NICENESS = 5

function giveWay(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, NICENESS)
  } catch {
    // It has ended already, or the system does not allow it: then both have equal priority.
  }
}

export class JobProcess {
  #child: ChildProcess | null = null
  #running: Running | null = null
  #idle: NodeJS.Timeout | undefined
  #watch: NodeJS.Timeout | undefined
  /** Hashes of the documents that the process has, and their total size. */
  readonly #sent = new Set<string>()
  #weight = 0
  /** Processes that ended before their job did, or had to be killed. */
  lost = 0

  constructor(readonly options: ProcessOptions) {}

  /**
   * Runs one job; the previous one must have finished.
   *
   * @param make builds the message, without what the process already has
   * @param limitMs of this job alone
   * @throws Stopped if the process dies or times out; Refusal from the job itself
   */
  run(
    make: (has: (sha: string) => boolean) => Message,
    limitMs = this.options.limitMs,
  ): Promise<unknown> {
    clearTimeout(this.#idle)
    const child = (this.#child ??= this.#start())
    const message = make((sha) => this.#sent.has(sha))
    for (const [sha, text] of message.texts) {
      this.#sent.add(sha)
      this.#weight += text.length
    }
    return new Promise((done, failed) => {
      this.#running = { done, failed, timer: this.#limit(START_MS), limitMs, at: null }
      this.#watchMemory(child)
      child.send(
        message,
        (error) => error !== null && this.#child === child && this.#end(new Stopped('died', null)),
      )
    })
  }

  close(): void {
    clearTimeout(this.#idle)
    this.#end(new Error('the server stops'))
  }

  #start(): ChildProcess {
    const { script, memoryMb } = this.options
    const child = fork(script, {
      execArgv: [
        ...(script.pathname.endsWith('.ts') ? ['--import', 'tsx'] : []),
        `--max-old-space-size=${memoryMb}`,
      ],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      // Preserves undefined.
      serialization: 'advanced',
    })
    giveWay(child.pid)
    const ended = () =>
      this.#child === child && this.#end(new Stopped('died', this.#running?.at ?? null))
    child.on('message', (reply: Reply) => this.#child === child && this.#hear(reply))
    child.on('exit', ended)
    child.on('error', ended)
    // The process must not keep a stopping server alive.
    child.unref()
    child.channel?.unref()
    return child
  }

  #watchMemory({ pid }: ChildProcess): void {
    const { residentMb } = this.options
    if (residentMb === undefined || pid === undefined) return
    clearInterval(this.#watch)
    this.#watch = setInterval(() => {
      if (residentOf(pid) > residentMb) this.#end(new Stopped('too-big', this.#running?.at ?? null))
    }, WATCH_MS)
    this.#watch.unref()
  }

  #limit(ms: number): NodeJS.Timeout {
    return setTimeout(() => this.#end(new Stopped('too-long', this.#running?.at ?? null)), ms)
  }

  /** The same in processor time of the job, looked at whenever it could be over. */
  #limitWork(running: Running, ms: number): void {
    const pid = this.#child?.pid
    const before = processorTimeOf(pid)
    const began = performance.now()
    const wait = (forMs: number) => {
      running.timer = setTimeout(() => {
        const now = processorTimeOf(pid)
        const used = before === null || now === null ? ms : now - before
        const left = Math.min(ms - used, began + PATIENCE * ms - performance.now())
        if (left <= 0) this.#end(new Stopped('too-long', running.at))
        else wait(Math.max(left, TICK_MS))
      }, forMs)
    }
    wait(ms)
  }

  #hear(reply: Reply): void {
    if (this.#running === null) return
    if ('begun' in reply) {
      clearTimeout(this.#running.timer)
      this.#limitWork(this.#running, this.#running.limitMs)
      return
    }
    if ('at' in reply) {
      this.#running.at = reply.at
      return
    }
    const { done, failed, timer } = this.#running
    this.#running = null
    clearTimeout(timer)
    clearInterval(this.#watch)
    if (this.#weight > MAX_KEPT || this.#isGrown()) this.#end(new Error('it is full'))
    else {
      this.#idle = setTimeout(() => this.close(), IDLE_MS)
      this.#idle.unref()
    }
    if ('result' in reply) done(reply.result)
    else if ('refused' in reply) failed(new Refusal(reply.refused, reply.detail))
    else failed(new Error(reply.failed))
  }

  /** Native memory that a job leaves behind isn't given back, so a fresh process replaces it. */
  #isGrown(): boolean {
    const { residentMb } = this.options
    const pid = this.#child?.pid
    return residentMb !== undefined && pid !== undefined && residentOf(pid) > residentMb * 0.8
  }

  #end(error: Error): void {
    const child = this.#child
    clearInterval(this.#watch)
    const running = this.#running
    this.#child = null
    this.#running = null
    this.#sent.clear()
    this.#weight = 0
    child?.kill('SIGKILL')
    if (error instanceof Stopped) this.lost++
    if (running === null) return
    clearTimeout(running.timer)
    running.failed(error)
  }
}
