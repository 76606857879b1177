/**
 * What the files of a study hold, before one is written: who is in them, what is withheld of whom,
 * and which columns there are.
 */

import type { FastifyRequest } from 'fastify'
import { subAssessments } from '#engine/decide/facts.ts'
import { translate } from '#engine/documents/translate.ts'
import type { DocumentOf } from '#engine/documents/kinds.ts'
import { answerOf, backgroundsOf } from '#engine/study/background.ts'
import type { Answered } from '#engine/study/codebook.ts'
import { disclosureOf, undisguised, type Disclosure, type Known } from '#engine/study/disclosure.ts'
import { scoresOf, type WideShape } from '#engine/study/files.ts'
import { apart } from '#server/base/patience.ts'
import { required } from '#server/base/required.ts'
import { itemIdsOf } from '#server/base/tasks.ts'
import type { Tx } from '#server/database/database.ts'
import type { Release } from '#server/release/compose.ts'
import type { ServerContext } from '#server/start/context.ts'
import { blob } from '../store/releases.ts'
import {
  completeAttemptsOf,
  participants,
  type CompleteAttempt,
  type Participant,
} from '../store/research.ts'
import { documentBySha } from '#server/release/attempt-documents.ts'

/** Users per transaction: a few thousand lines, and then the database is free again. */
export const PAGE = 20

/** A version of an instrument, as attempts of the study used it. */
type Used = {
  readonly assessment: string
  readonly document: string
  readonly scoring: string
  /** language -> hash of the bundle with its words. */
  readonly instruments: Readonly<Record<string, string>>
  readonly scores: Set<string>
}

export type StudyPlan = {
  readonly disclosure: Disclosure
  /** In the study, with something complete, whether or not in the file. */
  readonly people: number
  readonly used: readonly Used[]
  readonly wide: WideShape
  /** Hash of a document -> version of its instrument; empty if it's no longer stored. */
  readonly versions: ReadonlyMap<string, string>
}

/** @param whole with combinations of few people too */
export async function planOf(
  context: ServerContext,
  { tenant, release }: FastifyRequest,
  { whole }: { readonly whole: boolean },
): Promise<StudyPlan> {
  const backgrounds = backgroundsOf(release.catalog)
  const known: Known[] = []
  const used = new Map<string, Used>()
  for await (const { people, attempts } of studied(context, tenant.id, release)) {
    for (const person of people) {
      const own = attempts.get(person.id) ?? []
      if (own.length === 0) continue
      known.push({
        id: person.id,
        values: {
          institution: person.cohort.institution?.name ?? '',
          cohort: person.cohort.name ?? '',
          language: [...new Set(own.map(({ language }) => language))].toSorted().join(' '),
          ...Object.fromEntries(
            backgrounds.map((each) => [each.column, answerOf(person.profile, each)]),
          ),
        },
      })
      for (const attempt of own) use(used, attempt)
    }
  }
  // What says least to a researcher is withheld first.
  const order = [
    'language',
    ...backgrounds.map(({ column }) => column).toReversed(),
    'cohort',
    'institution',
  ]
  const all = [...used.values()].toSorted((a, b) => a.assessment.localeCompare(b.assessment, 'en'))
  const documents = await documentsOf(context, tenant.id, release, all)
  return {
    disclosure: whole ? undisguised(known, order) : disclosureOf(known, order),
    people: known.length,
    used: all,
    wide: wideOf(all, documents),
    versions: new Map(
      [...documents].map(([sha, document]) => [sha, document?.instrument?.version ?? '']),
    ),
  }
}

function use(used: Map<string, Used>, attempt: CompleteAttempt): void {
  const { assessment, document, scoring, instruments } = attempt
  const name = `${assessment} ${document} ${scoring}`
  const each = used.get(name) ?? { assessment, document, scoring, instruments, scores: new Set() }
  for (const [score] of scoresOf(attempt.metrics)) each.scores.add(score)
  used.set(name, each)
}

