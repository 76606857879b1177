/** Why a career is near or far, in words of the page. */

import { useText } from '#engine/react/text.tsx'
import type { Why } from '#engine/match.ts'
import { sayWhy } from '#engine/why.ts'
import { TYPE_OF_LETTER } from './Glyph.tsx'

/** @param tone `why` for a line on a card, `fit` for the page of one career */
export function useWhy(tone: 'why' | 'fit'): (why: Why) => string {
  const t = useText()
  return (why) =>
    sayWhy(why)
      .map(({ key, types }) => {
        const [first, second, third] = types.map((letter) => t(`type.${TYPE_OF_LETTER[letter]}.name`))
        return t(`career.${tone}.${key}`, { first, second, third })
      })
      .join(' ')
}
