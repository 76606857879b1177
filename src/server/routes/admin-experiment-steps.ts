/**
 * What is done with an experiment: made, changed, started, paused, ended, its winner made into
 * drafts, and notes on it. Each but the last two is a publish of that document alone.
 */

import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ExperimentShipped, ExperimentView } from '#engine/contract/experimentshapes.ts'
import { Refusal } from '#engine/contract/problems.ts'
import type { AnyDocument, ExperimentDocument } from '#engine/documents/kinds.ts'
import { approvalMessages } from '#server/accounts/approvalmessages.ts'
import { required } from '#server/base/required.ts'
import { askToStart } from '#server/release/asking-start.ts'
import { publishChange } from '#server/release/publishing.ts'
import { shipArm } from '#server/release/shipping.ts'
import { shaOfDocument } from '#server/release/shipped.ts'
import type { ServerContext } from '#server/start/context.ts'
import { readDraftBody } from '#server/workspace/draftbody.ts'
import { signedIn } from '../plugins/access.ts'
import { addHistory } from '../store/experimenthistory.ts'
import { ExperimentId, liveOf, requireExperiment, viewOf } from './admin-experiments.ts'

type Of = { Params: { id: string } }
type Changed = { document: Record<string, unknown>; sha?: string; message?: string }

const Text = (maxLength: number) => ({ type: 'string', minLength: 1, maxLength }) as const
const Message = {
  type: ['object', 'null'],
  properties: { message: { type: 'string', maxLength: 400 } },
  additionalProperties: false,
} as const
const Change = {
  type: 'object',
  required: ['document'],
  properties: { document: { type: 'object' }, sha: Text(80), message: Text(400) },
  additionalProperties: false,
} as const
const Ship = {
  type: 'object',
  required: ['arm'],
  properties: {
    arm: Text(40),
    /** Of each place in conflict, `kind/id#pointer`. */
    choices: {
      type: 'object',
      maxProperties: 500,
      additionalProperties: { type: 'string', enum: ['mine', 'theirs'] },
    },
  },
  additionalProperties: false,
} as const
const Note = {
  type: 'object',
  required: ['text'],
  properties: { text: { ...Text(1000), pattern: '\\S' } },
  additionalProperties: false,
} as const

/** From which states each step is possible, and where it leads. */
const STEPS = {
  start: { from: ['planned', 'paused'], to: 'running' },
  pause: { from: ['running'], to: 'paused' },
  end: { from: ['planned', 'running', 'paused'], to: 'ended' },
} as const satisfies Record<
  string,
  { from: readonly ExperimentDocument['state'][]; to: ExperimentDocument['state'] }
>

export function adminExperimentStepRoutes(app: FastifyInstance, context: ServerContext): void {
  const config = { action: 'experiment.run' } as const

  app.post<{ Body: Changed }>(
    '/admin/experiments',
    { config, schema: { body: Change } },
    async (request, reply) => {
      const made = documentOf(request.body.document)
      if (made.state !== 'planned') throw new Refusal('experiment/state')
      const view = await publishOne(context, request, made.id, 'make', (live) => {
        if (live !== undefined) throw new Refusal('experiment/exists')
        return made
      })
      return reply.status(201).send(view)
    },
  )

  app.put<Of & { Body: Changed }>(
    '/admin/experiments/:id',
    { config, schema: { params: ExperimentId, body: Change } },
    (request) => {
      const { id } = request.params
      const made = documentOf(request.body.document)
      if (made.id !== id)
        throw new Refusal('request/invalid', {
          fields: [{ pointer: '/document/id', key: 'form.invalid' }],
        })
      return publishOne(context, request, id, 'change', (live) => {
        if (live === undefined) throw new Refusal('experiment/unknown')
        const { sha } = request.body
        if (sha !== undefined && sha !== shaOfDocument(live))
          throw new Refusal('experiment/changed')
        // What has ended stays as it was: its figures were counted by it.
        if (made.state !== live.state || live.state === 'ended')
          throw new Refusal('experiment/state')
        return made
      })
    },
  )

  for (const [step, { from, to }] of Object.entries(STEPS))
    app.post<Of & { Body: { message?: string } | null }>(
      `/admin/experiments/:id/${step}`,
      { config, schema: { params: ExperimentId, body: Message } },
      (request) =>
        publishOne(context, request, request.params.id, step as keyof typeof STEPS, (live) => {
          if (live === undefined) throw new Refusal('experiment/unknown')
          if (!(from as readonly string[]).includes(live.state))
            throw new Refusal('experiment/state')
          return { ...live, state: to }
        }),
    )

  askRoute(app, context)

  app.post<Of & { Body: { arm: string; choices?: Record<string, 'mine' | 'theirs'> } }>(
    '/admin/experiments/:id/ship',
    { config, schema: { params: ExperimentId, body: Ship } },
    async (request): Promise<ExperimentShipped> => {
      const { row } = await signedIn(request)
      requireExperiment(request)
      return shipArm(context, request.tenant, row, request.params.id, request.body)
    },
  )

  app.post<Of & { Body: { text: string } }>(
    '/admin/experiments/:id/notes',
    { config, schema: { params: ExperimentId, body: Note } },
    async (request, reply) => {
      const { row } = await signedIn(request)
      const experiment = requireExperiment(request)
      await context.database.tenant(request.tenant.id, (tx) =>
        addHistory(tx, {
          id: context.newId(),
          now: context.now(),
          actor: row.id,
          experiment: experiment.id,
          action: 'note',
          said: { text: request.body.text.trim() },
        }),
      )
      const view = await viewOf(context, request.tenant, liveOf(request), experiment)
      return reply.status(201).send(view)
    },
  )
}

