/** A link that was just made: the phone's own share sheet where it has one, and always a copy. */

import { useEffect, useRef, useState } from 'react'
import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { Card } from '#widgets/parts/Card.tsx'
import css from './ShareLink.module.css'

export function ShareLink({ url, until }: { url: string; until: string }) {
  const t = useText()
  const field = useRef<HTMLInputElement>(null)
  const [copied, setCopied] = useState(false)
  const address = new URL(url, location.origin).href
  const canShare = typeof navigator.share === 'function'
  useEffect(() => field.current?.focus(), [])
  const copy = () => {
    field.current?.select()
    // Without access to the clipboard the link is selected, and can be copied by hand.
    void navigator.clipboard?.writeText(address).then(
      () => setCopied(true),
      () => undefined,
    )
  }
  // Closing the share sheet isn't a failure.
  const share = () =>
    void navigator.share({ text: t('ask.message'), url: address }).catch(() => undefined)
  return (
    <Card>
      <div className="stack-s">
        <label className="strong" htmlFor="shared-link">
          {t('ask.link')}
        </label>
        <input
          ref={field}
          id="shared-link"
          className={css['link']}
          readOnly
          value={address}
          onFocus={(event) => event.target.select()}
        />
        <p className="small mute">{t('ask.until', { date: until })}</p>
        {canShare && (
          <Button look="main" block onClick={share}>
            {t('ask.share')}
          </Button>
        )}
        <Button look={canShare ? 'line' : 'main'} block onClick={copy}>
          {t('ask.copy')}
        </Button>
        <p role="status" className="small">
          {copied && t('ask.copied')}
        </p>
      </div>
    </Card>
  )
}
