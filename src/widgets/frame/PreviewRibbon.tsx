/** A strip above a preview: which simulated user it is for, and when it expires. */

import { useText } from '#engine/react/text.tsx'
import css from './PreviewRibbon.module.css'

/** @param plan text key or name of the plan; @param until ISO moment */
export function PreviewRibbon({
  plan,
  stage,
  until,
  language,
}: {
  plan: string
  stage: string
  until: string
  language: string
}) {
  const t = useText()
  const time = new Date(until).toLocaleTimeString(language, { hour: '2-digit', minute: '2-digit' })
  return (
    <p role="note" className={`${css['ribbon']} no-print`}>
      <b>{t('preview.title')}</b>
      <span>
        {stage === 'signedOut'
          ? t('preview.stage.signedOut')
          : t('preview.as', { plan: t(plan), stage: t(`preview.stage.${stage}`) })}
      </span>
      <span className="mute">{t('preview.until', { time })}</span>
    </p>
  )
}
