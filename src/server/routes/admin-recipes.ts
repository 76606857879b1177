/**
 * Guided pages of the console: what a form would write, all of it written at once, and all of it
 * taken back.
 */

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { MAX_PICTURE_WORDS, type PictureWords } from '#engine/contract/pictures.ts'
import { Refusal } from '#engine/contract/problems.ts'
import type { RecipeWritten } from '#engine/contract/recipes.ts'
import { splitName } from '#engine/documents/document.ts'
import { isObject } from '#engine/documents/json.ts'
import { isUploaded } from '#engine/documents/picture.ts'
import { outlineOf } from '#engine/recipes/outlines.ts'
import { RECIPES } from '#engine/recipes/recipes.ts'
import { shaOf } from '#server/base/asset.ts'
import { noRoom } from '#server/base/bounds.ts'
import { LONG_MS, type Tx } from '#server/database/database.ts'
import type { ServerContext } from '#server/start/context.ts'
import { signedIn } from '../plugins/access.ts'
import { addAudit, auditEntry } from '../store/audit.ts'
import { deleteDraft, hasRoom, saveDraft } from '../store/drafts.ts'
import { describeImage } from '../store/images.ts'
import type { RecipeDraft, Undo } from '../workspace/recipes.ts'
import { askNow, etagOf, loadWorkspace, type Workspace } from '../workspace/workspace.ts'
import { sendText } from '../workspace/documentnames.ts'
import { wordsOf } from './admin-pictures.ts'

const MAX_FORM_BYTES = 512 * 1024
const Params = {
  type: 'object',
  properties: { recipe: { type: 'string', enum: RECIPES.map(({ id }) => id) } },
} as const
const Body = {
  type: 'object',
  required: ['form'],
  properties: { form: { type: 'object' }, whole: { type: 'boolean' } },
  additionalProperties: false,
} as const
const Written = {
  type: 'object',
  properties: { id: { type: 'string', pattern: '^[0-9a-f-]{36}$' } },
} as const

type Of = { Params: { recipe: string } }
type Filled = Of & { Body: { form: Record<string, unknown>; whole?: boolean } }

const WROTE = 'recipe.write'
const UNDID = 'recipe.undo'

export function adminRecipeRoutes(app: FastifyInstance, context: ServerContext): void {
  app.get<Of>(
    '/admin/recipes/:recipe',
    { config: { action: 'console.read' }, schema: { params: Params } },
    async (request, reply) => {
      const { tenant, language } = request
      const space = await loadWorkspace(context, tenant)
      const args = { config: tenant.config, language }
      return sendText(reply, await askNow(context, tenant, 'startRecipe', args, space))
    },
  )

  app.post<Filled>(
    '/admin/recipes/:recipe/check',
    {
      config: { action: 'draft.write' },
      bodyLimit: MAX_FORM_BYTES,
      schema: { params: Params, body: Body },
    },
    async (request, reply) => {
      const space = await loadWorkspace(context, request.tenant)
      const args = { ...askedOf(request), whole: request.body.whole === true }
      const { text, names } = await askNow(context, request.tenant, 'tryRecipe', args, space)
      return sendText(reply.header('etag', etagOfAll(space, names)), text)
    },
  )
  writeRoute(app, context)
  undoRoute(app, context)
}

function askedOf({ params: { recipe }, body: { form }, tenant }: FastifyRequest<Filled>) {
  return { recipe, form, config: tenant.config }
}