/** Where a second person approves, that person starts it. */
function askRoute(app: FastifyInstance, context: ServerContext): void {
  app.post<Of & { Body: { message?: string } | null }>(
    '/admin/experiments/:id/ask',
    { config: { action: 'experiment.run' }, schema: { params: ExperimentId, body: Message } },
    async (request, reply) => {
      const { row: person } = await signedIn(request)
      const { title } = requireExperiment(request)
      const { tenant, release } = request
      const said = request.body?.message?.trim() ?? ''
      const { asked, send } = await approvalMessages(context, { tenant, release, person })
      const id = await askToStart(
        { context, tenant, release, person },
        request.params.id,
        said === '' ? title : said,
        { asked },
      )
      send()
      return reply.status(201).send({ id })
    },
  )
}

/**
 * A document as it came, within the bounds of documents; the check of the release says the rest.
 *
 * @throws Refusal `request/invalid`, `draft/out-of-bounds`
 */
function documentOf(body: Record<string, unknown>): ExperimentDocument {
  const { id, kind } = body
  const fields = [
    ...(typeof id === 'string' && id.length <= 80 ? [] : ['/document/id']),
    ...(kind === 'experiment' ? [] : ['/document/kind']),
  ].map((pointer) => ({ pointer, key: 'form.invalid' }))
  if (fields.length > 0) throw new Refusal('request/invalid', { fields })
  const { text } = readDraftBody(
    JSON.stringify({ document: body }),
    `experiment/${String(id)}`,
    undefined,
  )
  return JSON.parse(required(text, 'a document')) as ExperimentDocument
}

async function publishOne(
  context: ServerContext,
  request: FastifyRequest,
  id: string,
  action: 'make' | 'change' | keyof typeof STEPS,
  change: (live: ExperimentDocument | undefined) => ExperimentDocument,
): Promise<ExperimentView> {
  const { row } = await signedIn(request)
  const message = (request.body as { message?: string } | null)?.message
  const { release } = await publishChange(
    context,
    request.tenant,
    row,
    { kind: 'experiment', id },
    (document): AnyDocument => change(document as ExperimentDocument | undefined),
    message ?? `${id}: ${action}`,
    (tx, changes) => {
      const { newPhase = false, changed = [] } = changes.find((each) => each.id === id) ?? {}
      return addHistory(tx, {
        id: context.newId(),
        now: context.now(),
        actor: row.id,
        experiment: id,
        action,
        said: {
          ...(message !== undefined && { text: message }),
          ...(newPhase && { newPhase }),
          ...(changed.length > 0 && { changed }),
        },
      })
    },
    { showsLess: action === 'pause' || action === 'end' },
  )
  return viewOf(
    context,
    request.tenant,
    release,
    required(release.catalog.get('experiment', id), 'the experiment that was published'),
  )
}
