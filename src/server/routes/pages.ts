/**
 * Every page path responds with 200 and the shell; the router redirects in the browser. Serves
 * built files too.
 */

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { configured, hostsOf } from '#engine/contract/integrations.ts'
import { localesFor } from '#engine/documents/languages.ts'
import { Refusal } from '#engine/contract/problems.ts'
import { matchPath } from '#engine/decide/routes.ts'
import { pictureType } from '#engine/documents/picture.ts'
import { asset, type Asset } from '#server/base/asset.ts'
import { escape } from '#server/base/notice.ts'
import { cookieNames } from '../plugins/session.ts'
import type { Release } from '#server/release/compose.ts'
import { sendAsset } from './configuration.ts'
import { previewOfVariant } from './variants.ts'
import type { ServerContext } from '#server/start/context.ts'

const DAY = 'public, max-age=86400'
const IMMUTABLE = 'public, max-age=31536000, immutable'
/**
 * Modules are UTF-8 whatever their header says, and style sheets are in the encoding of their page;
 * each first page has seven of them.
 */
const SHORT_TYPES: ReadonlyMap<string, string> = new Map([
  ['application/javascript; charset=utf-8', 'text/javascript'],
  ['text/javascript; charset=utf-8', 'text/javascript'],
  ['text/css; charset=utf-8', 'text/css'],
])
/** Rendered shells in memory, over all releases, languages and pages. */
const MAX_SHELLS = 500

export async function pageRoutes(app: FastifyInstance, context: ServerContext): Promise<void> {
  const folder = context.options.clientDir
  if (folder === null) return
  const template = readFileSync(join(folder, 'index.html'), 'utf8')
  // Visitors act first where they land; elsewhere an import that fails opens the page anew.
  const lean = template.replace(/ data-later="[^"]*"/, '')

  app.addHook('onSend', async (_request, reply) => {
    const short = SHORT_TYPES.get(String(reply.getHeader('content-type')))
    if (short !== undefined) void reply.header('content-type', short)
  })
  await app.register(fastifyStatic, {
    root: join(folder, 'assets'),
    prefix: '/assets/',
    preCompressed: true,
    index: false,
    wildcard: true,
    cacheControl: false,
    decorateReply: false,
    // Names contain a hash of the content: nothing is left to ask about.
    etag: false,
    acceptRanges: false,
    lastModified: false,
    setHeaders: (reply) => void reply.header('cache-control', IMMUTABLE),
  })
  // A service worker's address has no hash, and is requested again at every navigation.
  for (const [path, type, caching] of [
    ['/sw.js', 'text/javascript; charset=utf-8', 'no-cache'],
    // The product's own; a tenant's has an address of its own.
    ['/favicon.svg', 'image/svg+xml', DAY],
    ['/robots.txt', 'text/plain; charset=utf-8', 'no-cache'],
  ] as const) {
    const file = join(folder, path)
    if (!existsSync(file)) continue
    const value = asset(readFileSync(file, 'utf8'), type)
    app.get(path, (request, reply) =>
      sendAsset(request, reply.header('cache-control', caching), value),
    )
  }
  app.get('/manifest.webmanifest', (request, reply) =>
    sendAsset(request, reply.header('cache-control', 'no-cache'), manifest(request.release)),
  )

  const shells = new LRUCache<string, Asset>({ max: MAX_SHELLS })
  const send = (request: FastifyRequest, reply: FastifyReply, key: ShellKey) => {
    const id = `${request.release.id}|${key.language}|${key.path}|${key.isPreview}`
    let shell = shells.get(id)
    if (shell === undefined) {
      shell = asset(
        render(context, request.release, key.path === '' ? lean : template, key),
        'text/html; charset=utf-8',
      )
      shells.set(id, shell)
    }
    // no-store: the page differs by cookie. Still, the ETag saves a revalidating worker the body.
    return sendAsset(
      request,
      reply
        .header('cache-control', 'no-store')
        .header('content-language', key.language)
        .header('vary', 'Cookie, Accept-Encoding'),
      shell,
    )
  }
  // What the service worker caches: the shell that works for every page.
  app.get('/shell', { config: { assigns: true } }, (request, reply) =>
    send(request, reply, { language: request.language, path: '', isPreview: false }),
  )
  app.get('/*', { config: { assigns: true } }, async (request, reply) => {
    // An unknown API route is no page: its client expects JSON, not markup.
    if (/^\/api(?:[/?]|$)/.test(request.url)) throw new Refusal('request/not-found')
    const preview = await previewOfVariant(context, request)
    if (preview !== null) return reply.header('cache-control', 'no-store').redirect(preview)
    return send(request, reply, shellKey(context, request))
  })
}

/**
 * `isPreview`: no third-party service runs there, so no text may become markup because of them; and
 * the page itself asks for nothing of its release, as its drafts need the token that only calls
 * carry.
 */
type ShellKey = { readonly language: string; readonly path: string; readonly isPreview: boolean }

/**
 * What a shell depends on: the language, the route where a signed-out visitor lands first, and
 * whether it is a preview.
 */
