/**
 * Runs work on a tenant's documents in processes beside the server: one for work of seconds (every
 * check, and the consequences of a release), one for what an editor waits for in the console.
 * Neither waits for the other.
 */

import { fileURLToPath } from 'node:url'
import type { CodeMeta } from '#engine/check/needs.ts'
import { required } from '#server/base/required.ts'
import { shaOf } from '#server/base/asset.ts'
import type { DocumentSet } from './shipped.ts'
import { Lane } from '#server/workspace/lane.ts'
import type { DraftText, Named, Sent } from '#server/workspace/opened.ts'
import type { Message } from '#server/workspace/process.ts'
import type { TaskName, Tasks } from '#server/workspace/tasks.ts'

/** The subject of the work. */
export type Subject = {
  /** Jobs take turns by this. */
  readonly tenant: string
  readonly code: CodeMeta
  readonly base: DocumentSet
  readonly live: DocumentSet
  readonly drafts: readonly DraftText[]
  readonly others?: Readonly<Record<string, DocumentSet>>
}

const SLOW: ReadonlySet<TaskName> = new Set<TaskName>([
  'check',
  'prepare',
  'consequences',
  'rebase',
])
const SLOW_MS = 60_000
const QUICK_MS = 15_000
const MEMORY_MB = 768

export type WorkerOptions = {
  readonly script?: URL
  readonly slowMs?: number
  readonly quickMs?: number
}

export class DocumentWorkers {
  readonly #slow: Lane
  readonly #quick: Lane

  constructor({
    script = workerScript(),
    slowMs = SLOW_MS,
    quickMs = QUICK_MS,
  }: WorkerOptions = {}) {
    this.#slow = new Lane({ script, memoryMb: MEMORY_MB, limitMs: slowMs })
    this.#quick = new Lane({ script, memoryMb: MEMORY_MB, limitMs: quickMs })
  }

  /** Jobs not finished. */
  get waiting(): number {
    return this.#slow.size + this.#quick.size
  }

  /** Processes that crashed in a job, or had to be killed with it. */
  get lost(): number {
    return this.#slow.lost + this.#quick.lost
  }

  /**
   * @param sameAs while a job is unanswered, callers with the same key share its answer
   * @throws Stopped if the work ends its process or takes too long; Refusal `server/busy` if too
   *   many jobs wait; and whatever the work itself throws
   */
  ask<Name extends TaskName>(
    task: Name,
    args: Tasks[Name]['args'],
    subject: Subject,
    sameAs?: string,
  ): Promise<Tasks[Name]['result']> {
    const lane = SLOW.has(task) ? this.#slow : this.#quick
    const make = (has: (sha: string) => boolean): Message => messageFor(task, args, subject, has)
    const asked = lane.ask({
      tenant: subject.tenant,
      make,
      ...(sameAs !== undefined && { key: `${task} ${sameAs}` }),
    })
    return asked as Promise<Tasks[Name]['result']>
  }

  close(): void {
    this.#slow.close()
    this.#quick.close()
  }
}

/** Next to this file, as TypeScript in development and as JavaScript when built. */
function workerScript(): URL {
  const source = fileURLToPath(import.meta.url).endsWith('.ts')
  return new URL(`./document-worker${source ? '.ts' : '.js'}`, import.meta.url)
}

function messageFor(
  task: TaskName,
  args: unknown,
  { code, base, live, drafts, others = {} }: Subject,
  has: (sha: string) => boolean,
): Message & { readonly workspace: Sent } {
  const texts = new Map<string, string>()
  const send = (sha: string, value: unknown) => {
    if (!has(sha) && !texts.has(sha)) texts.set(sha, JSON.stringify(value))
    return sha
  }
  const named = ({ documents, manifest }: DocumentSet): Named =>
    [...documents].map(([name, document]) => [
      name,
      send(required(manifest[name], `the hash of ${name}`), document),
    ])
  const workspace: Sent = {
    code: send(shaOfCode(code), code),
    base: named(base),
    live: named(live),
    drafts,
    others: Object.fromEntries(Object.entries(others).map(([name, set]) => [name, named(set)])),
  }
  return { task, args, texts: [...texts], workspace }
}

const codes = new WeakMap<CodeMeta, string>()

function shaOfCode(code: CodeMeta): string {
  let sha = codes.get(code)
  if (sha === undefined) {
    sha = `code-${shaOf(JSON.stringify(code))}`
    codes.set(code, sha)
  }
  return sha
}
