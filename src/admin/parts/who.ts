/** Who did something in the console. */

import type { Translate } from '#engine/react/text.tsx'

/**
 * @param by an email address; null if the account was erased, and empty for an operator's command
 */
export function whoOf(by: string | null, t: Translate): string {
  return by === '' ? t('console.operator') : (by ?? t('console.hasLeft'))
}
