/**
 * `?variant=home-action:outcome`: a page in one version of an experiment, whether it has been
 * started or not, for users who may preview. It is a preview: nothing in it is counted or kept.
 */

import type { FastifyRequest } from 'fastify'
import { mayDo } from '#engine/decide/access.ts'
import { matchPath } from '#engine/decide/routes.ts'
import { viewerOf } from '#engine/experiments/viewer.ts'
import { makePreview } from '#server/release/previews.ts'
import type { ServerContext } from '#server/start/context.ts'

const VARIANT = /^([a-z0-9-]{1,40}):([a-z0-9-]{1,40})$/

/** @returns the address of the preview; null for a page as it is */
export async function previewOfVariant(
  context: ServerContext,
  request: FastifyRequest,
): Promise<string | null> {
  const { variant, ...query } = request.query as Readonly<Record<string, unknown>>
  const [, experiment, arm] = (typeof variant === 'string' && VARIANT.exec(variant)) || []
  if (experiment === undefined || arm === undefined || request.preview !== null) return null
  const { catalog, config } = request.release
  const isKnown = catalog.get('experiment', experiment)?.arms.some(({ id }) => id === arm)
  const person = isKnown === true ? await request.person() : null
  const action = catalog.actions.get('preview.make')
  if (person === null || action === undefined || !mayDo(catalog, action, person.scope).allowed)
    return null
  const [path = '/'] = request.url.split('?')
  const match = matchPath(catalog.matchers, path === '/' ? '/home' : path)
  const { token } = await makePreview(context, request.tenant, person.row.id, {
    plan: 'powerPlus',
    ...viewerOf(catalog, match === undefined ? undefined : catalog.route(match.name)),
    country: config.defaultCountry,
    language: request.language,
    arms: { [experiment]: arm },
  })
  const rest = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]): [string, string][] =>
      typeof value === 'string' ? [[name, value]] : [],
    ),
  ).toString()
  return `/preview/${token}${path}${rest === '' ? '' : `?${rest}`}`
}
