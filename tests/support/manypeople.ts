/**
 * Thousands of simulated people with their attempts and answers, written straight into a database:
 * for figures of instruments, which nobody wants to wait for through the API.
 */

import { sql, type RawBuilder } from 'kysely'
import { sqlBuilder, type Tx } from '#server/database/database.ts'
import { modelPerson, randomness, type Answered, type Instrument } from './simulated.ts'

export type ManyPeople = {
  readonly people: number
  readonly seed: number
  readonly language?: (at: number) => string
  /** How many items somebody answered before they stopped; null: all of them. */
  readonly stopped?: (at: number) => number | null
  readonly careless?: (at: number) => boolean
  /** Days until somebody takes it again; null: never. */
  readonly again?: (at: number) => number | null
  readonly answered?: (at: number, random: () => number) => Answered
  /** Sets the people of one call apart from those of another. */
  readonly name: string
}

/** People of one statement. */
const SLICE = 500

/** @param tx of the database's owner */
export async function addPeople(
  tx: Tx,
  instrument: Instrument & { readonly documentSha: string; readonly scoringSha: string },
  many: ManyPeople,
): Promise<void> {
  const random = randomness(many.seed)
  const items = instrument.document.items!.map(({ id }) => id)
  const one = (at: number) => many.answered?.(at, random) ?? modelPerson(instrument, random)
  for (let from = 0; from < many.people; from += SLICE) {
    const rows = Array.from({ length: Math.min(SLICE, many.people - from) }, (_, index) => {
      const at = from + index
      const first = one(at)
      const days = many.again?.(at) ?? null
      const about = {
        person: `${many.name} ${at}`,
        language: many.language?.(at) ?? 'en',
        careless: many.careless?.(at) ?? false,
      }
      const stopped = many.stopped?.(at) ?? null
      return [
        {
          ...about,
          time: 0,
          state: stopped === null ? 'complete' : 'open',
          answers: rowsOf(first, stopped),
        },
        ...(days === null || stopped !== null
          ? []
          : [
              {
                ...about,
                time: days,
                state: 'complete',
                answers: rowsOf(alike(first, one(at), random), null),
              },
            ]),
      ]
    }).flat()
    const people = sql`FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS p (person text, language text, careless boolean, time integer, state text, answers jsonb)`
    const user = sql`md5('user ' || person)::uuid`
    const attempt = sql`md5('attempt ' || time || person)::uuid`
    const began = sql`now() - interval '300 days' + time * interval '1 day'`
    await run(
      tx,
      sql`
      INSERT INTO users (tenant_id, id, account_type, profile, consents)
      SELECT ${tx.tenant}::uuid, ${user}, 'free', '{}'::jsonb, '{}'::jsonb ${people} WHERE time = 0`,
    )
    await run(
      tx,
      sql`
      INSERT INTO attempts (tenant_id, id, user_id, assessment, document, scoring, items, state, repeat, language, quality, started_at, completed_at)
      SELECT ${tx.tenant}::uuid, ${attempt}, ${user}, ${instrument.key.assessment}, ${instrument.documentSha}, ${instrument.scoringSha}, ${items}::text[], state, time > 0, language,
        CASE WHEN careless THEN '{"confidence":"low"}'::jsonb END, ${began}, CASE WHEN state = 'complete' THEN ${began} + interval '9 minutes' END ${people}`,
    )
    await run(
      tx,
      sql`
      INSERT INTO answers (tenant_id, id, attempt_id, item, value, ms, at, seq, device, late)
      SELECT ${tx.tenant}::uuid, gen_random_uuid(), ${attempt}, a.item, a.value, a.ms, ${began}, 1, md5('phone')::uuid, false
      ${people}, jsonb_to_recordset(p.answers) AS a (item text, value jsonb, ms integer)`,
    )
  }
}

function rowsOf({ answers, ms, order }: Answered, stopped: number | null) {
  return order
    .slice(0, stopped ?? order.length)
    .map((item) => ({ item, value: answers[item], ms: ms[item] }))
}

/** Somebody two weeks later: two thirds of their answers are the same. */
function alike(first: Answered, second: Answered, random: () => number): Answered {
  return {
    ...second,
    answers: Object.fromEntries(
      Object.entries(second.answers).map(([item, value]) => [
        item,
        random() < 0.67 ? first.answers[item]! : value,
      ]),
    ),
  }
}

function run(tx: Tx, statement: RawBuilder<unknown>): Promise<number> {
  return tx.run({ compile: () => statement.compile(sqlBuilder) })
}
