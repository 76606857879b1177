/**
 * Timed tasks on the server: what an attempt at one consists of, and how its logs become metrics.
 */

import { randomInt } from 'node:crypto'
import { canonical } from '#engine/documents/json.ts'
import type { DocumentOf } from '#engine/documents/kinds.ts'
import { Refusal } from '#engine/contract/problems.ts'
import type { Log, TaskLevel } from '#engine/tasks/log.ts'
import { durationOf, faultOf, rushed, scoreTask, type TaskResult } from '#engine/tasks/score.ts'
import { TASK_LEVELS } from '#engine/documents/vocabulary.ts'
import { required } from './required.ts'
import type { Tx } from '#server/database/database.ts'
import type { AttemptRow } from '#server/store/answers.ts'
import { addLog, logsOf } from '#server/store/tasks.ts'

type Assessment = DocumentOf<'assessment'>
type Scoring = DocumentOf<'scoring'>

/** Clocks differ a little, and the attempt begins a moment before the first level. */
const CLOCK_LEEWAY_MS = 2000

/** Missing levels of a task are named like the items of a questionnaire. */
const LEVEL_ITEMS = TASK_LEVELS.map((level) => `level_${level}`)

/** Ids of an assessment's parts: the items of a questionnaire, the levels of a task. */
export function itemIdsOf(assessment: Assessment): string[] {
  return assessment.task === undefined ? (assessment.items ?? []).map(({ id }) => id) : LEVEL_ITEMS
}

/** @returns null for a questionnaire */
export function newSeed(assessment: Assessment): number | null {
  return assessment.task === undefined ? null : randomInt(2 ** 31)
}

/** The completed levels of an attempt: item -> log. Empty for a questionnaire. */
export async function levelsDone(tx: Tx, attempt: AttemptRow): Promise<Record<string, Log>> {
  if (attempt.seed === null) return {}
  return Object.fromEntries(
    (await logsOf(tx, attempt.id)).map(({ level, events }) => [`level_${level}`, events]),
  )
}

/**
 * Stores the log of a level. The same one again is a duplicate; a different one is a conflict,
 * because a level is played once.
 *
 * @param attempt locked
 * @throws Refusal `answer/invalid` with the event that is impossible
 */
export async function keepLog(
  tx: Tx,
  attempt: AttemptRow,
  document: Assessment,
  level: number,
  events: Log,
  now: Date,
): Promise<'stored' | 'duplicate'> {
  if (document.task === undefined || attempt.seed === null)
    throw new Refusal('answer/invalid', {
      fields: [{ pointer: '/level', key: 'form.unknownItem', values: { item: `level_${level}` } }],
    })
  const known = (await logsOf(tx, attempt.id)).find((each) => each.level === level)
  if (known !== undefined) {
    if (canonical(known.events) === canonical(events)) return 'duplicate'
    throw new Refusal('answer/conflict', { extra: { ids: [`level_${level}`] } })
  }
  if (attempt.state === 'complete') throw new Refusal('attempt/closed')
  const fault = faultOf(document.task, attempt.seed, level as TaskLevel, events)
  if (fault !== null)
    throw new Refusal('answer/invalid', {
      fields: [
        {
          pointer: `/events/${fault.at}`,
          key: `task.fault.${fault.why}`,
          values: { at: fault.at + 1 },
        },
      ],
    })
  await addLog(tx, { attempt: attempt.id, level, events, now })
  return 'stored'
}

/** @throws Refusal `attempt/incomplete` naming the levels without a log */
export async function scoreLogs(
  tx: Tx,
  attempt: AttemptRow,
  document: Assessment,
  key: Scoring,
  now: Date,
): Promise<TaskResult> {
  const logs = await levelsDone(tx, attempt)
  const missing = LEVEL_ITEMS.filter((item) => logs[item] === undefined)
  if (missing.length > 0)
    throw new Refusal('attempt/incomplete', {
      fields: missing.map((item) => ({ pointer: `/log/${item}`, key: 'form.required' })),
      extra: { missing },
    })
  const seed = required(attempt.seed, 'the seed of a timed task')
  const result = scoreLevels(seed, logs, document, key)
  const passed = now.getTime() - attempt.started_at.getTime() + CLOCK_LEEWAY_MS
  return durationOf(Object.values(logs)) > passed ? rushed(result) : result
}

/** @param logs of every level: item -> log */
export function scoreLevels(
  seed: number,
  logs: Readonly<Record<string, Log>>,
  document: Assessment,
  key: Scoring,
): TaskResult {
  const references = LEVEL_ITEMS.map((item) => key.levels?.find(({ id }) => id === item)?.reference)
  return scoreTask(
    required(document.task, 'the timed task of an assessment'),
    seed,
    LEVEL_ITEMS.map((item) => required(logs[item], `the log of ${item}`)),
    references.every((each) => each !== undefined) ? references : undefined,
  )
}
