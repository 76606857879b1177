/**
 * A site's work as one signed file: saved from here, or brought in. A file shows what it would
 * change before anything is changed.
 */

import { useState } from 'react'
import type { BundleLook } from '#engine/contract/tenantshapes.ts'
import { useScope } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import button from '#widgets/parts/Button.module.css'
import { Card } from '#widgets/parts/Card.tsx'
import { Heading, type Level } from '#widgets/parts/Heading.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import { isDone, refusalOf, useConsole, useRefresh } from '#admin/parts/client.ts'
import { DifferenceView } from '#admin/diff/DifferenceView.tsx'
import { CheckField, FileField } from '#admin/parts/Field.tsx'
import { whenOf } from '#admin/parts/when.ts'
import { TENANTS } from './tenants.ts'

const BUNDLE = 'admin/bundle'
/** At once; the rest is asked for. */
const MAX_SHOWN = 50

export function WorkAsFile({ slug, level }: { slug: string; level: Level }) {
  const t = useText()
  const at = `${BUNDLE}?tenant=${encodeURIComponent(slug)}`
  return (
    <Card labelledBy="tenant-file">
      <div className="stack">
        <Heading level={level} id="tenant-file">
          {t('console.tenants.file')}
        </Heading>
        <p className="small mute narrow">{t('console.tenants.fileText')}</p>
        <a
          className={`${button['button']} ${button['line']} ${button['small']}`}
          href={`/api/${at}`}
          download
        >
          <Icon name="download" size="s" />
          <span>{t('console.tenants.fileSave')}</span>
        </a>
        <BringIn at={at} />
      </div>
    </Card>
  )
}

function BringIn({ at }: { at: string }) {
  const t = useText()
  const call = useConsole()
  const refresh = useRefresh()
  const [file, setFile] = useState<File | null>(null)
  // A field of files is emptied by making it anew.
  const [round, setRound] = useState(0)
  const [look, setLook] = useState<BundleLook | null>(null)
  const [trusts, setTrusts] = useState(false)
  const [said, setSaid] = useState<{ look: 'ok' | 'bad'; words: string } | null>(null)
  const [busy, setBusy] = useState(false)

  const send = async (from: File, more: string): Promise<unknown> => {
    setBusy(true)
    setSaid(null)
    try {
      const response = await call({ path: `${at}${more}`, method: 'POST', file: from })
      if (isDone(response)) return response.value
      setSaid({ look: 'bad', words: refusalOf(response).message })
    } catch {
      setSaid({ look: 'bad', words: t('console.failed') })
    } finally {
      setBusy(false)
    }
    return null
  }
  const choose = async (chosen: File | null) => {
    setFile(chosen)
    setLook(null)
    setTrusts(false)
    setSaid(null)
    if (chosen !== null) setLook((await send(chosen, '&dryRun=true')) as BundleLook | null)
  }
  const bring = async (from: File, shown: BundleLook) => {
    const trust = shown.trusted ? '' : `&trust=${encodeURIComponent(shown.fingerprint)}`
    if ((await send(from, trust)) === null) return
    setLook(null)
    setFile(null)
    setRound(round + 1)
    setSaid({ look: 'ok', words: t('console.tenants.brought', { file: from.name }) })
    refresh(TENANTS)
  }
  const isSound = look !== null && !look.problems.some(({ severity }) => severity === 'error')
  return (
    <>
      <FileField
        key={round}
        label={t('console.tenants.fileIn')}
        hint={t('console.tenants.fileInHint')}
        accept=".json,application/json"
        onChoose={(chosen) => void choose(chosen)}
      />
      <div role="status">
        {busy && look === null && <p className="mute">{t('common.loading')}</p>}
        {said !== null && <Note look={said.look}>{said.words}</Note>}
      </div>
      {look !== null && file !== null && (
        <>
          <Look look={look} />
          {!look.trusted && isSound && (
            <CheckField
              label={t('console.tenants.trust', { fingerprint: look.fingerprint })}
              checked={trusts}
              onChange={setTrusts}
            />
          )}
          <Button
            busy={busy}
            disabled={!isSound || !(look.trusted || trusts)}
            onClick={() => void bring(file, look)}
          >
            {t('console.tenants.bring')}
          </Button>
        </>
      )}
    </>
  )
}

/** What the file would change, and what stands against it. */
function Look({
  look: { tenant, made, fingerprint, changes, images, records, problems },
}: {
  look: BundleLook
}) {
  const t = useText()
  const { language } = useScope()
  const errors = problems.filter(({ severity }) => severity === 'error')
  const changed = records.filter(({ now, then }) => now !== then)
  return (
    <div className="stack">
      <p>
        {t('console.tenants.from', { tenant, when: whenOf(made, language) })}{' '}
        <span className="mute">{t('console.tenants.signedBy', { fingerprint })}</span>
      </p>
      {errors.length > 0 && (
        <Note look="bad" alert title={t('console.tenants.unsound', { count: errors.length })}>
          <ul>
            {errors.slice(0, MAX_SHOWN).map(({ document, message }, index) => (
              <li key={index}>
                {document}: {message}
              </li>
            ))}
          </ul>
        </Note>
      )}
      {changes.length + changed.length === 0 ? (
        <p className="mute">{t('console.tenants.same')}</p>
      ) : (
        <Changes changes={changes} />
      )}
      {changed.length + images > 0 && (
        <ul>
          {changed.map(({ type, now, then }) => (
            <li key={type}>{t('console.tenants.records', { type, now, then })}</li>
          ))}
          {images > 0 && <li>{t('console.tenants.images', { count: images })}</li>}
        </ul>
      )}
    </div>
  )
}

/** What it changes in words, a portion at a time. */
function Changes({ changes }: Pick<BundleLook, 'changes'>) {
  const t = useText()
  const [shown, setShown] = useState(MAX_SHOWN)
  // The site that it goes into may call them otherwise than the one of this console.
  const titles = Object.fromEntries(
    changes.map(({ document, title = '' }) => [document, title] as const),
  )
  const rest = changes.length - shown
  return (
    <>
      <DifferenceView changes={changes.slice(0, shown)} titles={titles} />
      {rest > 0 && (
        <Button look="text" small onClick={() => setShown(shown + MAX_SHOWN)}>
          {t('console.tenants.more', { count: rest })}
        </Button>
      )}
    </>
  )
}
