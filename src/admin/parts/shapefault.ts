/**
 * What keeps a page from showing a draft: the server stores drafts of any shape, and pages read
 * some of their members. Pure.
 */

import { inspect, type Issue, type Schema } from '#engine/documents/inspect.ts'
import { isObject } from '#engine/documents/json.ts'

/**
 * These can't be drawn at all. What is merely not allowed (a colour, an address) is shown, and can
 * be corrected there.
 */
const SHAPE: ReadonlySet<string> = new Set(['document/type', 'document/missing'])

/**
 * @returns the first of these members that is missing, or that is or contains a value of another
 * type
 */
export function shapeFault(
  schema: Schema,
  document: unknown,
  members: readonly string[],
): Issue | undefined {
  const properties = isObject(schema['properties']) ? schema['properties'] : {}
  const required = Array.isArray(schema['required']) ? (schema['required'] as string[]) : []
  const part: Schema = {
    ...schema,
    properties: Object.fromEntries(
      Object.entries(properties).filter(([name]) => members.includes(name)),
    ),
    required: required.filter((name) => members.includes(name)),
    additionalProperties: true,
  }
  return inspect(part, document).issues.find(({ code }) => SHAPE.has(code))
}
