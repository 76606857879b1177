/**
 * A queue for work that may arrive faster than it can be done: some jobs run, some wait, the rest
 * are refused at once. Clients take turns, so that no client waits behind all jobs of another.
 */

export type FairQueueOptions = {
  /** Jobs that run at the same time. */
  readonly atOnce: number
  /**
   * How many jobs of each kind may wait. The first kind has priority, but every fourth turn goes to
   * another.
   */
  readonly room: readonly number[]
  /** The error for refused jobs. */
  readonly refuse: () => Error
}

type Job = {
  /** Its place in the order of arrival. */ readonly place: number
  readonly start: () => void
  readonly refuse: () => void
}
/**
 * Waiting clients in the order of their turns, with their jobs; `expected`: places kept for jobs that
 * are being prepared.
 */
type Lane = {
  readonly askers: Map<string, Job[]>
  readonly room: number
  waiting: number
  expected: number
}

/** Every so many turns, one goes to another kind than the first, if any are waiting. */
const TURNS = 4

export class FairQueue {
  readonly #lanes: readonly Lane[]
  #running = 0
  #turn = 0
  #arrived = 0
  #refused = 0

  constructor(readonly options: FairQueueOptions) {
    this.#lanes = options.room.map((room) => ({
      askers: new Map<string, Job[]>(),
      room,
      waiting: 0,
      expected: 0,
    }))
  }

  get running(): number {
    return this.#running
  }

  get waiting(): number {
    return this.#lanes.reduce((all, { waiting }) => all + waiting, 0)
  }

  /** Number of jobs refused so far. */
  get refused(): number {
    return this.#refused
  }

  /** Would a job be refused now? Check this before doing any work for it. */
  isFull(asker: string, kind = 0): boolean {
    const lane = this.#laneOf(kind)
    const free = lane.room + Math.max(0, this.options.atOnce - this.#running)
    return lane.waiting + lane.expected >= free && longest(lane, asker) === undefined
  }

  /**
   * Keeps a place for a job that has to be prepared. Without that, all who arrive while one place is
   * free would be prepared for it, and all but one in vain.
   *
   * @returns gives the place back: to be called once it has been prepared, whatever came of it
   * @throws the result of `refuse` if there is no room
   */
  expect(asker: string, kind = 0): () => void {
    if (this.isFull(asker, kind)) {
      this.#refused++
      throw this.options.refuse()
    }
    const lane = this.#laneOf(kind)
    lane.expected++
    let isKept = true
    return () => {
      if (isKept) lane.expected--
      isKept = false
    }
  }

  /**
   * @throws the result of `refuse` if there is no room, or if a waiting job is displaced by one of
   *   a client with fewer
   */
  run<T>(asker: string, work: () => Promise<T>, kind = 0): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const refuse = () => {
        this.#refused++
        reject(this.options.refuse())
      }
      const start = () => {
        this.#running++
        const end = () => {
          this.#running--
          this.#next()
        }
        work().finally(end).then(resolve, reject)
      }
      if (this.#running < this.options.atOnce) return start()
      if (!this.#makeRoom(asker, kind)) return refuse()
      const lane = this.#laneOf(kind)
      lane.waiting++
      const job = { place: ++this.#arrived, start, refuse }
      lane.askers.set(asker, [...(lane.askers.get(asker) ?? []), job])
    })
  }

  #laneOf(kind: number): Lane {
    const lane = this.#lanes[kind]
    if (lane === undefined) throw new RangeError(`this queue has no jobs of kind ${kind}`)
    return lane
  }

  /** When full, drops the newest job of the client with the most. */
  #makeRoom(asker: string, kind: number): boolean {
    const lane = this.#laneOf(kind)
    if (lane.waiting < lane.room) return true
    const other = longest(lane, asker)
    if (other === undefined) return false
    lane.waiting--
    lane.askers.get(other)?.pop()?.refuse()
    return true
  }

  #next(): void {
    const [first, ...others] = this.#lanes
    this.#turn = (this.#turn + 1) % TURNS
    if (first === undefined) return
    const order = this.#turn === 0 ? [...others, first] : [first, ...others]
    const lane = order.find(({ waiting }) => waiting > 0)
    if (lane === undefined) return
    const [asker, [job, ...later]] = lane.askers.entries().next().value as [string, [Job, ...Job[]]]
    // The client goes to the end of the line.
    lane.askers.delete(asker)
    if (later.length > 0) lane.askers.set(asker, later)
    lane.waiting--
    job.start()
  }
}

/**
 * The client with the most waiting jobs, if that is more than this one would have with another. Of
 * several it is the one whose newest job arrived last, so that a refusal comes soon.
 */
function longest({ askers }: Lane, asker: string): string | undefined {
  let most = (askers.get(asker)?.length ?? 0) + 2
  let newest = 0
  let found: string | undefined
  for (const [name, jobs] of askers) {
    const place = jobs.at(-1)?.place ?? 0
    if (jobs.length < most || (jobs.length === most && place < newest)) continue
    most = jobs.length
    newest = place
    found = name
  }
  return found
}
