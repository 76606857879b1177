/** Says above every page that nothing here is real, for as long as everybody knows the passwords. One line, and no closing it. */

import { useText } from '#engine/react/text.tsx'
import css from './DemoStrip.module.css'

export function DemoStrip() {
  const t = useText()
  return (
    <p role="note" className={`${css['strip']} no-print`}>
      {t('frame.demo')}
    </p>
  )
}
