/**
 * The worker type as a school might want it: thirty activities instead of sixty, and seven answers
 * instead of five. Only documents.
 */

import type { DocumentOf } from '#engine/documents/kinds.ts'
import { catalog } from './documents.ts'

const MAX_ANSWER = 7
const EACH = 5
const ANSWERS = Array.from({ length: MAX_ANSWER }, (_, index) => index + 1)

const isKept = ({ id }: { readonly id: string }) => Number(id.split('_')[1]) <= EACH

/** The names of the answers that are new. */
export const SHORTER_TEXTS = { 6: 'Love', 7: 'Could do it all day' }
/** Five activities per type, each counting 0 to 6. */
export const SHORTER_SCALE = { lowest: 0, highest: 30 }

export function shorterAssessment(): DocumentOf<'assessment'> {
  const shipped = catalog.get('assessment', 'holland_code')!
  return {
    ...shipped,
    minutes: 4,
    items: shipped.items!.filter(isKept),
    responseScale: {
      min: 1,
      max: MAX_ANSWER,
      look: 'stones',
      options: ANSWERS.map((value) => ({
        id: String(value),
        value,
        label: `scale.like.${value}`,
      })),
    },
  }
}

export function shorterKey(): DocumentOf<'scoring'> {
  const shipped = catalog.get('scoring', 'holland_code')!
  return {
    ...shipped,
    responseScale: { min: 1, max: MAX_ANSWER },
    items: shipped.items.filter(isKept),
  }
}
