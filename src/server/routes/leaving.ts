/** Calls about some of the drafts: `?leave=screen/cv,menu/main` names those that are left. */

/** Of a document: `screen/cv`. */
export const MAX_NAME = 160
const MAX_NAMES = 8000

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
