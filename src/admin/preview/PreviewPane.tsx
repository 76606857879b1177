/**
 * The real app with the current drafts, in an iframe, as a simulated user: reloaded after each
 * save.
 */

import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { PersonaInput, PreviewLink } from '#engine/contract/admincontract.ts'
import type { Problem } from '#engine/contract/problems.ts'
import { useScope } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import { isDone, refusalOf, useConsole } from '#admin/parts/client.ts'
import { CheckField, ChoiceField, TextField } from '#admin/parts/Field.tsx'
import { whenOf } from '#admin/parts/when.ts'
import { firstPersona, linkTo } from './persona.ts'
import { PersonaPicker } from './PersonaPicker.tsx'
import css from './PreviewPane.module.css'

type Props = {
  /** Increases when the drafts have changed: the preview reloads. */
  version: number
  /** The initial path. */
  path?: string
  /** The user clicked a part of the page. */
  onPick?: (screen: string, pointer: string) => void
}

type FromPreview = {
  readonly type?: unknown
  readonly path?: unknown
  readonly screen?: unknown
  readonly pointer?: unknown
}

export function PreviewPane({ version, path: first = '/', onPick }: Props) {
  const t = useText()
  const call = useConsole()
  const { facts, language } = useScope()
  const [persona, setPersona] = useState<PersonaInput>(() => firstPersona(facts.country, language))
  const [path, setPath] = useState(first)
  const [asked, setAsked] = useState(first)
  const [width, setWidth] = useState<'phone' | 'desktop'>('phone')
  const [made, setMade] = useState<PreviewLink | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [selecting, setSelecting] = useState(false)
  const frame = useRef<HTMLIFrameElement>(null)

  const make = useEffectEvent(async (still: () => boolean) => {
    try {
      const response = await call({
        path: 'admin/previews',
        method: 'POST',
        body: { persona, path },
      })
      if (!still()) return
      if (isDone(response)) {
        setFailure(null)
        return setMade(response.value as PreviewLink)
      }
      const problems = (response.value as { problems?: readonly Problem[] } | null)?.problems ?? []
      setFailure(
        [
          refusalOf(response).message,
          ...problems.slice(0, 1).map(({ document, message }) => `${document}: ${message}`),
        ].join(' '),
      )
    } catch {
      if (still()) setFailure(t('console.failed'))
    }
  })
  useEffect(() => {
    let left = false
    void make(() => !left)
    return () => {
      left = true
    }
  }, [persona, version])

  const hear = useEffectEvent((event: MessageEvent<unknown>) => {
    if (event.origin !== location.origin || event.source !== frame.current?.contentWindow) return
    const { type, path: at, screen, pointer } = (event.data ?? {}) as FromPreview
    if (type === 'tsela:at' && typeof at === 'string') {
      setPath(at)
      setAsked(at)
      frame.current?.contentWindow?.postMessage(
        { type: 'tsela:select', on: selecting },
        location.origin,
      )
    }
    if (type === 'tsela:node' && typeof screen === 'string' && typeof pointer === 'string')
      onPick?.(screen, pointer)
  })
  useEffect(() => {
    const listener = (event: MessageEvent<unknown>) => hear(event)
    window.addEventListener('message', listener)
    return () => window.removeEventListener('message', listener)
  }, [])

  const say = (message: object) =>
    frame.current?.contentWindow?.postMessage(message, location.origin)
  const go = () => {
    setPath(asked)
    say({ type: 'tsela:navigate', path: asked })
  }
  const select = (on: boolean) => {
    setSelecting(on)
    say({ type: 'tsela:select', on })
  }
  return (
    <div className={css['pane']}>
      <PersonaPicker persona={persona} onChange={setPersona} variants />
      <div className={css['tools']}>
        <TextField
          label={t('console.preview.path')}
          value={asked}
          onChange={setAsked}
          onEnter={go}
        />
        <ChoiceField
          label={t('console.preview.width')}
          value={width}
          onChange={(value) => setWidth(value as 'phone' | 'desktop')}
          choices={(['phone', 'desktop'] as const).map((id) => ({
            id,
            label: t(`console.preview.${id}`),
          }))}
        />
      </div>
      {onPick && (
        <CheckField
          checked={selecting}
          onChange={select}
          label={
            <>
              {t('console.preview.select')}{' '}
              <span className="mute">{t('console.preview.pickHint')}</span>
            </>
          }
        />
      )}
      {failure !== null && (
        <Note look="bad">
          {failure}{' '}
          <Button look="text" small onClick={() => setPersona({ ...persona })}>
            {t('common.tryAgain')}
          </Button>
        </Note>
      )}
      {made !== null && (
        <>
          <div className={css['scroll']}>
            {/* It is this same app, with the same rights, so there is nothing to sandbox. */}
            {/* oxlint-disable-next-line react/iframe-missing-sandbox */}
            <iframe
              key={made.url}
              ref={frame}
              className={`${css['frame']} ${css[width]}`}
              src={made.url}
              title={t('console.preview.frame')}
            />
          </div>
          <LinkToIt key={made.url} url={linkTo(made.url, path)} expiresAt={made.expiresAt} />
        </>
      )}
    </div>
  )
}

/** A link to the preview for colleagues: its current page, and when it expires. */
function LinkToIt({ url, expiresAt }: { url: string; expiresAt: string }) {
  const t = useText()
  const { language } = useScope()
  const [copied, setCopied] = useState(false)
  const time = whenOf(expiresAt, language)
  const copy = () =>
    navigator.clipboard.writeText(new URL(url, location.origin).href).then(
      () => setCopied(true),
      // Without clipboard access, the link can still be copied by hand.
      () => setCopied(false),
    )
  return (
    <div className="row wraps small">
      <Button look="line" small icon={<Icon name="file" size="s" />} onClick={() => void copy()}>
        {t('console.preview.copy')}
      </Button>
      <a href={url} target="_blank" rel="noreferrer">
        {t('console.preview.open')}
      </a>
      <span className="mute" role="status">
        {t(copied ? 'console.preview.copied' : 'console.preview.until', { time })}
      </span>
    </div>
  )
}
