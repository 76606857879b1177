/**
 * Turns every error into `{ code, message, fields? }` in the request's language. Details of 5xx
 * stay in the log. Depends on: tenant.
 */

import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import plugin from 'fastify-plugin'
import { localesFor } from '#engine/documents/languages.ts'
import { CODES, Refusal, type Code, type FieldProblem } from '#engine/contract/problems.ts'
import { translate } from '#engine/documents/translate.ts'
import { required } from '#server/base/required.ts'
import { refersToErased } from '#server/database/database.ts'
import { outageOf, RETRY_SECONDS } from '#server/base/outage.ts'
import { NOTICE_POLICY, noticePage } from '#server/base/notice.ts'
import type { ServerContext } from '#server/start/context.ts'

export const errorsPlugin = plugin<{ context: ServerContext }>(
  async (app, { context }) => {
    app.setErrorHandler((error, request, reply) => {
      // The client's connection broke, but a broken database connection reports the same.
      const gone = hasLeft(request, error as FastifyError)
      const refusal =
        error instanceof Refusal
          ? error
          : gone
            ? new Refusal('request/malformed', { cause: error })
            : refusalFor(error as FastifyError)
      if (refusal.status >= 500 && !EXPECTED.has(refusal.code))
        request.log.error({ err: error, code: refusal.code, req: request }, 'request failed')
      return sendRefusal(context, request, reply, refusal)
    })
  },
  { name: 'errors' },
)

/**
 * 5xx responses that aren't errors: features under construction, an overloaded server, and a
 * suspended tenant.
 */
const EXPECTED: ReadonlySet<Code> = new Set([
  'tenant/suspended',
  'feature/being-built',
  'server/busy',
])

/**
 * The client closed the connection within its request body, or before the first byte of a streamed
 * response: not our error.
 */
function hasLeft({ raw }: FastifyRequest, error: FastifyError): boolean {
  return (
    raw.socket?.destroyed && (error.code === 'ERR_STREAM_PREMATURE_CLOSE' || error === raw.errored)
  )
}

/**
 * `voucher/used` -> `problem.voucher.used`. Translated by the server: no page has the texts of all
 * errors.
 */
export function textKeyOf(code: Code): string {
  return `problem.${code.replace('/', '.')}`
}

export function sendRefusal(
  context: ServerContext,
  request: FastifyRequest,
  reply: FastifyReply,
  refusal: Refusal,
): FastifyReply {
  const { said, fields, extra, retryAfter } = refusal.detail
  context.metrics.refused(refusal.code)
  const translateKey = translatorOf(context, request)
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter))
  if (refusal.code === 'tenant/suspended' && !request.url.startsWith('/api/'))
    return sendNotice(request, reply, refusal, translateKey(textKeyOf(refusal.code)))
  return reply
    .status(refusal.status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send({
      code: refusal.code,
      message: translateKey(said?.key ?? textKeyOf(refusal.code), said?.values),
      ...(fields && {
        fields: fields.map(({ pointer, key, values }) => ({
          pointer,
          key,
          message: translateKey(key, values),
        })),
      }),
      ...extra,
    })
}

/** A suspended tenant has no app to show the message, so the server sends a page. */
function sendNotice(
  { release, language }: FastifyRequest,
  reply: FastifyReply,
  { status }: Refusal,
  text: string,
): FastifyReply {
  const direction = localesFor(release.catalog.all('locale'), language)[0]?.direction ?? 'ltr'
  return reply
    .status(status)
    .header('cache-control', 'no-store')
    .header('content-security-policy', NOTICE_POLICY)
    .type('text/html; charset=utf-8')
    .send(noticePage({ language, direction, title: release.config.appName, text }))
}

/**
 * Malformed requests never reach the framework; they are refused in the same format, in English.
 */
export function refuseConnection(
  context: ServerContext,
  { code: reason }: { readonly code?: string },
  socket: Socket,
): void {
  if (reason === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const code: Code = reason === 'HPE_HEADER_OVERFLOW' ? 'request/too-large' : 'request/malformed'
  const body = JSON.stringify({
    code,
    message: translate(fallbackTexts(context), 'en', textKeyOf(code)),
  })
  const head = [
    `HTTP/1.1 ${CODES[code]} ${STATUS_CODES[CODES[code]]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    'x-content-type-options: nosniff',
    'connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}

function translatorOf(
  context: ServerContext,
  request: FastifyRequest,
): (key: string, values?: FieldProblem['values']) => string {
  // Before the tenant is known (unknown host, malformed request), use English.
  const texts = request.release?.texts.get(request.language) ?? fallbackTexts(context)
  return (key, values) => translate(texts, request.language ?? 'en', key, values)
}

function fallbackTexts(context: ServerContext): Readonly<Record<string, string>> {
  return required(context.release({ slug: '', config: 'default' }).texts.get('en'), 'English')
}

/** Errors of the framework and the database, as our codes. */
export function refusalFor(error: FastifyError): Refusal {
  if (error.validation) {
    return new Refusal('request/invalid', {
      fields: error.validation.slice(0, 20).map(({ instancePath, keyword, params }) => {
        const member = (params['missingProperty'] ?? params['additionalProperty']) as
          | string
          | undefined
        return {
          pointer: instancePath + (member === undefined ? '' : `/${member}`),
          key:
            (keyword === 'required' ? REQUIRED_KEYS[member ?? ''] : undefined) ??
            FIELD_KEYS[keyword] ??
            'form.invalid',
        }
      }),
    })
  }
  const byFramework = FRAMEWORK[error.code]
  if (byFramework !== undefined) return new Refusal(byFramework, { cause: error })
  if (refersToErased(error)) return new Refusal('access/session', { cause: error })
  const outage = outageOf(error)
  if (outage !== null)
    return new Refusal('server/unavailable', { retryAfter: RETRY_SECONDS[outage], cause: error })
  if (typeof error.statusCode === 'number' && error.statusCode >= 400 && error.statusCode < 500)
    return new Refusal('request/malformed', { cause: error })
  return new Refusal('server/error', { cause: error })
}

const FIELD_KEYS: Readonly<Record<string, string>> = {
  required: 'form.required',
  additionalProperties: 'form.unknownField',
}

/** What is missing, in the words that its forms say it in. */
const REQUIRED_KEYS: Readonly<Record<string, string>> = {
  password: 'password.required',
  current: 'password.required',
  next: 'password.required',
}

const FRAMEWORK: Readonly<Record<string, Code>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'request/media-type',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'request/malformed',
  FST_ERR_CTP_INVALID_JSON_BODY: 'request/malformed',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'request/malformed',
  FST_ERR_CTP_BODY_TOO_LARGE: 'request/too-large',
  FST_ERR_BAD_URL: 'request/malformed',
  FST_ERR_MAX_PARAM_LENGTH: 'request/not-found',
  FST_ERR_NOT_FOUND: 'request/not-found',
}
