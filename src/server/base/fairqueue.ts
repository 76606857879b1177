/**
 * Work that may come faster than it can be done: some of it is under way, some waits, the rest is refused at once. Those
 * who ask take turns, so that nobody waits behind everything that somebody else has asked for.
 */

export type FairQueueOptions = {
  /** Jobs under way at the same time. */
  readonly atOnce: number
  /** Jobs that may wait, of each kind. The first kind goes first, but every fourth turn is another's. */
  readonly room: readonly number[]
  /** What a job is refused with. */
  readonly refuse: () => Error
}

type Job = { readonly start: () => void; readonly refuse: () => void }
/** Who waits, in the order of their turns, and with which jobs. */
type Lane = { readonly askers: Map<string, Job[]>; waiting: number }

/** In so many turns one is not of the first kind, where others wait. */
const TURNS = 4

export class FairQueue {
  readonly #lanes: readonly Lane[]
  #running = 0
  #turn = 0
  #refused = 0

  constructor(readonly options: FairQueueOptions) {
    this.#lanes = options.room.map(() => ({ askers: new Map<string, Job[]>(), waiting: 0 }))
  }

  get running(): number {
    return this.#running
  }

  get waiting(): number {
    return this.#lanes.reduce((all, { waiting }) => all + waiting, 0)
  }

  /** How many have been refused so far. */
  get refused(): number {
    return this.#refused
  }

  /** Would a job be refused at this moment? To be asked before anything is done for one. */
  isFull(asker: string, kind = 0): boolean {
    const lane = this.#lanes[kind]!
    return lane.waiting >= this.options.room[kind]! && longest(lane, asker) === undefined
  }

  /** @throws what `refuse` makes: where there is no room, and where the room of a job that waits is needed for somebody with fewer */
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
      const lane = this.#lanes[kind]!
      lane.waiting++
      lane.askers.set(asker, [...(lane.askers.get(asker) ?? []), { start, refuse }])
    })
  }

  /** Where there is no room left, the newest job of whoever has the most of them goes. */
  #makeRoom(asker: string, kind: number): boolean {
    const lane = this.#lanes[kind]!
    if (lane.waiting < this.options.room[kind]!) return true
    const other = longest(lane, asker)
    if (other === undefined) return false
    lane.waiting--
    lane.askers.get(other)!.pop()!.refuse()
    return true
  }

  #next(): void {
    const [first, ...others] = this.#lanes
    this.#turn = (this.#turn + 1) % TURNS
    const order = this.#turn === 0 ? [...others, first!] : [first!, ...others]
    const lane = order.find(({ waiting }) => waiting > 0)
    if (lane === undefined) return
    const [asker, [job, ...later]] = lane.askers.entries().next().value as [string, Job[]]
    // Whoever had a turn goes to the end of the line.
    lane.askers.delete(asker)
    if (later.length > 0) lane.askers.set(asker, later)
    lane.waiting--
    job!.start()
  }
}

/** Whoever has most jobs waiting, if that is more than this asker would have with another one. */
function longest({ askers }: Lane, asker: string): string | undefined {
  const own = (askers.get(asker)?.length ?? 0) + 1
  let found: string | undefined
  let most = own
  for (const [name, jobs] of askers) {
    if (jobs.length <= most) continue
    most = jobs.length
    found = name
  }
  return found
}
