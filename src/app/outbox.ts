/**
 * Answers on this device (reliability.md 3). "Saved on this phone" means in IndexedDB, "sent" means
 * in the server's database. An answer leaves the outbox only when the server has confirmed it.
 */

import type { AnswerValue } from '#engine/scoring/answervalue.ts'
import type { Log, TaskLevel } from '#engine/tasks/log.ts'
import { openDB, type DBSchema, type IDBPDatabase } from 'idb'
import { isPreview } from './preview.ts'

/** An answer to an item of a questionnaire. */
export type Answer = {
  readonly kind: 'answer'
  readonly item: string
  readonly value: AnswerValue
}

/**
 * The log of one level of a timed task. `item` and `value` stay where earlier versions put them, so
 * that a tab that still runs such a version can send it.
 */
export type LevelLog = {
  readonly kind: 'log'
  /** The level's name among the items of its attempt. */
  readonly item: `level_${TaskLevel}`
  readonly level: TaskLevel
  readonly value: Log
}

/** What an attempt collects, item by item. */
export type Entry = Answer | LevelLog

export type StoredValue = Entry['value']

export function logEntry(level: TaskLevel, value: Log): LevelLog {
  return { kind: 'log', item: `level_${level}`, level, value }
}

/** Restores the entry from an item and its stored value. */
export function entryOf(item: string, value: StoredValue): Entry {
  const level = /^level_([123])$/.exec(item)?.[1]
  return level === undefined
    ? { kind: 'answer', item, value: value as AnswerValue }
    : logEntry(Number(level) as TaskLevel, value as Log)
}

export type StoredAttempt = {
  /** `user/assessment`: one open attempt for each. */
  readonly key: string
  readonly user: string
  readonly assessment: string
  readonly attempt: string
  readonly items: readonly string[]
  /**
   * Everything answered on this device or known from the server, so that it can be sent again if
   * necessary.
   */
  readonly answers: Readonly<Record<string, StoredValue>>
  /** Counts the answers of this device; among those of one device the highest counts. */
  readonly seq: number
  /** The user has finished; the server is told once it has every answer. */
  readonly finished: boolean
  /** Bundle of the instrument that the attempt started under. */
  readonly instrument?: string
  /** Only for a timed task. */
  readonly seed?: number
}

type RowInfo = {
  readonly id: string
  readonly user: string
  readonly attempt: string
  /** Time that the user took. */
  readonly ms: number
  readonly at: string
  readonly seq: number
  /** Error code of a rejected row, which is kept and shown. */
  readonly refused?: string
}

export type OutboxRow = Entry & RowInfo

/** A row before it is stored, which assigns its number. */
export type NewRow = Entry & Omit<RowInfo, 'seq'>

/** Rows of earlier versions have no `kind`: a log looked like an answer. */
export type StoredRow =
  | OutboxRow
  | (RowInfo & { readonly item: string; readonly value: StoredValue })

/** A row in its current form, whichever version stored it. */
function upcast(row: StoredRow): OutboxRow {
  return 'kind' in row ? row : { ...row, ...entryOf(row.item, row.value) }
}

interface Boxes extends DBSchema {
  attempts: { key: string; value: StoredAttempt }
  outbox: { key: string; value: StoredRow; indexes: { attempt: string; user: string } }
}

/** Where answers are stored: in the browser's database, or in memory if there is none. */
export type OutboxStore = {
  readonly kind: 'phone' | 'memory'
  attempt: (key: string) => Promise<StoredAttempt | undefined>
  attemptsOf: (user: string) => Promise<StoredAttempt[]>
  putAttempt: (attempt: StoredAttempt) => Promise<void>
  /**
   * Writes an answer and its row in one transaction. Resolves when both are on disk, with the
   * attempt as it is then: another tab may have answered too.
   */
  putAnswer: (attempt: StoredAttempt, row: NewRow) => Promise<StoredAttempt>
  rowsOf: (user: string) => Promise<OutboxRow[]>
  drop: (ids: readonly string[]) => Promise<void>
  refuse: (rows: readonly OutboxRow[], code: string) => Promise<void>
  dropAttempt: (attempt: StoredAttempt) => Promise<void>
  /**
   * Moves an attempt and its answers to another user in one transaction. Answers keep their ids; an
   * item that the new attempt doesn't have stays behind and is dropped.
   *
   * @returns false if it isn't there any more: another tab was faster
   */
  adopt: (from: StoredAttempt, to: StoredAttempt) => Promise<boolean>
}

let opened: Promise<OutboxStore> | undefined

export function openOutbox(): Promise<OutboxStore> {
  opened ??= isPreview()
    ? Promise.resolve(inMemory())
    : openDatabase()
        .then(onPhone)
        .catch(() => inMemory())
  return opened
}

/**
 * A database that failed to store one answer is not trusted with the next: from now on memory, with
 * a warning.
 */
export async function fallBackToMemory(): Promise<OutboxStore> {
  const memory = inMemory()
  const old = await openOutbox()
  if (old.kind === 'memory') return old
  opened = Promise.resolve(memory)
  return memory
}

/** Async, because in some browsers merely accessing `indexedDB` throws. */
async function openDatabase(): Promise<IDBPDatabase<Boxes>> {
  return openDB<Boxes>('tsela', 1, {
    upgrade(db) {
      db.createObjectStore('attempts', { keyPath: 'key' })
      const outbox = db.createObjectStore('outbox', { keyPath: 'id' })
      outbox.createIndex('attempt', 'attempt')
      outbox.createIndex('user', 'user')
    },
    // Another tab with a newer version waits until this one closes its connection.
    blocking: (_current, _blocked, event) => (event.target as IDBDatabase | null)?.close(),
  })
}

