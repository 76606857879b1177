/** How instruments work for a tenant's own people, from stored sums (docs/decisions/0107). */

import type { FastifyInstance } from 'fastify'
import { translate } from '#engine/documents/translate.ts'
import type {
  InstrumentPanel,
  InstrumentSummary,
  InstrumentView,
} from '#engine/contract/instruments.ts'
import { Refusal } from '#engine/contract/problems.ts'
import { FROM, type Counted } from '#engine/psychometrics/groups.ts'
import { healthOf, LOW_FIT } from '#engine/psychometrics/health.ts'
import { PANEL, panelItems, panelKind } from '#engine/psychometrics/panel.ts'
import { backgroundsOf } from '#engine/study/background.ts'
import { added, countedItems, type Sums } from '#engine/psychometrics/sums.ts'
import { isCareless } from '#engine/scoring/quality.ts'
import type { DocumentOf } from '#engine/documents/kinds.ts'
import type { Release } from '#server/release/compose.ts'
import { apart } from '#server/base/patience.ts'
import type { Tx } from '#server/database/database.ts'
import type { ServerContext } from '#server/start/context.ts'
import {
  attemptsOfCohort,
  blocksOf,
  cohortsOf,
  stoppedAt,
  sumsOf,
  sumsOfBlocks,
} from '../store/instrumentsums.ts'
import { documentBySha, sameBlocks } from '#server/release/attempt-documents.ts'

const DAY_MS = 86_400_000
/** People who began longer ago and didn't finish have stopped. */
const STOPPED_MS = DAY_MS
/** Of those who stopped, the last ones: answers are counted for each. */
const MAX_STOPPED = 2000

const Asked = {
  params: { type: 'object', properties: { id: { type: 'string', maxLength: 80 } } },
  querystring: {
    type: 'object',
    properties: {
      language: { type: 'string', maxLength: 20 },
      version: { type: 'string', maxLength: 40 },
    },
    additionalProperties: false,
  },
} as const

const AskedPanel = {
  params: Asked.params,
  querystring: {
    type: 'object',
    properties: { cohort: { type: 'string', maxLength: 200 } },
    additionalProperties: false,
  },
} as const

export function adminInstrumentRoutes(app: FastifyInstance, context: ServerContext): void {
  app.get(
    '/admin/instruments',
    { config: { action: 'instrument.health' } },
    async (request): Promise<{ items: InstrumentSummary[] }> => {
      const { release, language } = request
      const texts = release.texts.get(language) ?? {}
      return {
        items: questionnaires(release).map(({ id, label }) => ({
          id,
          title: translate(texts, language, label),
        })),
      }
    },
  )

  app.get<{ Params: { id: string }; Querystring: { language?: string; version?: string } }>(
    '/admin/instruments/:id/health',
    { config: { action: 'instrument.health' }, schema: Asked },
    async (request): Promise<InstrumentView> => {
      const { release, language } = request
      const { id } = request.params
      if (!questionnaires(release).some((each) => each.id === id))
        throw new Refusal('request/not-found')
      // Adding up a large tenant's blocks may take longer than a request may wait for the database.
      const { health, document, key } = await apart(() =>
        context.database.tenant(request.tenant.id, (tx) =>
          healthIn(tx, release, id, request.query, context.now()),
        ),
      )
      const texts = release.texts.get(language) ?? {}
      const say = (text: string) => translate(texts, language, text)
      return {
        ...health,
        title: say(document.label),
        names: Object.fromEntries((document.items ?? []).map((item) => [item.id, say(item.text)])),
        groupNames: Object.fromEntries(
          backgroundsOf(release.catalog).map(({ column, label, options }) => [
            column,
            {
              name: say(label),
              groups: Object.fromEntries(
                options.map(({ id: group, label: words, name }) => [
                  group,
                  words === undefined ? (name ?? group) : say(words),
                ]),
              ),
            },
          ]),
        ),
        scaleNames: scaleNames(release, key, say),
        options: optionNames(document, say),
        from: FROM,
        lowFit: LOW_FIT,
      }
    },
  )

  app.get<{ Params: { id: string }; Querystring: { cohort?: string } }>(
    '/admin/instruments/:id/panel',
    { config: { action: 'instrument.health' }, schema: AskedPanel },
    async (request): Promise<InstrumentPanel> => {
      const { release, language } = request
      const { id } = request.params
      const document = questionnaires(release).find((each) => each.id === id)
      if (document === undefined) throw new Refusal('request/not-found')
      const panel = await apart(() =>
        context.database.tenant(request.tenant.id, (tx) =>
          panelIn(tx, release, document, request.query.cohort),
        ),
      )
      const texts = release.texts.get(language) ?? {}
      const say = (text: string) => translate(texts, language, text)
      const names = Object.fromEntries(
        (document.items ?? []).map((item) => [item.id, say(item.text)]),
      )
      return { ...panel, names, options: optionNames(document, say) }
    },
  )
}

