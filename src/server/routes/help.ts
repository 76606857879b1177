/** Help by slug and language, and the school curricula. */

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DocumentOf } from '#engine/documents/kinds.ts'
import { Refusal } from '#engine/contract/problems.ts'
import { translate } from '#engine/documents/translate.ts'
import type { ServerContext } from '#server/start/context.ts'

type Curriculum = {
  readonly key: string
  readonly name: string
  readonly country: readonly string[]
  readonly awardingBody: string | null
  readonly level: string | null
}

export function helpRoutes(app: FastifyInstance, context: ServerContext): void {
  const page = (request: FastifyRequest, document: DocumentOf<'help'>) => {
    const texts = request.release.texts.get(request.language) ?? {}
    const say = (key: string) => translate(texts, request.language, key)
    return {
      slug: document.id,
      language: request.language,
      title: document.label === undefined ? '' : say(document.label),
      helpContent: document.blocks.map((block) => ({
        id: block.id,
        question: say(block.question),
        answer: say(block.answer),
      })),
    }
  }
  const open = { config: { action: 'public.read' } }

  app.get('/help', open, (request) => ({
    items: [...request.release.catalog.all('help')]
      .sort((a, b) => (a.order ?? Infinity) - (b.order ?? Infinity))
      .map((document) => page(request, document)),
  }))

  app.get<{ Params: { slug: string } }>('/help/:slug', open, (request) => {
    const document = request.release.catalog.get('help', request.params.slug)
    if (document === undefined) throw new Refusal('request/not-found')
    return page(request, document)
  })

  const { items } = JSON.parse(
    readFileSync(join(context.options.contentDir, 'school-curricula.json'), 'utf8'),
  ) as { items: Curriculum[] }
  const curricula = Object.fromEntries(items.map(({ key, ...rest }) => [key, rest]))
  // The keys that a tenant offers are in its list; names and bodies are facts.
  app.get('/school-curricula', { config: { action: 'public.read' } }, (request) => {
    const offered = request.release.catalog.get('list', 'curricula')?.items ?? []
    return Object.fromEntries(
      offered.map(({ id, name }) => [id, { name: name ?? id, ...curricula[id] }]),
    )
  })
}
