/**
 * Calls about some of the drafts: `?leave=screen/cv,menu/main` names those that are left, `only` of a
 * body those that are published.
 */

/** Of a document: `screen/cv`. */
export const MAX_NAME = 160
const MAX_NAMES = 8000

export const PublishBody = {
  type: 'object',
  required: ['message'],
  properties: {
    message: { type: 'string', minLength: 1, maxLength: 400 },
    only: {
      type: 'array',
      minItems: 1,
      maxItems: 500,
      items: { type: 'string', maxLength: MAX_NAME },
    },
  },
  additionalProperties: false,
} as const

const { message, only } = PublishBody.properties
/** When it is to be published, in UTC: `2026-12-01T06:00:00Z`. */
const at = {
  type: 'string',
  format: 'date-time',
  pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:[0-5]\\d(\\.\\d{1,3})?Z$',
} as const
export const AskBody = { ...PublishBody, properties: { message, only, at } } as const
export const ScheduleBody = { ...AskBody, required: ['message', 'at'] } as const

export type Leaving = { Querystring: { leave?: string } }

export const LEAVING = {
  config: { action: 'console.read' },
  schema: {
    querystring: {
      type: 'object',
      properties: { leave: { type: 'string', maxLength: MAX_NAMES } },
    },
  },
} as const

export function leftOf({ leave = '' }: Leaving['Querystring']): ReadonlySet<string> {
  return new Set(leave.split(',').filter((name) => name !== ''))
}
