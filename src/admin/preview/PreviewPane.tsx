/**
 * The real app with the current drafts, in an iframe, as a simulated user: it follows what is typed
 * where the browser itself can, and each save elsewhere.
 */

import { useMemo, useRef, useState, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { PersonaInput, PreviewLink } from '#engine/contract/admincontract.ts'
import { useHref, useScope } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import { Skeletons } from '#widgets/parts/Skeleton.tsx'
import { CheckField } from '#admin/parts/Field.tsx'
import { PageField } from '#admin/parts/PageField.tsx'
import { useWide } from '#admin/parts/useWide.ts'
import { whenOf } from '#admin/parts/when.ts'
import { Clicks } from './clicks.ts'
import type { Typed } from './drafts.ts'
import { firstPersona, linkTo, type Device } from '#admin/parts/persona.ts'
import { PersonaLine } from './PersonaLine.tsx'
import { usePreview, type Heard } from './usePreview.ts'
import css from './PreviewPane.module.css'

type Props = Omit<Heard, 'onAt'> & {
  /** Increases when the drafts have changed: the preview follows. */
  version: number
  /** The initial path, and who looks at it best. */
  path?: string
  /** Name of the document one looks at; the page may be of any. */
  document?: string
  viewer?: Partial<PersonaInput>
  /** Who looks is unfolded, and clicks work as they do for learners. */
  isPlain?: boolean
  /** What is typed, in a language; null if only saved drafts can be shown. */
  typedIn?: ((language: string) => Typed) | null
  /** The newest version can't be shown yet. */
  isBroken?: boolean
  /** The part that is edited. */
  chosen?: { readonly place: string | null; readonly name: string }
  /** What can be done to it; it has the switch that says what clicks do (`Clicks`). */
  children?: ReactNode
}

const NO_PART = { place: null, name: '' }

export function PreviewPane({
  version,
  path: first = '/',
  document,
  viewer,
  isPlain = false,
  typedIn = null,
  isBroken = false,
  chosen = NO_PART,
  children,
  ...heard
}: Props) {
  const t = useText()
  const { facts, language } = useScope()
  const isWide = useWide()
  const [persona, setPersona] = useState<PersonaInput>(() => ({
    ...firstPersona(facts.country, language),
    ...viewer,
  }))
  const [path, setPath] = useState(first)
  const [asked, setAsked] = useState(first)
  const wanted = useRef<string | null>(null)
  const [device, setDevice] = useState<Device>(isWide && !isPlain ? 'tablet' : 'phone')
  const [selecting, setSelecting] = useState(!isPlain)
  // A version of an experiment changes the documents: what is typed would hide that.
  const { arms, language: spoken } = persona
  const typed = useMemo(
    () => (arms === undefined ? (typedIn?.(spoken) ?? null) : null),
    [typedIn, arms, spoken],
  )
  const { made, failure, isBehind, frame, goTo, retry } = usePreview({
    ...heard,
    persona,
    path,
    document,
    version,
    typed,
    selecting,
    chosen,
    onAt: (at) => {
      // A frame that was still loading when an address was typed begins at the one before.
      const { current: missed } = wanted
      wanted.current = null
      if (missed !== null && missed !== at) return goTo(missed)
      setPath(at)
      setAsked(at)
    },
  })
  const go = () => {
    wanted.current = asked
    setPath(asked)
    goTo(asked)
  }
  const toggle = heard.onPick && (
    <CheckField
      checked={selecting}
      onChange={setSelecting}
      label={
        <>
          {t(isPlain ? 'console.preview.select' : 'console.preview.clicks')}{' '}
          {isPlain && <span className="mute">{t('console.preview.pickHint')}</span>}
        </>
      }
    />
  )
  return (
    <div className={css[isPlain ? 'plain' : 'pane']}>
      <div className={css['settings']}>
        <PersonaLine
          persona={persona}
          onChange={setPersona}
          device={device}
          onDevice={setDevice}
          open={isPlain}
        >
          {made !== null && (
            <LinkToIt key={made.url} url={linkTo(made.url, path)} expiresAt={made.expiresAt} />
          )}
        </PersonaLine>
        {isPlain && (
          <PageField
            label={t('console.preview.path')}
            value={asked}
            onChange={setAsked}
            onEnter={go}
          />
        )}
        {children === undefined ? toggle : <Clicks value={toggle}>{children}</Clicks>}
      </div>
      {failure !== null && (
        <Note look="bad">
          {failure}{' '}
          <Button look="text" small onClick={retry}>
            {t('common.tryAgain')}
          </Button>
        </Note>
      )}
      {made === null && failure === null && (
        <Skeletons looks={['title', 'line', 'tall']} label={t('common.loading')} />
      )}
      {made !== null && (isBroken || isBehind) && (
        <Note look="wait">
          <span role="status">{t('console.preview.lastGood')}</span>
        </Note>
      )}
      {made !== null && (
        <div className={css['scroll']}>
          {/* It is this same app, with the same rights, so there is nothing to sandbox. */}
          {/* oxlint-disable-next-line react/iframe-missing-sandbox */}
          <iframe
            key={made.round}
            ref={frame}
            className={`${css['frame']} ${css[device]}`}
            src={made.src}
            title={t('console.preview.frame')}
          />
        </div>
      )}
      {made !== null && <LeftOut left={made.left} />}
    </div>
  )
}

/** Drafts of anybody that nothing can be drawn with: what learners have is shown in their place. */
function LeftOut({ left }: Pick<PreviewLink, 'left'>) {
  const t = useText()
  if (left.length === 0) return null
  return (
    <Note look="wait">
      {left.map(({ document, title, isLive }) => (
        <p key={document}>
          {t(isLive ? 'console.preview.leftLive' : 'console.preview.leftNew', { title })}{' '}
          <LinkTo document={document} />
        </p>
      ))}
    </Note>
  )
}

function LinkTo({ document }: { document: string }) {
  const t = useText()
  const [kind = '', id = ''] = document.split('/')
  return (
    <Link to={useHref()('consoleDocument', { kind, id })}>{t('console.preview.leftOpen')}</Link>
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
