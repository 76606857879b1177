/** Who did something in the console. */

import type { Translate } from '#engine/react/text.tsx'

/**
 * @param by an address; null when the account is erased, and empty where it was a command of the
 * operator
 */
export function whoOf(by: string | null, t: Translate): string {
  return by === '' ? t('console.operator') : (by ?? t('console.hasLeft'))
}
