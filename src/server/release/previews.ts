/** A release of the current drafts, seen as an imaginary user. Nothing done in it is stored. */

import type { FastifyRequest } from 'fastify'
import type { LeftDraft, PersonaInput } from '#engine/contract/admincontract.ts'
import { personaUser } from '#engine/check/personas.ts'
import { Refusal } from '#engine/contract/problems.ts'
import { NO_ONBOARDING } from '#engine/rules/scope.ts'
import { dropOldest } from '#server/base/required.ts'
import { PERSON, TENANT, tooOften } from '#server/base/bounds.ts'
import { LONG_MS, type Tx } from '#server/database/database.ts'
import { limitKey } from '#server/base/limitkey.ts'
import { scopeOf, type Person } from '#server/accounts/people.ts'
import type { Release } from './compose.ts'
import { newToken, sha256 } from '#server/base/secrets.ts'
import { count } from '#server/store/limits.ts'
import { insertPreview, previewByHash } from '#server/store/previews.ts'
import { keepBlobs } from '#server/store/releases.ts'
import type { UserRow } from '#server/store/users.ts'
import type { Tenant } from '#server/store/tenants.ts'
import { askNow, loadWorkspace } from '#server/workspace/workspace.ts'
import type { ReleaseContext } from '#server/release/context.ts'

const PREVIEW_SECONDS = 3600
/** No user in the database has this id. */
const NOBODY = '00000000-0000-7000-8000-000000000000'
const MAX_PREVIEWS = 20

export type Preview = {
  readonly release: Release
  readonly persona: PersonaInput
  readonly expiresAt: Date
}

/** `/preview/<token>/profile/home`, and the header of requests that such a page sends. */
export function previewToken(request: FastifyRequest): string | null {
  const header = request.headers['x-preview']
  const token = typeof header === 'string' ? header : /^\/preview\/([^/?]+)/.exec(request.url)?.[1]
  return token !== undefined && /^[\w-]{20,100}$/.test(token) ? token : null
}

/**
 * Creates a preview of the current drafts, as far as they can be drawn.
 *
 * @param of name of the document one looks at
 * @throws Refusal `release/problems` if that one is so broken that no release can be composed, or a
 *   version of an experiment doesn't fit it
 */
export async function makePreview(
  context: ReleaseContext,
  tenant: Tenant,
  by: string,
  persona: PersonaInput,
  of?: string,
): Promise<{ token: string; expiresAt: Date; left: readonly LeftDraft[] }> {
  const space = await loadWorkspace(context, tenant)
  const token = newToken()
  const id = previewId(token)
  const made = await askNow(
    context,
    tenant,
    'preview',
    {
      id,
      config: tenant.config,
      baseId: space.base.id,
      arms: persona.arms ?? {},
      language: persona.language,
      of,
    },
    space,
  )
  if ('problems' in made)
    throw new Refusal('release/problems', { extra: { problems: made.problems } })
  const manifest = Object.fromEntries(made.documents.map(({ name, sha }) => [name, sha]))
  const expiresAt = new Date(context.now().getTime() + PREVIEW_SECONDS * 1000)
  await context.releases.keepShipped(tenant)
  const write = async (tx: Tx) => {
    const now = context.now()
    if (
      (await count(tx, limitKey(context, 'previews', tenant.id, by), 3600, now)) >
      PERSON.previewsAnHour
    )
      throw tooOften(600)
    const added = Math.ceil((await keepBlobs(tx, made.blobs)) / 1024)
    if ((await count(tx, 'preview-kilobytes', 86_400, now, added)) > TENANT.previewKilobytesADay)
      throw tooOften(3600)
    await insertPreview(tx, { tokenHash: sha256(token), manifest, persona, by, expiresAt })
  }
  await context.database.tenant(tenant.id, write, LONG_MS)
  return { token, expiresAt, left: made.left }
}

function previewId(token: string): string {
  return `preview-${token.slice(0, 8)}`
}

export class Previews {
  readonly #known = new Map<string, Preview>()
  readonly #opening = new Map<string, Promise<Preview | null>>()
  constructor(readonly context: ReleaseContext) {}

  /** @returns null if there is none, or it has expired */
  async open(tenant: Tenant, token: string): Promise<Preview | null> {
    const key = `${tenant.id}/${token}`
    const known = this.#known.get(key)
    if (known !== undefined) return known.expiresAt > this.context.now() ? known : null
    // A page sends several requests at once: the first composes the release for all.
    let opening = this.#opening.get(key)
    if (opening === undefined) {
      opening = this.#open(tenant, token, key).finally(() => this.#opening.delete(key))
      this.#opening.set(key, opening)
    }
    return opening
  }

  async #open(tenant: Tenant, token: string, key: string): Promise<Preview | null> {
    const row = await this.context.database.tenant(tenant.id, (tx) =>
      previewByHash(tx, sha256(token), this.context.now()),
    )
    if (row === undefined) return null
    const documents = await this.context.releases.documents(tenant, row.manifest)
    const persona = row.persona as PersonaInput
    const release = await this.context.releases.compose(
      tenant,
      previewId(token),
      documents.values(),
    )
    const preview: Preview = { release, persona, expiresAt: row.expires_at }
    if (this.#known.size >= MAX_PREVIEWS) dropOldest(this.#known)
    this.#known.set(key, preview)
    return preview
  }
}

/** The persona as handlers see a user; null for a signed-out visitor. */
export function personOf(
  context: ReleaseContext,
  tenant: Tenant,
  { release, persona }: Preview,
): Person | null {
  const imagined = personaUser(
    release.catalog,
    release.config,
    persona,
    NOBODY,
    context.now().toISOString().slice(0, 10),
  )
  if (imagined === null) return null
  const user = { ...imagined, auth: { ...imagined.auth, secondFactor: 'offered' as const } }
  const now = context.now()
  const row: UserRow = {
    tenant_id: tenant.id,
    id: NOBODY,
    email: user.email,
    email_verified: user.emailVerified,
    phone: null,
    phone_verified: false,
    password_hash: null,
    account_type: persona.plan,
    role: persona.role ?? null,
    profile: { ...user.profile },
    id_number_sealed: null,
    consents: {},
    guardian_sealed: null,
    research_assessments: [...user.app.researchAssessments],
    cohort: null,
    demo: false,
    created_at: now,
    new_address: null,
    factor_sealed: null,
    factor_since: null,
    factor_step: null,
    language: persona.language,
  }
  const session = {
    tenant_id: tenant.id,
    token_hash: Buffer.alloc(0),
    id: NOBODY,
    user_id: NOBODY,
    method: 'email',
    verified: user.emailVerified,
    console: false,
    created_at: now,
    seen_at: now,
    label: null,
    strong: true,
    language: null,
  }
  return {
    session,
    row,
    user,
    scope: scopeOf(context, release, user, NO_ONBOARDING, persona.language),
  }
}
