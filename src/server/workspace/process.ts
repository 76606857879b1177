/**
 * A process beside the server that does one job after another: what may take long, or may not end, stops nobody there.
 * It is started when there is something to do, and ended when there was nothing for a while.
 */

import { fork, type ChildProcess } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { Refusal, type Code } from '#engine/contract/problems.ts'

/** What a job is sent as. */
export type Message = {
  readonly task: string
  readonly args: unknown
  /** What the process has not had yet, as JSON, each by its hash. */
  readonly texts: readonly (readonly [sha: string, text: string])[]
  readonly [member: string]: unknown
}

/** `begun`: from now on its time counts. `at`: the draft that it has come to, `''` all of them together. The others end it. */
export type Reply =
  | { readonly begun: true }
  | { readonly at: string }
  | { readonly result: unknown }
  | { readonly refused: Code; readonly detail: Pick<Refusal['detail'], 'extra' | 'fields'> }
  | { readonly failed: string }

/** A job that did not come to its end. */
export class Stopped extends Error {
  constructor(
    readonly why: 'died' | 'too-long',
    /** The draft that it was at, as far as it has said so; `''`: all of them together. */
    readonly at: string | null,
  ) {
    super(why === 'died' ? 'the process ended before its job was done' : 'the job took too long')
    this.name = 'Stopped'
  }
}

export type ProcessOptions = {
  readonly script: URL
  readonly memoryMb: number
  readonly limitMs: number
}

const IDLE_MS = 120_000
/** A busy machine may take its time to start a process; that is not the job's. */
const START_MS = 60_000
/** Documents that one process keeps, in characters of their text; then a fresh one takes its place. */
const MAX_KEPT = 30_000_000

type Running = {
  readonly done: (result: unknown) => void
  readonly failed: (error: Error) => void
  timer: NodeJS.Timeout
  at: string | null
}

/** Whoever asks the server for a page goes before any check, where there is one processor for both. */
function giveWay(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // It has ended already, or the system does not allow it: then they share.
  }
}

export class JobProcess {
  #child: ChildProcess | null = null
  #running: Running | null = null
  #idle: NodeJS.Timeout | undefined
  /** Hashes of the documents that the process has, and how much that is. */
  readonly #sent = new Set<string>()
  #weight = 0
  /** How many ended before their job was done, or had to be ended. */
  lost = 0

  constructor(readonly options: ProcessOptions) {}

  /**
   * Does one job; the one before must have ended.
   *
   * @param make the message, without what the process has already
   * @throws Stopped where the process dies or takes too long; Refusal where the job itself says no
   */
  run(make: (has: (sha: string) => boolean) => Message): Promise<unknown> {
    clearTimeout(this.#idle)
    const child = (this.#child ??= this.#start())
    const message = make((sha) => this.#sent.has(sha))
    for (const [sha, text] of message.texts) {
      this.#sent.add(sha)
      this.#weight += text.length
    }
    return new Promise((done, failed) => {
      this.#running = { done, failed, timer: this.#limit(START_MS), at: null }
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
      // Missing values arrive as missing.
      serialization: 'advanced',
    })
    giveWay(child.pid)
    const ended = () =>
      this.#child === child && this.#end(new Stopped('died', this.#running?.at ?? null))
    child.on('message', (reply: Reply) => this.#child === child && this.#hear(reply))
    child.on('exit', ended)
    child.on('error', ended)
    // A server that is asked to stop does not wait for it.
    child.unref()
    child.channel?.unref()
    return child
  }

  #limit(ms: number): NodeJS.Timeout {
    return setTimeout(() => this.#end(new Stopped('too-long', this.#running?.at ?? null)), ms)
  }

  #hear(reply: Reply): void {
    if (this.#running === null) return
    if ('begun' in reply) {
      clearTimeout(this.#running.timer)
      this.#running.timer = this.#limit(this.options.limitMs)
      return
    }
    if ('at' in reply) {
      this.#running.at = reply.at
      return
    }
    const { done, failed, timer } = this.#running
    this.#running = null
    clearTimeout(timer)
    if (this.#weight > MAX_KEPT) this.#end(new Error('it is full'))
    else {
      this.#idle = setTimeout(() => this.close(), IDLE_MS)
      this.#idle.unref()
    }
    if ('result' in reply) done(reply.result)
    else if ('refused' in reply) failed(new Refusal(reply.refused, reply.detail))
    else failed(new Error(reply.failed))
  }

  #end(error: Error): void {
    const child = this.#child
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
