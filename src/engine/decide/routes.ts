/** Paths and routes: which route a path names, and which path a route has. */

import type { RouteDocument } from '../documents/kinds.ts'

export type CompiledRoute = {
  readonly name: string
  readonly path: string
  readonly segments: readonly {
    readonly text: string
    readonly param: boolean
    readonly optional: boolean
  }[]
  readonly rest: boolean
}

export type Match = { readonly name: string; readonly params: Readonly<Record<string, string>> }

/** Compiles `/theme/:section?`; `*` is the route of every other path. */
export function compileRoute(name: string, path: string): CompiledRoute {
  if (path === '*') return { name, path, segments: [], rest: true }
  const segments = path
    .split('/')
    .filter((text) => text !== '')
    .map((text) => ({
      text: text.replace(/^:|\?$/g, ''),
      param: text.startsWith(':'),
      optional: text.endsWith('?'),
    }))
  return { name, path, segments, rest: false }
}

/** Fixed segments before parameters, position by position; the route of every other path last. */
export function compareRoutes(a: CompiledRoute, b: CompiledRoute): number {
  if (a.rest !== b.rest) return a.rest ? 1 : -1
  for (let index = 0; index < Math.min(a.segments.length, b.segments.length); index++) {
    const difference = Number(a.segments[index]!.param) - Number(b.segments[index]!.param)
    if (difference !== 0) return difference
  }
  return a.segments.length - b.segments.length
}

/**
 * The route that matches a path; a trailing slash is ignored. Undefined only if there is no `*`
 * route.
 */
export function matchPath(matchers: readonly CompiledRoute[], path: string): Match | undefined {
  const parts = path.split('/').filter((part) => part !== '')
  for (const matcher of matchers) {
    const params = matchSegments(matcher, parts)
    if (params) return { name: matcher.name, params }
  }
  return undefined
}

function matchSegments(
  route: CompiledRoute,
  parts: readonly string[],
): Record<string, string> | undefined {
  if (route.rest) return {}
  if (parts.length > route.segments.length) return undefined
  const params: Record<string, string> = {}
  for (let index = 0; index < route.segments.length; index++) {
    const segment = route.segments[index]!
    const part = parts[index]
    if (part === undefined) {
      if (!segment.optional) return undefined
    } else if (segment.param) {
      const value = decode(part)
      if (value === undefined) return undefined
      params[segment.text] = value
    } else if (segment.text !== part) return undefined
  }
  return params
}

/** A path with invalid percent-encoding matches no route. */
function decode(part: string): string | undefined {
  try {
    return decodeURIComponent(part)
  } catch {
    return undefined
  }
}

export type Query = Readonly<Record<string, string>>

/**
 * `/onboarding/checkout/ZA/power?code=X`. A missing parameter ends the path there; a `*` route has
 * no path.
 */
export function pathTo(
  route: { readonly path: string },
  params: Readonly<Record<string, string>> = {},
  query: Query = {},
): string {
  const parts: string[] = []
  for (const segment of segmentsOf(route.path)) {
    if (!segment.param) parts.push(segment.text)
    else {
      const value = params[segment.text]
      if (value === undefined || value === '') break
      parts.push(encodeURIComponent(value))
    }
  }
  return `/${parts.join('/')}${queryText(query)}`
}

const segmentsByPath = new Map<string, CompiledRoute['segments']>()

/** Cached: paths come only from documents, so there are few. */
function segmentsOf(path: string): CompiledRoute['segments'] {
  let segments = segmentsByPath.get(path)
  if (segments === undefined) {
    segments = compileRoute('', path).segments
    segmentsByPath.set(path, segments)
  }
  return segments
}

/**
 * What is a page of its own to somebody who reads: a part that the query opens is one, another
 * filter isn't.
 */
export function pageKey(route: Pick<RouteDocument, 'parts'>, path: string, query: Query): string {
  const parts = (route.parts ?? []).map((name) => [name, query[name] ?? ''] as const)
  return path + queryText(Object.fromEntries(parts))
}

export function queryText(query: Query): string {
  const entries = Object.entries(query).filter(([, value]) => value !== '')
  return entries.length === 0
    ? ''
    : `?${entries.map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`).join('&')}`
}
