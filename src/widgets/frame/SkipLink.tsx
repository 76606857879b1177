/** The first tab stop: skips the bar and the menu. */

import type { MouseEvent } from 'react'
import { useText } from '#engine/react/text.tsx'
import css from './SkipLink.module.css'

/** Id of the page's main part, in every frame. */
export const CONTENT = 'content'

export function SkipLink() {
  const t = useText()
  // Moves the focus itself, because the router would treat an address with a hash as another page.
  const skip = (event: MouseEvent) => {
    event.preventDefault()
    document.getElementById(CONTENT)?.focus()
  }
  return (
    <a className={css['skip']} href={`#${CONTENT}`} onClick={skip}>
      {t('frame.skip')}
    </a>
  )
}
