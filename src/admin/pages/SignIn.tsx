/**
 * Services that people sign in with: what each still needs, its secret, and whether it can be
 * reached. A secret is set here and never shown. Below, the site's own keys.
 */

import Type from 'typebox'
import { useId, useState } from 'react'
import { Link } from 'react-router-dom'
import type { ConsoleProvider, TriedProvider } from '#engine/contract/admincontract.ts'
import { useHref, useScope } from '#engine/react/context.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { Card } from '#widgets/parts/Card.tsx'
import { below, Heading, type Level } from '#widgets/parts/Heading.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import {
  isDone,
  refusalOf,
  useConsole,
  useDocuments,
  useRead,
  useRefresh,
  useRights,
} from '#admin/parts/client.ts'
import { ConfirmCall } from '#admin/parts/ConfirmCall.tsx'
import { PageHead } from '#admin/parts/PageHead.tsx'
import { Pending } from '#admin/parts/Pending.tsx'
import { whenOf } from '#admin/parts/when.ts'
import { OwnKeys } from './OwnKeys.tsx'
import { SecretDialog } from './SecretDialog.tsx'
import css from '../parts/Table.module.css'

export const Props = Type.Object({}, { additionalProperties: false })

export const SignIn = defineWidget<typeof Props>('console-signin', function SignIn({ level }) {
  const t = useText()
  const href = useHref()
  const rights = useRights()
  const read = useRead<{ readonly items: readonly ConsoleProvider[] }>('admin/providers')
  const config = useDocuments('config').value?.items[0]?.id ?? ''
  return (
    <>
      <PageHead level={level} title={t('console.signIn.title')} text={t('console.signIn.text')} />
      <div className="stack">
        {!rights.secrets && <Note>{t('console.signIn.notYours')}</Note>}
        <Pending read={read}>
          {({ items }) => (
            <>
              {items.length === 0 && <p className="mute">{t('console.signIn.none')}</p>}
              {items.map((service) => (
                <Service key={service.id} level={below(level)} service={service} />
              ))}
            </>
          )}
        </Pending>
        <p>
          {t('console.signIn.add')}{' '}
          <Link to={href('consoleDocument', { kind: 'config', id: config })}>
            {t('console.signIn.config')}
          </Link>
        </p>
        <OwnKeys level={below(level)} />
      </div>
    </>
  )
})

type Said = { readonly look: 'ok' | 'bad'; readonly words: string; readonly detail?: string }

function Service({ level, service }: { level: Level; service: ConsoleProvider }) {
  const t = useText()
  const { language } = useScope()
  const rights = useRights()
  const heading = useId()
  const { name, callback, complete, secretSetAt } = service
  const [said, setSaid] = useState<Said | null>(null)
  return (
    <Card labelledBy={heading}>
      <div className="stack">
        <div>
          <Heading level={level} id={heading}>
            {name}
          </Heading>
          <p>{t(stateKeyOf(service))}</p>
          {secretSetAt !== null && (
            <p className="small mute">
              {t('console.signIn.setAt', { when: whenOf(secretSetAt, language) })}
            </p>
          )}
        </div>
        {complete && (
          <p className="small">
            {t('console.signIn.callback')}
            <br />
            <code className={css['id']}>{callback}</code>
          </p>
        )}
        <div role="status">
          {said !== null && (
            <Note look={said.look}>
              {said.words} {said.detail !== undefined && <code lang="en">{said.detail}</code>}
            </Note>
          )}
        </div>
        {complete && rights.secrets && <Doing service={service} onSaid={setSaid} />}
      </div>
    </Card>
  )
}

function stateKeyOf({ complete, secretSetAt }: ConsoleProvider): string {
  if (!complete) return 'console.signIn.incomplete'
  return secretSetAt === null ? 'console.signIn.noSecret' : 'console.signIn.ready'
}

/** What an owner can do with a service. */
function Doing({ service, onSaid }: { service: ConsoleProvider; onSaid: (said: Said) => void }) {
  const t = useText()
  const call = useConsole()
  const refresh = useRefresh()
  const [asked, setAsked] = useState<'secret' | 'remove' | null>(null)
  const [busy, setBusy] = useState(false)
  const { id, name, secretSetAt } = service
  const path = `admin/providers/${encodeURIComponent(id)}`
  const done = (key: string) => {
    setAsked(null)
    onSaid({ look: 'ok', words: t(key, { name }) })
    refresh('admin/providers', 'admin/audit')
  }
  const tryIt = async () => {
    setBusy(true)
    try {
      const response = await call({ path: `${path}/try`, method: 'POST' })
      if (!isDone(response)) return onSaid({ look: 'bad', words: refusalOf(response).message })
      const { issuer, problem } = response.value as TriedProvider
      onSaid(
        problem === null
          ? { look: 'ok', words: t('console.signIn.reached', { name, issuer }) }
          : { look: 'bad', words: t('console.signIn.failed', { name }), detail: problem },
      )
    } catch {
      onSaid({ look: 'bad', words: t('console.failed') })
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <div className="row wraps">
        <Button
          small
          look={secretSetAt === null ? 'main' : 'line'}
          onClick={() => setAsked('secret')}
        >
          {t(secretSetAt === null ? 'console.signIn.set' : 'console.signIn.replace')}
        </Button>
        <Button small look="line" busy={busy} onClick={() => void tryIt()}>
          {t('console.signIn.try')}
        </Button>
        {secretSetAt !== null && (
          <Button small look="text" onClick={() => setAsked('remove')}>
            {t('console.signIn.remove')}
          </Button>
        )}
      </div>
      {asked === 'secret' && (
        <SecretDialog
          path={`${path}/secret`}
          name={name}
          onClose={() => setAsked(null)}
          onSaved={() => done('console.signIn.saved')}
        />
      )}
      {asked === 'remove' && (
        <ConfirmCall
          call={{ path: `${path}/secret`, method: 'DELETE' }}
          title={t('console.signIn.removeTitle', { name })}
          text={t('console.signIn.removeText', { name })}
          button={t('console.signIn.removeButton')}
          onClose={() => setAsked(null)}
          onDone={() => done('console.signIn.removed')}
        />
      )}
    </>
  )
}
