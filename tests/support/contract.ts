/**
 * Checks every response in the server tests against the OpenAPI document that the server itself
 * serves.
 */

import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'

type Media = Readonly<Record<string, { readonly schema: Schema }>>
type Schema = Readonly<Record<string, unknown>>
export type Operation = {
  readonly summary?: string
  readonly 'x-open'?: boolean
  readonly tags?: readonly string[]
  readonly security?: readonly Schema[]
  readonly parameters?: readonly { readonly name: string; readonly in: string }[]
  readonly requestBody?: { readonly content: Media }
  readonly responses: Readonly<
    Record<string, { readonly description: string; readonly content?: Media }>
  >
}
export type Document = {
  readonly openapi: string
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

const ajv = new Ajv2020({ strict: false, allErrors: true })
;(formats as unknown as (ajv: Ajv2020) => void)(ajv)
/** By call and status: the document says the same on every server. */
const compiled = new Map<string, ValidateFunction>()

/** The app's own `inject`, which now throws at the first response that breaks the contract. */
export function holdToContract(app: FastifyInstance): void {
  const inject = app.inject.bind(app) as unknown as (
    options: InjectOptions | string,
  ) => Promise<LightMyRequestResponse>
  let document: Document | undefined
  app.inject = (async (options: InjectOptions | string) => {
    const response = await inject(options)
    const { method = 'GET', url } = typeof options === 'string' ? { url: options } : options
    document ??= app.swagger() as unknown as Document
    const broken = brokenBy(document, method, String(url), response)
    if (broken !== null) throw new Error(broken)
    return response
  }) as unknown as typeof app.inject
}

/**
 * How a response breaks the contract, in a sentence; null if the document allows it, or if it isn't
 * an API call.
 */
export function brokenBy(
  document: Document,
  method: string,
  url: string,
  { statusCode, body, headers }: Pick<LightMyRequestResponse, 'statusCode' | 'body' | 'headers'>,
): string | null {
  const path = pathOf(url)
  const found = operationOf(document, method, path)
  // An unknown address is refused before its tenant is known. An undescribed route is reported once
  // by contract.test.ts.
  if (found?.operation.summary === undefined) return null
  const name = `${method} ${found.path} ${statusCode}`
  const response = found.operation.responses[statusCode]
  if (response === undefined) return `${name} isn't documented: ${body.slice(0, 300)}`
  const type = String(headers['content-type'] ?? '').split(';')[0]!
  if (response.content === undefined)
    return body === '' ? null : `${name} has a body: ${body.slice(0, 300)}`
  const media = response.content[type]
  if (media === undefined) return `${name} comes as ${type || 'nothing'}`
  if (type !== 'application/json' || headers['content-encoding'] !== undefined) return null
  let validate = compiled.get(name)
  if (validate === undefined) compiled.set(name, (validate = ajv.compile(closed(media.schema))))
  if (validate(JSON.parse(body))) return null
  const [first] = validate.errors!
  return `${name} breaks its schema: ${validate
    .errors!.slice(0, 6)
    .map(
      ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
    )
    .join('; ')} (${first?.schemaPath}): ${body.slice(0, 600)}`
}

/** As `inject` sends it: without the query, its `.` and `..` resolved, encoded or not. */
function pathOf(url: string): string {
  const [path = ''] = url.split('?')
  return /\/(?:\.|%2e){1,2}(?:\/|$)/i.test(path) ? new URL(path, 'http://localhost').pathname : path
}

/** The most literal path that a request fits. */
function operationOf(
  { paths }: Document,
  method: string,
  path: string,
): { path: string; operation: Operation } | undefined {
  const parts = path.replace(/(?<=.)\/$/, '').split('/')
  const fitting = Object.keys(paths)
    .filter((candidate) => fits(candidate.split('/'), parts, paths[candidate]!))
    .sort(
      (a, b) =>
        Number(isOpen(paths[a]!)) - Number(isOpen(paths[b]!)) ||
        a.split('{').length - b.split('{').length,
    )
    .find((candidate) => paths[candidate]![method.toLowerCase()] !== undefined)
  return fitting === undefined
    ? undefined
    : { path: fitting, operation: paths[fitting]![method.toLowerCase()]! }
}

/** Its last parameter may be several parts: the route ends in `*`. */
function isOpen(operations: Readonly<Record<string, Operation>>): boolean {
  return Object.values(operations).some((operation) => operation['x-open'] === true)
}

function fits(
  pattern: readonly string[],
  parts: readonly string[],
  operations: Readonly<Record<string, Operation>>,
): boolean {
  if (isOpen(operations) ? parts.length < pattern.length : parts.length !== pattern.length)
    return false
  return pattern.every((each, index) => each.startsWith('{') || each === parts[index])
}

/** The same schema with closed objects, so that undocumented members are found. */
function closed(schema: unknown): Schema {
  if (Array.isArray(schema)) return schema.map(closed) as unknown as Schema
  if (typeof schema !== 'object' || schema === null) return schema as Schema
  const inner = Object.fromEntries(
    Object.entries(schema).map(([name, value]) => [
      name,
      name === 'enum' || name === 'const' ? (value as unknown) : closed(value),
    ]),
  )
  return 'properties' in inner && !('additionalProperties' in inner)
    ? { ...inner, additionalProperties: false }
    : inner
}
