/**
 * Saves a draft automatically, a moment after the last change. Unsaved text is stored on this
 * device, so that neither a lost connection nor a closed page loses it. A save that conflicts with
 * another editor's waits for a decision.
 */

import type { DraftSaved, DraftStale } from '#engine/contract/admincontract.ts'
import type { Json } from '#engine/documents/json.ts'
import type { Problem } from '#engine/contract/problems.ts'
import type { ConsoleResponse, ConsoleCall } from '#admin/parts/client.ts'
import { placeInWords } from '#admin/parts/place.ts'
import { readText, isSame } from './session.ts'

export const AFTER_MS = 1500
/** Interval between retries while offline. */
const AGAIN_MS = 10_000

/**
 * `broken`: the text is not a valid document yet, so it is stored only here. `refused`: the server
 * rejected it, and says why.
 */
export type SaveState = 'saved' | 'waiting' | 'saving' | 'offline' | 'broken' | 'stale' | 'refused'

/** Both versions of a save that came too late. */
export type Stale = {
  readonly base: Json | null
  readonly mine: Json | null
  readonly theirs: Json | null
  readonly etag: string
}

export type Report = {
  readonly state: SaveState
  readonly message?: string
  /** Of a document that was refused. */ readonly problems?: readonly Problem[]
  readonly stale?: Stale
  readonly saved?: DraftSaved
}

/** What this device stores of one document. */
export type Kept = { readonly text: string; readonly base: Json | null; readonly etag: string }
export type DraftStore = {
  readonly read: () => Kept | null
  readonly write: (kept: Kept | null) => void
}

type Options = {
  readonly call: (call: ConsoleCall) => Promise<ConsoleResponse>
  /** Under /api: `admin/drafts/menu/main`. */
  readonly path: string
  readonly draftStore: DraftStore
  /** The server's version, and its ETag. */
  readonly base: Json | null
  readonly etag: string
  readonly onReport: (report: Report) => void
}

export class Autosave {
  readonly #options: Options
  #base: Json | null
  #etag: string
  #text: string | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #saving: Promise<void> | null = null
  #waitsForDecision = false
  #closed = false

  constructor(options: Options) {
    this.#options = options
    this.#base = options.base
    this.#etag = options.etag
  }

  /** The server's version, as far as this page knows. */
  get base(): Json | null {
    return this.#base
  }

  get etag(): string {
    return this.#etag
  }

  /** Call on every change: stores it at once and saves it soon. */
  change(text: string): void {
    this.#text = text
    this.#options.draftStore.write({ text, base: this.#base, etag: this.#etag })
    if (this.#waitsForDecision) return
    const broken = readText(text) === undefined
    this.#report({ state: broken ? 'broken' : 'waiting' })
    clearTimeout(this.#timer)
    if (!broken) this.#timer = setTimeout(() => void this.flush(), AFTER_MS)
  }

  /** Saves unsaved changes now. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer)
    // One save at a time: each needs the ETag of the previous one.
    while (this.#saving !== null) await this.#saving
    if (this.#text === null || this.#waitsForDecision || readText(this.#text) === undefined) return
    this.#saving = this.#save(this.#text).finally(() => (this.#saving = null))
    await this.#saving
  }

  /** The editor resolved the conflict: save on top of their version. */
  decide(text: string, theirs: Json | null, etag: string): void {
    this.#waitsForDecision = false
    this.#base = theirs
    this.#etag = etag
    this.change(text)
    void this.flush()
  }

  /**
   * Call when leaving the page. Unsaved changes are saved, or stay on this device.
   *
   * @returns whether the server has a new version that hasn't been reported yet
   */
  async close(): Promise<boolean> {
    this.#closed = true
    const before = this.#etag
    await this.flush()
    return this.#etag !== before
  }

  async #save(text: string): Promise<void> {
    const document = readText(text) as Json | null
    this.#report({ state: 'saving' })
    let response: ConsoleResponse
    try {
      response = await this.#options.call({
        path: this.#options.path,
        method: 'PUT',
        body: { document },
        ifMatch: this.#etag,
      })
    } catch {
      this.#report({ state: 'offline' })
      if (!this.#closed) this.#timer = setTimeout(() => void this.flush(), AGAIN_MS)
      return
    }
    if (response.status === 412) return this.#overtaken(document, response.value as DraftStale)
    if (response.status >= 400)
      return this.#report({ state: 'refused', ...refusedWith(response.value) })
    this.#base = document
    this.#etag = response.etag ?? this.#etag
    const saved = response.value as DraftSaved
    if (this.#text === text) {
      this.#text = null
      this.#options.draftStore.write(null)
      return this.#report({ state: 'saved', saved })
    }
    // Changed while the request was running: the next save is already scheduled.
    this.#report({ state: 'waiting', saved })
    if (this.#text !== null) this.change(this.#text)
  }

  #overtaken(mine: Json | null, { theirs, etag }: DraftStale): void {
    const other = (theirs ?? null) as Json | null
    if (isSame(mine, other)) {
      // Both made the same change. Also the outcome of a save whose response was lost.
      this.#base = other
      this.#etag = etag
      this.#text = null
      this.#options.draftStore.write(null)
      return this.#report({ state: 'saved' })
    }
    this.#waitsForDecision = true
    this.#report({ state: 'stale', stale: { base: this.#base, mine, theirs: other, etag } })
  }

  #report(report: Report): void {
    if (!this.#closed) this.#options.onReport(report)
  }
}

/** The server's message and the places it names. */
function refusedWith(refused: unknown): Pick<Report, 'message' | 'problems'> {
  const { message = '', problems = [] } = (refused ?? {}) as {
    message?: string
    problems?: readonly Problem[]
  }
  const places = problems.map(
    ({ pointer, message: what }) => `${pointer === '' ? '' : `${placeInWords(pointer)}: `}${what}.`,
  )
  return { message: [message, ...places].filter(Boolean).join(' '), problems }
}
