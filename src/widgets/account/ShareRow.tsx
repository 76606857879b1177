/** One link that shows something to others: until when, how often it was opened, and its end. */

import { useState } from 'react'
import { useText, type TextRef } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { Chip } from '#widgets/parts/Chip.tsx'
import { dayOf } from '#engine/documents/intl.ts'
import { Trail } from '#widgets/parts/Trail.tsx'
import css from './ShareLinks.module.css'

export type SharedLink = {
  readonly id: string
  /** What it leaves out; absent where nothing can be left out. */
  readonly hide?: readonly string[]
  readonly opened: number
  readonly created: string
  readonly expires: string
  /** Only of one that was just made. */
  readonly url?: string
}
const DAY_MS = 86_400_000
/** Characters that are shown at either end of the secret part. */
const SHOWN = 4

function withoutScheme(url: string): string {
  return url.replace(/^https?:\/\//, '')
}

/** Enough to tell it from another link; it is copied whole. */
function shortened(url: string): string {
  return withoutScheme(url).replace(/[^/]+$/, (token) =>
    token.length <= 3 * SHOWN ? token : `${token.slice(0, SHOWN)}…${token.slice(-SHOWN)}`,
  )
}

export function ShareRow({
  link: { id, opened, created, expires },
  url,
  shows,
  language,
  message,
  busy,
  onStop,
}: {
  link: SharedLink
  /** Undefined if another device made it. */
  url: string | undefined
  /** What is left out unless it was ticked, and was. */
  shows: readonly TextRef[]
  language: string
  message: string | undefined
  busy: boolean
  onStop: () => void
}) {
  const t = useText()
  const [copied, setCopied] = useState<boolean | null>(null)
  const all = Math.round((Date.parse(expires) - Date.parse(created)) / DAY_MS)
  const day = Math.min(all, Math.floor((Date.now() - Date.parse(created)) / DAY_MS) + 1)
  const until = t('share.until', { date: dayOf(expires, language) })
  const copy = (address: string) =>
    // Where the clipboard is closed the address can still be selected by hand.
    void (
      navigator.clipboard?.writeText(address) ?? Promise.reject(new Error('no clipboard'))
    ).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  // Closing the share sheet isn't a failure.
  const send = (address: string) =>
    void navigator.share({ url: address, ...(message && { text: message }) }).catch(() => undefined)
  return (
    <li className={css['link']} aria-labelledby={`${id}-until`}>
      <p className={css['top']}>
        {url === undefined ? (
          <span className="small mute grow">{t('share.elsewhere')}</span>
        ) : (
          <bdi dir="ltr" className={css['url']} title={url}>
            {copied === false ? withoutScheme(url) : shortened(url)}
          </bdi>
        )}
        <Chip look="ok">{t('share.works')}</Chip>
      </p>
      <p className="small mute" id={`${id}-until`}>
        {until} {opened === 0 ? t('share.unopened') : t('share.opened', { count: opened })}
      </p>
      {shows.length > 0 && (
        <p className="small">
          {t('share.shows', { what: shows.map((each) => t(each)).join(' · ') })}
        </p>
      )}
      <Trail
        value={day}
        max={all}
        label={t('share.time')}
        text={t('share.dayOf', { day, count: all })}
      />
      <p className={`small mute ${css['span']}`} aria-hidden="true">
        <span>{t('share.day', { day })}</span>
        <span>{t('share.day', { day: all })}</span>
      </p>
      <div className={css['acts']}>
        {url !== undefined && typeof navigator.share === 'function' && (
          <Button look="main" small onClick={() => send(url)}>
            {t('share.send')}
          </Button>
        )}
        {url !== undefined && (
          <Button look="line" small onClick={() => copy(url)}>
            {t('share.copy')}
          </Button>
        )}
        <Button look="danger" small busy={busy} onClick={onStop}>
          {t('share.stop')}
        </Button>
      </div>
      <p role="status" className="small">
        {copied !== null && t(copied ? 'share.copied' : 'share.copyFailed')}
      </p>
    </li>
  )
}
