/**
 * The next people of an experiment in order of exposure, put into batches. A few are numbered one by
 * one; of many, the moments at which batches begin are read first, so that everybody else is counted
 * in one pass that needs no order, which the database can do on several processors.
 */

import { sql, type RawBuilder } from 'kysely'
import type { FactName } from '#engine/documents/kinds.ts'
import type { Alike, Marked } from '#engine/statistics/alike.ts'
import { BATCH, batchOf } from '#engine/statistics/contrast.ts'
import type { Tx } from '#server/database/database.ts'
import { accounts, ages, isExcluded, readRows, young, type Next, type Phase } from './analysis.ts'
import { windowOf, type Question } from './happenings.ts'

/** People of one batch who are alike in all that results tell apart. */
export type AlikeRow = Alike & {
  /** When they saw their arm. */
  readonly day: string
  /** The first of them, or of their batch, to the microsecond. */
  readonly first: string
  readonly through: Date
  /** Known to have been under age: they aren't in `n`. */
  readonly excluded: number
}

export type NextPeople = {
  /** In the order of their batches. The last batch may still grow. */
  readonly people: readonly AlikeRow[]
  /** Questions that were answered on the way, and by whom with yes. */
  readonly questions: readonly Question[]
  readonly marked: readonly Marked[]
}

/** Facts that the row of an account says, which is read for its birth date anyway. */
const OF_ACCOUNT: Readonly<Partial<Record<FactName, string>>> = { 'signed-up': 'created_at' }

/** The first batches begin with these people; from `BATCH` on each has that many. */
const FIRST = Array.from({ length: Math.log2(BATCH) }, (_, at) => 2 ** at)

/** @param asked answered if that costs nothing more */
export async function nextPeople(
  tx: Tx,
  counted: Phase,
  next: Next,
  asked: readonly Question[] = [],
): Promise<NextPeople> {
  if (next.few) return { people: await fewPeople(tx, counted, next), questions: [], marked: [] }
  const questions = asked.filter(({ source }) => accountColumn(source) !== undefined)
  return manyPeople(tx, counted, next, questions)
}

function accountColumn(source: Question['source']): string | undefined {
  return 'fact' in source ? OF_ACCOUNT[source.fact] : undefined
}

function within({ experiment, phase }: Phase, { from, until }: Next): RawBuilder<unknown> {
  const after = from === null ? sql`` : sql`AND exposed_at > ${from}::timestamptz`
  return sql`experiment = ${experiment} AND phase = ${phase} AND NOT earlier AND exposed_at <= ${until}::timestamptz ${after}`
}

/**
 * People with their place among all who count; those who are left out have that of the one before
 * them. People of the same moment have the same place, so no batch begins between them.
 */
function fewPeople(tx: Tx, counted: Phase, next: Next): Promise<AlikeRow[]> {
  const { from, people, most } = next
  const size = sql.lit(BATCH)
  const batch = sql`CASE WHEN place < ${size} THEN greatest(0, width_bucket(place::integer, ARRAY[${sql.join(FIRST.map((each) => sql.lit(each)))}]) - 1) ELSE ${sql.lit(FIRST.length - 1)} + (place / ${size})::integer END`
  return readRows(
    tx,
    true,
    (alike) => alike`
    WITH e AS (SELECT arm, probability, exposed_at, device, language, plan, excluded,
        ${people}::bigint + count(*) FILTER (WHERE NOT excluded) OVER (ORDER BY exposed_at) AS place
      FROM (SELECT a.arm, a.probability, a.exposed_at, a.device, a.language, a.plan, ${isExcluded(counted)} AS excluded
        FROM (SELECT unit, arm, probability, exposed_at, device, language, plan FROM experiment_assignments
          WHERE ${within(counted, next)} ORDER BY exposed_at LIMIT ${most}) a ${ages(counted, true, from)}) AS them)
    SELECT batch, arm, probability, device, language, plan, to_char(day, 'YYYY-MM-DD') AS day,
      ${momentOf(sql`first`)} AS first, through, n, excluded
    FROM (SELECT ${batch} AS batch, arm, probability, device, language, plan, (exposed_at AT TIME ZONE 'UTC')::date AS day, min(exposed_at) AS first, max(exposed_at) AS through,
        (count(*) FILTER (WHERE NOT excluded))::integer AS n, (count(*) FILTER (WHERE excluded))::integer AS excluded
      FROM e GROUP BY 1, 2, 3, 4, 5, 6, 7) AS cells ORDER BY batch, day, arm`,
  )
}

type Batches = {
  /** The number of each batch, and its first moment. */
  readonly starts: readonly { readonly batch: number; readonly at: string }[]
  /** Where people begin who are left to another round, if there are any. */
  readonly before: string | null
  readonly isAnyYoung: boolean
}

