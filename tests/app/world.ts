/**
 * The server as seen by the browser: two releases of the product's own documents, and a fetch that
 * serves them.
 */

import type { AnyDocument, ConfigDocument, DocumentOf } from '#engine/documents/kinds.ts'
import { composeRelease, type Release } from '#server/release/compose.ts'
import { catalog, code } from '#tests/support/documents.ts'

const locale = catalog.get('locale', 'en') as DocumentOf<'locale'>
const general = catalog.get('route-group', 'general') as DocumentOf<'route-group'>
const config = catalog.get('config', 'default') as ConfigDocument
const holland = catalog.get('assessment', 'holland_code') as DocumentOf<'assessment'>
const texts = locale.texts as Record<string, Record<string, unknown>>

/**
 * What a tenant published in the meantime: a page of its own, changed texts, another brand, a
 * reworded item.
 */
const CHANGES: readonly AnyDocument[] = [
  {
    ...general,
    routes: [
      {
        id: 'eventsPage',
        path: '/events',
        class: 'public',
        layout: 'public',
        title: 'page.terms',
        screen: 'terms',
      },
      ...general.routes,
    ],
  },
  {
    ...locale,
    texts: {
      ...texts,
      page: { ...texts['page'], terms: 'House rules' },
      holland_code: {
        ...texts['holland_code'],
        item: { ...(texts['holland_code']!['item'] as object), R_1: 'Mend a tractor' },
      },
    },
  },
  { ...config, appName: 'Renamed', cssVariables: { r1: '3px' }, images: { favicon: '/mine.svg' } },
  { ...holland, minutes: holland.minutes + 1 },
]

export const first: Release = composeRelease({ id: 'release-1', catalog, code, config: 'default' })
export const second: Release = composeRelease({
  id: 'release-2',
  catalog: catalog.with(CHANGES),
  code,
  config: 'default',
})

declare global {
  interface Window {
    /** The browser that these tests run in. */
    happyDOM: {
      setURL: (url: string) => void
      settings: { handleDisabledFileLoadingAsSuccess: boolean }
    }
  }
}

type Handler = (request: Asked) => Response | undefined | Promise<Response | undefined>
export type Asked = {
  readonly path: string
  readonly method: string
  readonly headers: Headers
  readonly body: unknown
}

export class FakeServer {
  release: Release = first
  /** Every request, in order. */
  readonly asked: Asked[] = []
  /** Checked before everything else; the last one first. */
  readonly handlers: Handler[] = []
  /** No connection. */
  offline = false

  readonly fetch = async (
    input: string | URL | Request,
    init: RequestInit = {},
  ): Promise<Response> => {
    const path = String(input)
    const request: Asked = {
      path,
      method: init.method ?? 'GET',
      headers: new Headers(init.headers),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
    }
    this.asked.push(request)
    if (this.offline) throw new TypeError('Failed to fetch')
    for (const handler of [...this.handlers].reverse()) {
      const answer = await handler(request)
      if (answer !== undefined) return answer
    }
    return this.answer(request)
  }

  /** The response of the real server. */
  answer({ path, headers }: Asked): Response {
    const { release } = this
    const own = { 'x-release': release.id, 'content-type': 'application/json' }
    if (path === '/api/app-configuration') {
      const { etag, plain } = release.configuration
      return headers.get('if-none-match') === etag
        ? new Response(null, { status: 304, headers: { ...own, etag } })
        : new Response(plain.toString(), { headers: { ...own, etag } })
    }
    const sha = /^\/api\/bundles\/(\w+)\.json$/.exec(path)?.[1]
    const asset = sha === undefined ? undefined : (first.assets.get(sha) ?? second.assets.get(sha))
    if (asset !== undefined) return new Response(asset.plain.toString(), { headers: own })
    if (path === '/api/auth/ping') return Response.json({}, { headers: own })
    return Response.json(
      { code: 'request/not-found', message: 'There’s nothing here.' },
      { status: 404, headers: own },
    )
  }

  count(path: string): number {
    return this.asked.filter((each) => each.path === path).length
  }
}

/** The configuration as the browser receives it. */
export function configurationOf<T>(release: Release): T {
  return JSON.parse(release.configuration.plain.toString()) as T
}
