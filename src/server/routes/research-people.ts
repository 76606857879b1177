/** People of a study with what they answered, as a file may show them. */

import type { FastifyRequest } from 'fastify'
import type { RowFile, StudyAttempt, StudyPerson } from '#engine/study/files.ts'
import { apart } from '#server/base/patience.ts'
import type { ServerContext } from '#server/start/context.ts'
import { given, type AnswerRow } from '../store/answers.ts'
import { effectiveAnswers } from '../store/effective.ts'
import { answersOfAttempts, logsOfAttempts, type CompleteAttempt } from '../store/research.ts'
import { studied, type StudyPlan } from './research-plan.ts'

const DAY_MS = 86_400_000

/** Only what the file needs is read. */
export async function* peopleOf(
  context: ServerContext,
  { tenant, release }: FastifyRequest,
  plan: StudyPlan,
  file: RowFile,
): AsyncGenerator<StudyPerson[]> {
  for await (const { people, attempts } of studied(context, tenant.id, release)) {
    // People who joined after the plan was made are in the next file.
    const kept = people.filter(({ id }) => plan.disclosure.shown.has(id))
    const ids = kept.flatMap(({ id }) => (attempts.get(id) ?? []).map((attempt) => attempt.id))
    const [answers, logs] =
      ids.length === 0
        ? [[], []]
        : await apart(() =>
            context.database.tenant(tenant.id, async (tx) => [
              file === 'answers' || file === 'wide' ? await answersOfAttempts(tx, ids) : [],
              file === 'games' ? await logsOfAttempts(tx, ids) : [],
            ]),
          )
    yield kept.map((person): StudyPerson => {
      const own = attempts.get(person.id) ?? []
      return {
        pseudonym: pseudonym(context, tenant.id, person.id),
        shown: plan.disclosure.shown.get(person.id)!,
        attempts: own.map((attempt) => presented(attempt, own, plan, answers, logs)),
      }
    })
  }
}

function presented(
  attempt: CompleteAttempt,
  own: readonly CompleteAttempt[],
  plan: StudyPlan,
  answers: readonly AnswerRow[],
  logs: Awaited<ReturnType<typeof logsOfAttempts>>,
): StudyAttempt {
  const { assessment } = attempt
  const ofIt = own.filter((each) => each.assessment === assessment)
  const first = own[0]?.completed_at ?? attempt.completed_at
  return {
    assessment,
    number: ofIt.indexOf(attempt) + 1,
    day: Math.floor((attempt.completed_at.getTime() - first.getTime()) / DAY_MS),
    version: plan.versions.get(attempt.document) ?? '',
    document: attempt.document,
    key: attempt.scoring,
    scorer: attempt.scorer,
    language: attempt.language,
    confidence: attempt.quality?.confidence ?? '',
    flags: attempt.quality?.flags ?? [],
    items: attempt.items,
    answers: effectiveAnswers(
      answers.filter(({ attempt_id }) => attempt_id === attempt.id).map(given),
    ),
    metrics: attempt.metrics,
    levels: logs.filter(({ attempt_id }) => attempt_id === attempt.id),
  }
}

/**
 * A user's pseudonym: the same in every export of a tenant, different in another tenant, and not
 * reversible without the server's secret.
 */
function pseudonym(context: ServerContext, tenant: string, person: string): string {
  return context.secrets.identify(`research:${tenant}`, person).toString('hex').slice(0, 20)
}