/** By the questions and the key of today: answers to others say nothing about these. */
async function panelIn(
  tx: Tx,
  release: Release,
  document: DocumentOf<'assessment'>,
  cohort: string | undefined,
): Promise<Omit<InstrumentPanel, 'names' | 'options'>> {
  const key = release.catalog.get('scoring', document.id)!
  const items = countedItems(key)
  const kind = panelKind(items)
  const none = { kind, needed: kind && PANEL[kind], people: null, items: [] }
  if (kind === null) return { ...none, cohorts: [] }
  const cohorts = (await cohortsOf(tx, document.id)).map(({ name, people }) => ({
    name,
    people: people < FROM.cell ? null : people,
  }))
  if (cohort === undefined) return { ...none, cohorts }
  if (!cohorts.some(({ name }) => name === cohort)) throw new Refusal('request/not-found')
  const attempts = await sameBlocks(
    tx,
    release,
    (await attemptsOfCohort(tx, document.id, cohort)).filter((attempt) => !isCareless(attempt)),
    key,
  )
  const current = new Set<string>()
  for (const sha of new Set(attempts.map((attempt) => attempt.document))) {
    const former = await documentBySha(tx, release, sha, 'assessment', document.id)
    if (former.instrument?.version === document.instrument?.version) current.add(sha)
  }
  const first = new Map<string, string>()
  for (const { id, person, document: sha } of attempts)
    if (current.has(sha) && !first.has(person)) first.set(person, id)
  const counted = [...first.values()]
  if (counted.length < FROM.cell) return { ...none, cohorts }
  const options = new Map(
    (document.items ?? []).map((item) => [
      item.id,
      optionWords(document, item).map(([value]) => value),
    ]),
  )
  const sums = await sumsOf(tx, items, counted, [])
  return {
    ...none,
    cohorts,
    people: counted.length,
    items: panelItems(items, options, counted.length, sums),
  }
}

/** Item -> answer -> its words. */
function optionNames(document: DocumentOf<'assessment'>, say: (text: string) => string) {
  return Object.fromEntries(
    (document.items ?? []).map((item) => [
      item.id,
      Object.fromEntries(optionWords(document, item).map(([value, text]) => [value, say(text)])),
    ]),
  )
}

/** Games have no questions. */
function questionnaires({ catalog }: Release): DocumentOf<'assessment'>[] {
  return catalog.all('assessment').filter(({ items }) => items !== undefined && items.length > 0)
}

export async function healthIn(
  tx: Tx,
  release: Release,
  id: string,
  asked: { readonly language?: string; readonly version?: string },
  now: Date,
) {
  const blocks = await blocksOf(tx, id)
  const live = release.catalog.get('assessment', id)!
  const versions = [
    ...new Set([live.instrument?.version ?? '', ...blocks.map((each) => each.version)]),
  ]
  const version = asked.version ?? blocks[0]?.version ?? versions[0]!
  const ofVersion = blocks.filter((each) => each.version === version)
  const newest = ofVersion[0]
  const document =
    newest === undefined
      ? live
      : await documentBySha(tx, release, newest.document, 'assessment', id)
  const key =
    newest === undefined
      ? release.catalog.get('scoring', id)!
      : await documentBySha(tx, release, newest.scoring, 'scoring', id)
  const same = await sameBlocks(tx, release, ofVersion, key)
  const sums = await sumsOfBlocks(
    tx,
    same.map((block) => block.id),
  )
  const documents = new Set(same.map((block) => block.document))
  const stopped = (
    await stoppedAt(tx, id, new Date(now.getTime() - STOPPED_MS), MAX_STOPPED)
  ).filter((each) => documents.has(each.document))
  const languages = [...new Set(same.map((block) => block.language))].map((language): Counted => {
    const own = same.filter((block) => block.language === language)
    return {
      language,
      people: own.reduce((sum, { people }) => sum + people, 0),
      attempts: own.reduce((sum, { attempts }) => sum + attempts, 0),
      careless: own.reduce((sum, { careless }) => sum + careless, 0),
      sums: own.reduce<Sums>((all, block) => added(all, sums.get(block.id) ?? {}), {}),
      stopped: new Map(
        stopped
          .filter((each) => each.language === language)
          .map(({ answered, people }) => [answered, people]),
      ),
    }
  })
  return {
    document,
    key,
    health: healthOf({
      id,
      version,
      versions,
      language: asked.language ?? null,
      items: countedItems(key),
      options: new Map(
        (document.items ?? []).map((item) => [
          item.id,
          optionWords(document, item).map(([value]) => value),
        ]),
      ),
      promised: document.minutes,
      languages,
      backgrounds: backgroundsOf(release.catalog).map(({ column }) => column),
    }),
  }
}

/** As the live key names them: attempts of long ago began under one without names. */
function scaleNames(
  release: Release,
  key: DocumentOf<'scoring'>,
  say: (text: string) => string,
): Record<string, string> {
  const live = release.catalog.get('scoring', key.id)?.scales ?? []
  return Object.fromEntries(
    key.scales.map(({ id, label: own }) => {
      const label = live.find((each) => each.id === id)?.label ?? own
      return [id, label === undefined ? id : say(label)]
    }),
  )
}

type Item = NonNullable<DocumentOf<'assessment'>['items']>[number]

/** Possible answers of an item in their order, with the keys of their texts. */
function optionWords(document: DocumentOf<'assessment'>, item: Item): [string, string][] {
  const own = item.options ?? document.options
  return own === undefined
    ? (document.responseScale?.options ?? []).map(({ value, label }) => [String(value), label])
    : own.map(({ id, text }) => [id, text])
}