const STRICT = { durability: 'strict' } as const

/**
 * Adds one answer to those known to this tab and those that another tab has written in the
 * meantime.
 */
function withAnswer(
  attempt: StoredAttempt,
  kept: StoredAttempt | undefined,
  row: NewRow,
): [StoredAttempt, OutboxRow] {
  const other = kept?.attempt === attempt.attempt ? kept : attempt
  const seq = Math.max(attempt.seq, other.seq) + 1
  return [
    {
      ...attempt,
      answers: { ...attempt.answers, ...other.answers, [row.item]: row.value },
      seq,
      finished: attempt.finished || other.finished,
    },
    { ...row, seq },
  ]
}

/** What an adopted attempt is like, with what the device knows of it already. */
function adopted(
  to: StoredAttempt,
  there: StoredAttempt | undefined,
  rows: readonly OutboxRow[],
): [StoredAttempt, OutboxRow[]] {
  const known = there?.attempt === to.attempt ? there : undefined
  let seq = Math.max(to.seq, known?.seq ?? 0)
  const moved = rows
    .filter(({ item }) => to.items.includes(item))
    .sort((a, b) => a.seq - b.seq)
    .map((row) => ({ ...row, user: to.user, attempt: to.attempt, seq: ++seq }))
  return [{ ...to, answers: { ...known?.answers, ...to.answers }, seq }, moved]
}

function onPhone(db: IDBPDatabase<Boxes>): OutboxStore {
  return {
    kind: 'phone',
    attempt: (key) => db.get('attempts', key),
    attemptsOf: async (user) =>
      (await db.getAll('attempts')).filter((attempt) => attempt.user === user),
    putAttempt: async (attempt) => {
      const tx = db.transaction('attempts', 'readwrite', STRICT)
      await tx.store.put(attempt)
      await tx.done
    },
    putAnswer: async (attempt, row) => {
      const tx = db.transaction(['attempts', 'outbox'], 'readwrite', STRICT)
      const attempts = tx.objectStore('attempts')
      const [now, numbered] = withAnswer(attempt, await attempts.get(attempt.key), row)
      await Promise.all([attempts.put(now), tx.objectStore('outbox').put(numbered), tx.done])
      return now
    },
    rowsOf: async (user) =>
      (await db.getAllFromIndex('outbox', 'user', user)).map(upcast).sort((a, b) => a.seq - b.seq),
    drop: async (ids) => {
      const tx = db.transaction('outbox', 'readwrite', STRICT)
      await Promise.all([...ids.map((id) => tx.store.delete(id)), tx.done])
    },
    refuse: async (rows, code) => {
      const tx = db.transaction('outbox', 'readwrite', STRICT)
      await Promise.all([...rows.map((row) => tx.store.put({ ...row, refused: code })), tx.done])
    },
    dropAttempt: async (attempt) => {
      const tx = db.transaction(['attempts', 'outbox'], 'readwrite', STRICT)
      const left = await tx.objectStore('outbox').index('attempt').getAllKeys(attempt.attempt)
      await Promise.all([
        tx.objectStore('attempts').delete(attempt.key),
        ...left.map((id) => tx.objectStore('outbox').delete(id)),
        tx.done,
      ])
    },
    adopt: async (from, to) => {
      const tx = db.transaction(['attempts', 'outbox'], 'readwrite', STRICT)
      const attempts = tx.objectStore('attempts')
      const outbox = tx.objectStore('outbox')
      const visit = await attempts.get(from.key)
      const rows = (await outbox.index('attempt').getAll(from.attempt)).map(upcast)
      const [attempt, moved] = adopted(to, await attempts.get(to.key), rows)
      if (visit?.attempt === from.attempt)
        await Promise.all([
          attempts.delete(from.key),
          attempts.put(attempt),
          ...rows.map(({ id }) => outbox.delete(id)),
          ...moved.map((row) => outbox.put(row)),
        ])
      await tx.done
      return visit?.attempt === from.attempt
    },
  }
}

function inMemory(): OutboxStore {
  const attempts = new Map<string, StoredAttempt>()
  const outbox = new Map<string, OutboxRow>()
  return {
    kind: 'memory',
    attempt: async (key) => attempts.get(key),
    attemptsOf: async (user) => [...attempts.values()].filter((attempt) => attempt.user === user),
    putAttempt: async (attempt) => void attempts.set(attempt.key, attempt),
    putAnswer: async (attempt, row) => {
      const [now, numbered] = withAnswer(attempt, attempts.get(attempt.key), row)
      attempts.set(attempt.key, now)
      outbox.set(row.id, numbered)
      return now
    },
    rowsOf: async (user) =>
      [...outbox.values()].filter((row) => row.user === user).sort((a, b) => a.seq - b.seq),
    drop: async (ids) => ids.forEach((id) => outbox.delete(id)),
    refuse: async (rows, code) =>
      rows.forEach((row) => outbox.set(row.id, { ...row, refused: code })),
    dropAttempt: async (attempt) => {
      attempts.delete(attempt.key)
      for (const row of outbox.values()) if (row.attempt === attempt.attempt) outbox.delete(row.id)
    },
    adopt: async (from, to) => {
      if (attempts.get(from.key)?.attempt !== from.attempt) return false
      const rows = [...outbox.values()].filter((row) => row.attempt === from.attempt)
      const [attempt, moved] = adopted(to, attempts.get(to.key), rows)
      attempts.delete(from.key)
      rows.forEach(({ id }) => outbox.delete(id))
      attempts.set(attempt.key, attempt)
      moved.forEach((row) => outbox.set(row.id, row))
      return true
    },
  }
}