/**
 * People who agreed, in pages, with their complete attempts of what their study asks for. Each page
 * in its own transaction: a long download holds nothing up.
 */
export async function* studied(
  context: ServerContext,
  tenant: string,
  release: Release,
): AsyncGenerator<{
  readonly people: readonly Participant[]
  readonly attempts: ReadonlyMap<string, readonly CompleteAttempt[]>
}> {
  for (let after: string | null = null; ;) {
    const from: string | null = after
    // A large study takes longer than a request may wait for the database.
    const page = await apart(() =>
      context.database.tenant(tenant, async (tx) => {
        const people = await participants(tx, from, PAGE)
        return { people, attempts: await attemptsOf(tx, release, people) }
      }),
    )
    if (page.people.length > 0) yield page
    if (page.people.length < PAGE) return
    after = required(page.people.at(-1), 'the last person').id
  }
}

async function attemptsOf(
  tx: Tx,
  release: Release,
  people: readonly Participant[],
): Promise<Map<string, CompleteAttempt[]>> {
  const attempts =
    people.length === 0
      ? []
      : await completeAttemptsOf(
          tx,
          people.map(({ id }) => id),
        )
  return new Map(
    people.map((person) => {
      const asked = new Set(
        person.research_assessments.flatMap((id) => [id, ...subAssessments(release.catalog, id)]),
      )
      return [
        person.id,
        attempts.filter(
          ({ user_id, assessment }) => user_id === person.id && asked.has(assessment),
        ),
      ]
    }),
  )
}

/** Undefined: no longer stored. */
async function documentsOf(
  context: ServerContext,
  tenant: string,
  release: Release,
  used: readonly Used[],
): Promise<Map<string, DocumentOf<'assessment'> | undefined>> {
  return context.database.tenant(tenant, async (tx) => {
    const found = new Map<string, DocumentOf<'assessment'> | undefined>()
    for (const { document, assessment } of used)
      if (!found.has(document))
        found.set(
          document,
          await documentBySha(tx, release, document, 'assessment', assessment).catch(gone),
        )
    return found
  })
}

function wideOf(
  used: readonly Used[],
  documents: ReadonlyMap<string, DocumentOf<'assessment'> | undefined>,
): WideShape {
  const wide = new Map<string, { items: string[]; scores: string[] }>()
  for (const { assessment, document, scores } of used) {
    const known = wide.get(assessment) ?? { items: [], scores: [] }
    const found = documents.get(document)
    const items = found === undefined || found.task !== undefined ? [] : itemIdsOf(found)
    wide.set(assessment, {
      items: [...new Set([...known.items, ...items])],
      scores: [...new Set([...known.scores, ...scores])],
    })
  }
  return wide
}

/** Each version that somebody in the study answered, with its words of that time. */
export async function answeredIn(
  context: ServerContext,
  { tenant, release, language }: FastifyRequest,
  { used }: StudyPlan,
): Promise<Answered[]> {
  return context.database.tenant(tenant.id, async (tx) => {
    const answered: Answered[] = []
    for (const { assessment, document: sha, scoring, instruments, scores } of used) {
      const document = await documentBySha(tx, release, sha, 'assessment', assessment).catch(gone)
      if (document === undefined) continue
      const bundle = instruments[language] ?? Object.values(instruments)[0]
      const kept = bundle === undefined ? undefined : await blob(tx, bundle)
      const then = kept === undefined ? {} : wordsIn(kept)
      const texts = { ...release.texts.get(language), ...then }
      answered.push({
        document,
        key: await documentBySha(tx, release, scoring, 'scoring', assessment).catch(gone),
        sha,
        say: (text) => translate(texts, language, text),
        scores: [...scores],
      })
    }
    return answered
  })
}

function wordsIn(bundle: string): Record<string, string> {
  const { texts } = JSON.parse(bundle) as {
    texts?: Record<string, string>
  }
  return texts ?? {}
}

function gone(): undefined {
  return undefined
}