function writeRoute(app: FastifyInstance, context: ServerContext): void {
  app.post<Filled>(
    '/admin/recipes/:recipe',
    {
      config: { action: 'draft.write' },
      bodyLimit: MAX_FORM_BYTES,
      schema: { params: Params, body: Body },
    },
    async (request, reply) => {
      const { tenant } = request
      const { row } = await signedIn(request)
      const seen = request.headers['if-match']
      if (typeof seen !== 'string' || seen === '') throw new Refusal('draft/if-match')
      const space = await loadWorkspace(context, tenant)
      const { drafts, undo } = await askNow(context, tenant, 'writeRecipe', askedOf(request), space)
      const names = drafts.map(({ name }) => name)
      const now = etagOfAll(space, names)
      if (now !== seen.replace(/^W\//, '')) throw stale(now)
      const id = context.newId()
      await context.database.tenant(
        tenant.id,
        async (tx) => {
          await keepAll(tx, space, drafts, { by: row.id, now: context.now() })
          for (const { sha, words } of picturesOf(request.params.recipe, request.body.form))
            await describeImage(tx, sha, words)
          await addAudit(tx, {
            id,
            now: context.now(),
            actor: row.id,
            action: WROTE,
            target: request.params.recipe,
            detail: { documents: names, undo },
          })
        },
        LONG_MS,
      )
      return reply.status(201).send({ id, drafts: names } satisfies RecipeWritten)
    },
  )
}

/** The pictures of a form, as far as it says what they show: the library knows it from then on. */
function picturesOf(
  recipe: string,
  form: Readonly<Record<string, unknown>>,
): readonly { readonly sha: string; readonly words: PictureWords }[] {
  const fields = (outlineOf(recipe)?.steps ?? []).flatMap((step) => step.fields)
  return fields.flatMap((field) => {
    const url = form[field.id]
    if (field.type !== 'picture' || field.words === undefined) return []
    if (typeof url !== 'string' || !isUploaded(url)) return []
    const said = form[field.words]
    const words = Object.fromEntries(
      Object.entries(isObject(said) ? said : {}).flatMap(([language, each]) =>
        typeof each === 'string' ? [[language, each.slice(0, MAX_PICTURE_WORDS)]] : [],
      ),
    )
    return [{ sha: url.slice('/api/images/'.length, url.lastIndexOf('.')), words: wordsOf(words) }]
  })
}

function undoRoute(app: FastifyInstance, context: ServerContext): void {
  app.post<{ Params: { id: string } }>(
    '/admin/recipes/undo/:id',
    { config: { action: 'draft.write' }, schema: { params: Written } },
    async (request, reply) => {
      const { tenant } = request
      const { row } = await signedIn(request)
      const { id } = request.params
      const entry = await context.database.tenant(tenant.id, async (tx) =>
        (await auditEntry(tx, UNDID, id)) === undefined
          ? auditEntry(tx, WROTE, null, id)
          : undefined,
      )
      if (entry === undefined) throw new Refusal('draft/unknown')
      const undo = entry.detail['undo'] as readonly Undo[]
      const space = await loadWorkspace(context, tenant)
      checkNew(space, undo)
      const drafts = await askNow(context, tenant, 'undoRecipe', { undo }, space)
      await context.database.tenant(
        tenant.id,
        async (tx) => {
          await keepAll(tx, space, drafts, { by: row.id, now: context.now() })
          await addAudit(tx, {
            id: context.newId(),
            now: context.now(),
            actor: row.id,
            action: UNDID,
            target: id,
          })
        },
        LONG_MS,
      )
      return reply.status(204).send()
    },
  )
}

/** What is new must be a draft still, and as it was written. */
function checkNew({ drafts, live }: Workspace, undo: readonly Undo[]): void {
  for (const { name } of undo.filter(({ ops }) => ops === null)) {
    if (live.documents.has(name)) throw new Refusal('draft/unknown')
    const draft = drafts.find(({ kind, id }) => `${kind}/${id}` === name)
    if (draft === undefined) throw new Refusal('draft/unknown')
    // A second revision is somebody's edit, which undoing must not take away.
    if (draft.revision > 1) throw stale('')
  }
}

/** @throws Refusal `draft/stale` if one of them was saved meanwhile: then none is written */
async function keepAll(
  tx: Tx,
  { drafts: known }: Workspace,
  drafts: readonly RecipeDraft[],
  { by, now }: { readonly by: string; readonly now: Date },
): Promise<void> {
  for (const { name, text } of drafts) {
    const [kind, id] = splitName(name)
    const revision = known.find((draft) => draft.kind === kind && draft.id === id)?.revision ?? 0
    if (text === null) {
      if (revision > 0 && !(await deleteDraft(tx, kind, id, revision))) throw stale('')
      continue
    }
    if (!(await hasRoom(tx, kind, id, Buffer.byteLength(text)))) throw noRoom()
    if ((await saveDraft(tx, { kind, id, document: text, by, now }, revision)) === null)
      throw stale('')
  }
}

/** Somebody was faster. Which of several documents it was isn't said: all are looked at again. */
function stale(etag: string): Refusal {
  return new Refusal('draft/stale', { extra: { theirs: null, etag } })
}

/** Of all documents that a form would change: a draft of any other is no concern of it. */
function etagOfAll({ drafts, live }: Workspace, names: readonly string[]): string {
  const tags = [...names].sort().map((name) => {
    const draft = drafts.find(({ kind, id }) => `${kind}/${id}` === name)
    return `${name} ${etagOf(draft, live.documents.get(name))}`
  })
  return `"${shaOf(tags.join('\n'))}"`
}