async function manyPeople(
  tx: Tx,
  counted: Phase,
  next: Next,
  questions: readonly Question[],
): Promise<NextPeople> {
  const none = { people: [], questions, marked: [] }
  const batches = await batchesOf(tx, counted, next)
  if (batches === undefined) return none
  const rows = await cellsOf(tx, counted, next, batches, questions)
  // A database that has to sort groups everybody by sorting, which takes longer.
  rows.sort((one, other) => one.place - other.place)
  const people: AlikeRow[] = []
  const marked: Marked[] = []
  for (const row of rows) {
    const { batch, at: first } = batches.starts[row.place]!
    const { arm, probability, device, language, plan, n, day, through, excluded } = row
    people.push({
      batch,
      arm,
      probability,
      device,
      language,
      plan,
      n,
      day,
      first,
      through,
      excluded,
    })
    for (const [question, said] of row.yes.entries())
      if (said > 0)
        marked.push({
          batch,
          arm,
          probability,
          device,
          language,
          plan,
          n: said,
          marks: 1 << question,
        })
  }
  return { people, questions, marked }
}

async function batchesOf(tx: Tx, counted: Phase, next: Next): Promise<Batches | undefined> {
  const { people, most, from } = next
  const all = sql`SELECT unit, exposed_at FROM experiment_assignments WHERE ${within(counted, next)}`
  const [begun] = await readRows<{ first: string | null; isAnyYoung: boolean }>(
    tx,
    false,
    (row) => row`
    SELECT (SELECT ${momentOf(sql`min(exposed_at)`)} FROM (${all}) AS them) AS first, EXISTS (${young(counted, from)}) AS "isAnyYoung"`,
  )
  const { first, isAnyYoung } = begun!
  if (first === null) return undefined
  // If nobody was under age, the index alone is enough.
  const them = isAnyYoung
    ? sql`SELECT a.exposed_at FROM (${all}) a ${ages(counted, false, from)} WHERE NOT ${isExcluded(counted)}`
    : sql`SELECT exposed_at FROM (${all}) a`
  const size = sql.lit(BATCH)
  const end = people + most + 1
  const rows = await readRows<{ place: number; at: string }>(
    tx,
    false,
    (starts) => starts`
    SELECT place, ${momentOf(sql`exposed_at`)} AS at
    FROM (SELECT exposed_at, (${people}::bigint + row_number() OVER (ORDER BY exposed_at))::integer AS place FROM (${them}) AS them) AS placed
    WHERE place < ${end} AND (place % ${size} = 0 OR place < ${size}) OR place = ${end} ORDER BY place`,
  )
  const before = rows.find(({ place }) => place === end)?.at ?? null
  // The first person may be one of those who are left out.
  const starts = [{ batch: people === 0 ? 0 : batchOf(people - 1), at: first }]
  for (const { place, at } of rows)
    if (at !== before && (place >= BATCH || FIRST.includes(place)))
      starts.push({ batch: batchOf(place - 1), at })
  return { starts, before, isAnyYoung }
}

/** In UTC, to the microsecond. */
function momentOf(at: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`to_char(${at} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
}

type Cell = Omit<Alike, 'batch'> & {
  readonly place: number
  readonly day: string
  readonly through: Date
  readonly excluded: number
  readonly yes: readonly number[]
}

/** Everybody by the batch that they are in. */
function cellsOf(
  tx: Tx,
  counted: Phase,
  next: Next,
  { starts, before, isAnyYoung }: Batches,
  questions: readonly Question[],
): Promise<Cell[]> {
  const end = before === null ? sql`` : sql`AND exposed_at < ${before}::timestamptz`
  const yes = questions.map(({ source, windowDays }) => {
    const at = sql.ref(`born.${accountColumn(source)}`)
    return sql`(count(*) FILTER (WHERE ${at} >= exposed_at AND ${at} < exposed_at + ${windowOf(windowDays)} AND NOT excluded))::integer`
  })
  const answers = yes.length === 0 ? sql`'{}'::integer[]` : sql`ARRAY[${sql.join(yes)}]`
  return readRows(
    tx,
    false,
    (cell) => cell`
    SELECT width_bucket(exposed_at, ${starts.map(({ at }) => at)}::timestamptz[]) - 1 AS place, arm, probability, device, language, plan,
      to_char((exposed_at AT TIME ZONE 'UTC')::date, 'YYYY-MM-DD') AS day, max(exposed_at) AS through,
      (count(*) FILTER (WHERE NOT excluded))::integer AS n, (count(*) FILTER (WHERE excluded))::integer AS excluded, ${answers} AS yes
    FROM (SELECT a.arm, a.probability, a.device, a.language, a.plan, a.exposed_at, born.created_at, ${isExcluded(counted)} AS excluded
      FROM (SELECT unit, arm, probability, device, language, plan, exposed_at FROM experiment_assignments WHERE ${within(counted, next)} ${end}) a
      LEFT JOIN (${accounts(counted, next.from, isAnyYoung)}) AS born ON born.unit = a.unit) AS born
    GROUP BY 1, arm, probability, device, language, plan, (exposed_at AT TIME ZONE 'UTC')::date`,
  )
}