function shellKey(context: ServerContext, request: FastifyRequest): ShellKey {
  const [path = '/'] = request.url.split('?')
  const isPreview = request.url.startsWith('/preview/')
  const session =
    request.cookies[cookieNames(context).session] !== undefined || request.preview !== null
  if (session) return { language: request.language, path: '', isPreview }
  const first = path === '/' ? '/home' : path
  const match = matchPath(request.release.catalog.matchers, first)
  const route = match && request.release.catalog.route(match.name)
  const open =
    route !== undefined &&
    (route.class === 'loggedOutOnly' || route.class === 'public') &&
    Object.keys(match?.params ?? {}).length === 0 &&
    route.redirect === undefined
  // By the route's path, because a URL can be spelt in endless ways, and each would be rendered and
  // cached.
  return { language: request.language, path: open ? route.path : '', isPreview }
}

function render(
  context: ServerContext,
  release: Release,
  template: string,
  { language, path, isPreview }: ShellKey,
): string {
  const { config } = release
  const markup = context.options.prerender?.({ release, language, path, query: {} }) ?? ''
  const frame = release.frames.get(language)
  const route = path === '' ? undefined : matchPath(release.catalog.matchers, path)
  const screen = route && firstScreen(release, route.name)
  const page = screen && release.pages.get(`${screen}:${language}`)
  const direction = localesFor(release.catalog.all('locale'), language)[0]?.direction ?? 'ltr'
  const preload = (isPreview ? [] : [frame, page])
    .filter((sha) => sha !== undefined)
    .map((sha) => `<link rel="preload" as="fetch" crossorigin href="/api/bundles/${sha}.json">`)
  const theme =
    release.theme === null || isPreview
      ? ''
      : `<link rel="stylesheet" href="/api/themes/${release.theme.sha}.css">`
  const zoom =
    config.viewport.zoom === 'locked'
      ? 'width=device-width, initial-scale=1, maximum-scale=1, user-scalable=no'
      : 'width=device-width, initial-scale=1'
  const fill: Readonly<Record<string, string>> = {
    language: escape(language),
    direction,
    appName: escape(config.appName),
    viewport: zoom,
    theme,
    services: isPreview ? '' : services(release),
    preload: preload.join(''),
    markup,
    icon: `<link rel="icon" href="${escape(iconOf(config).src)}"${typeAttribute(iconOf(config))}>`,
  }
  return template.replace(
    /<!--tsela:(\w+)-->|%tsela:(\w+)%/g,
    (_whole, comment: string, value: string) => fill[comment ?? value] ?? '',
  )
}

/**
 * Hosts whose scripts this page allows, for the boot script: it makes no other address a script.
 */
function services({ config }: Release): string {
  const enabled = configured(config.integrations)
  if (enabled.length === 0) return ''
  const markup = enabled.some(({ integration }) => integration.markup)
  return `<meta name="script-hosts" content="${escape(hostsOf(enabled).script.join(' '))}"${markup ? ' data-markup' : ''}>`
}

/** The screen of a route for an unknown visitor. */
function firstScreen(release: Release, name: string): string | undefined {
  const route = release.catalog.route(name)
  const scope = { config: release.config, session: { signedIn: false } }
  return (
    route?.screens?.find(({ when }) => release.catalog.book.holds(when as never, scope))?.screen ??
    route?.screen
  )
}

type Icon = { readonly src: string; readonly type?: string; readonly sizes?: string }

/** The tenant's own image has the type of its address; an SVG is sharp at any size. */
function iconOf({ images }: Release['config']): Icon {
  const src = images.favicon ?? '/favicon.svg'
  const type = pictureType(src)
  return { src, ...(type !== '' && { type }), ...(type === 'image/svg+xml' && { sizes: 'any' }) }
}

const typeAttribute = ({ type }: Icon): string => (type === undefined ? '' : ` type="${type}"`)

const manifests = new WeakMap<Release, Asset>()

function manifest(release: Release): Asset {
  let value = manifests.get(release)
  if (value === undefined) {
    const { appName } = release.config
    value = asset(
      JSON.stringify({
        name: appName,
        short_name: appName,
        start_url: '/home',
        display: 'standalone',
        background_color: '#F8F6F2',
        theme_color: '#1F2963',
        icons: [iconOf(release.config)],
      }),
      'application/manifest+json',
    )
    manifests.set(release, value)
  }
  return value
}

const FORM_TYPE = /^(?:application\/x-www-form-urlencoded|multipart\/form-data)\b/i

/**
 * A form of a page that was sent before the page's first script was there, which keeps such forms
 * (docs/decisions/0167): the browser itself has sent it to the address of the page.
 */
export function isEarlyForm({ method, url, headers }: FastifyRequest): boolean {
  return (
    method === 'POST' &&
    FORM_TYPE.test(headers['content-type'] ?? '') &&
    /\btext\/html\b/.test(headers.accept ?? '') &&
    !/^\/api(?:[/?]|$)/.test(url)
  )
}

/** The page again, with nothing of what was sent in its address, and never another site. */
export function openAgain(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { pathname } = new URL(request.url, 'http://page')
  return reply.header('cache-control', 'no-store').redirect(pathname.replace(/^\/+/, '/'), 303)
}
