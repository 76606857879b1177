/** How the console's calls name a document, and how they send one. */

import type { FastifyReply } from 'fastify'
import { KINDS, type Kind } from '#engine/documents/kinds.ts'

/**
 * What a tenant may edit: neither the tenants themselves, nor the overlays that the product ships.
 */
export const EDITABLE = (Object.keys(KINDS) as Kind[]).filter(
  (kind) => kind !== 'tenant' && kind !== 'overlay',
)
export const NameParams = {
  type: 'object',
  properties: {
    kind: { type: 'string', enum: EDITABLE },
    '*': { type: 'string', minLength: 1, maxLength: 120 },
  },
} as const

export type Named = { Params: { kind: Kind; '*': string } }

/** Sends a text that is JSON already. */
export function sendText(reply: FastifyReply, json: string): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(json)
}
