/**
 * An editor in the console of a test tenant: edits documents as learners' browsers will get them.
 */

import { sql } from 'kysely'
import type { AnyDocument } from '#engine/documents/kinds.ts'
import { sqlBuilder } from '#server/database/database.ts'
import type { Tenant } from '#server/store/tenants.ts'
import type { ServerContext } from '#server/start/context.ts'
import { signUp, type ApiResponse, type Client, type PersonSteps } from './server.ts'

type Place = {
  readonly context: ServerContext
  readonly tenant: Tenant
  readonly client: () => Client
}

/** Signs in with this console role. */
export async function signInAs(
  place: Place,
  role: string,
  steps: PersonSteps = {},
): Promise<Client> {
  const { client, email, password } = await signUp(place, steps)
  await place.context.database.owner(place.tenant.id, (tx) =>
    tx.run({
      compile: () =>
        sql`UPDATE users SET role = ${role} WHERE email = ${email}`.compile(sqlBuilder),
    }),
  )
  const response = await client.post('auth/login', { email, password })
  if (response.status !== 200) throw new Error(response.text)
  return client
}

/**
 * Saves a draft of the document returned by `change`; null removes it, and a missing one is
 * created.
 */
export async function edit(
  client: Client,
  name: string,
  change: (document: Record<string, never>) => unknown,
): Promise<ApiResponse> {
  const seen = await client.get(`admin/documents/${name}`)
  const etag = seen.status === 404 ? '"0-none"' : String(seen.headers['etag'])
  const copy = structuredClone(seen.body['effective'] ?? {}) as Record<string, never>
  const result = change(copy)
  return client.send(
    'PUT',
    `admin/drafts/${name}`,
    { document: result === undefined ? copy : result },
    { 'if-match': etag },
  )
}

/** Publishes, and fails the test with the problems if refused. */
export async function publishAll(client: Client, message = 'A test'): Promise<string> {
  const response = await client.post('admin/releases', { message })
  if (response.status !== 201) throw new Error(`${response.status} ${response.text}`)
  return response.body['id'] as string
}

export async function documentNow(client: Client, name: string): Promise<AnyDocument> {
  return (await client.get(`admin/documents/${name}`)).body['effective'] as AnyDocument
}

/** A text of the frame or of a page, as learners receive it. */
export async function textOf(
  client: Client,
  key: string,
  language = 'en',
): Promise<string | undefined> {
  const configuration = (await client.get('app-configuration')).body as unknown as {
    bundles: Record<string, string>
  }
  const frame = (await client.get(`bundles/${configuration.bundles[language]}.json`))
    .body as unknown as { texts: Record<string, string>; pages: Record<string, string> }
  if (key in frame.texts) return frame.texts[key]
  for (const sha of Object.values(frame.pages)) {
    const page = (await client.get(`bundles/${sha}.json`)).body as unknown as {
      texts: Record<string, string>
    }
    if (key in page.texts) return page.texts[key]
  }
  return undefined
}
