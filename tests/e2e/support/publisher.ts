/**
 * A tenant's publisher who changes documents through the console's API, for tests of what learners
 * see.
 */

import { request, type APIRequestContext, type APIResponse } from '@playwright/test'
import { DEMO_PASSWORD, type Credentials } from './journey.ts'
import type { Product } from './product.ts'

type Document = Readonly<Record<string, unknown>>
export type Change = {
  readonly kind: string
  readonly id: string
  readonly edit: (document: Document) => Document
}

const PATIENCE_MS = 60_000

export class Publisher {
  private constructor(private readonly calls: APIRequestContext) {}

  static async of(product: Product, name = 'owner'): Promise<Publisher> {
    return Publisher.at(product, 'demo', {
      email: `${name}@demo.test`,
      password: DEMO_PASSWORD,
    })
  }

  /** The same of another tenant. */
  static async at(product: Product, tenant: string, credentials: Credentials): Promise<Publisher> {
    const calls = await request.newContext({
      baseURL: product.url,
      extraHTTPHeaders: { 'X-Tenant': tenant },
      // A publish checks everything, beside two browsers.
      timeout: PATIENCE_MS,
    })
    const publisher = new Publisher(calls)
    await publisher.calls.get('/api/auth/ping')
    await publisher.send('POST', 'auth/login', credentials)
    return publisher
  }

  async send<T>(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    data?: unknown,
    headers: Record<string, string> = {},
  ): Promise<T> {
    const answer = await this.ask(method, path, data, headers)
    if (!answer.ok())
      throw new Error(`${method} ${path} answered ${answer.status()}: ${await answer.text()}`)
    return (answer.status() === 204 ? undefined : await answer.json()) as T
  }

  /** The same for a call that the server should refuse. */
  async refused(
    method: 'POST' | 'PUT',
    path: string,
    data?: unknown,
  ): Promise<{ status: number; body: unknown }> {
    const answer = await this.ask(method, path, data)
    return { status: answer.status(), body: await answer.json() }
  }

  private async ask(
    method: string,
    path: string,
    data?: unknown,
    headers: Record<string, string> = {},
  ): Promise<APIResponse> {
    const { cookies } = await this.calls.storageState()
    const token = cookies.find(({ name }) => name === 'csrf-token')?.value ?? ''
    return this.calls.fetch(`/api/${path}`, {
      method,
      headers: { 'X-CSRF-Token': token, ...headers },
      ...(data !== undefined && { data }),
    })
  }

  async draft({ kind, id, edit }: Change): Promise<void> {
    const answer = await this.calls.get(`/api/admin/documents/${kind}/${id}`)
    // A missing document is created from scratch.
    const { effective = {} } = (await answer.json()) as { effective?: Document }
    const etag = answer.status() === 404 ? '"0-none"' : answer.headers()['etag']!
    await this.send(
      'PUT',
      `admin/drafts/${kind}/${id}`,
      { document: edit(effective) },
      { 'If-Match': etag },
    )
  }

  /** What a guided page writes, as drafts. */
  async write(recipe: string, form: unknown): Promise<void> {
    const answer = await this.ask('POST', `admin/recipes/${recipe}/check`, { form })
    const etag = answer.headers()['etag'] ?? ''
    await this.send('POST', `admin/recipes/${recipe}`, { form }, { 'If-Match': etag })
  }

  /** @returns id of the release */
  async publish(message: string, ...changes: readonly Change[]): Promise<string> {
    for (const change of changes) await this.draft(change)
    return (await this.send<{ id: string }>('POST', 'admin/releases', { message })).id
  }

  /** Back to what was live before this test published. */
  async takeBack(release: string): Promise<void> {
    await this.send('POST', `admin/releases/${release}/rollback`, { message: 'as it was' })
  }

  /** Which release is live. */
  async live(): Promise<string> {
    const { items } = await this.send<{ items: { id: string; live: boolean }[] }>(
      'GET',
      'admin/releases',
    )
    return items.find(({ live }) => live)!.id
  }

  /** What the tenant had before it published anything. */
  async first(): Promise<string> {
    const { items } = await this.send<{ items: { id: string; number: number }[] }>(
      'GET',
      'admin/releases',
    )
    return items.find(({ number }) => number === 0)!.id
  }

  /** Discards every draft. */
  async discardAll(): Promise<void> {
    const { items } = await this.send<{ items: { kind: string; id: string; draft: boolean }[] }>(
      'GET',
      'admin/documents',
    )
    for (const { kind, id } of items.filter(({ draft }) => draft)) {
      const answer = await this.calls.get(`/api/admin/documents/${kind}/${id}`)
      await this.send('DELETE', `admin/drafts/${kind}/${id}`, undefined, {
        'If-Match': answer.headers()['etag']!,
      })
    }
  }

  /**
   * Leaves the tenant clean for other tests: the next publish would otherwise include drafts that
   * were only meant to be viewed.
   */
  async leave(before: string): Promise<void> {
    await this.discardAll()
    if ((await this.live()) !== before) await this.takeBack(before)
    await this.close()
  }

  async close(): Promise<void> {
    await this.calls.dispose()
  }
}

/** A text of a locale, by its key. */
export function textChange(language: string, key: string, words: string): Change {
  return {
    kind: 'locale',
    id: language,
    edit: (document) => {
      const copy = structuredClone(document) as { texts: Record<string, unknown> }
      const path = key.split('.')
      let at = copy.texts
      for (const part of path.slice(0, -1)) at = at[part] as Record<string, unknown>
      at[path.at(-1)!] = words
      return copy
    },
  }
}
