/** A strip above every page of a demo, where the passwords are public. It can't be closed. */

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
