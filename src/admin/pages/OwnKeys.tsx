/**
 * The site's own keys of payment providers and its own mail server: whose are used now, and what an
 * owner can do. Keys are set here and never shown.
 */

import { useId, useState } from 'react'
import { OWN_KEY_PARTS, MAX_OWN_KEY_LENGTH, type OwnKeyView } from '#engine/contract/ownkeys.ts'
import { useScope } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { Card } from '#widgets/parts/Card.tsx'
import { Dialog } from '#widgets/parts/Dialog.tsx'
import { below, Heading, type Level } from '#widgets/parts/Heading.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import { useRead, useRefresh, useRights } from '#admin/parts/client.ts'
import { ConfirmCall } from '#admin/parts/ConfirmCall.tsx'
import { TextField } from '#admin/parts/Field.tsx'
import { Pending } from '#admin/parts/Pending.tsx'
import { useSend } from '#admin/parts/useSend.ts'
import { whenOf } from '#admin/parts/when.ts'
import { whoOf } from '#admin/parts/who.ts'
import css from '../parts/Table.module.css'

export function OwnKeys({ level }: { level: Level }) {
  const t = useText()
  const read = useRead<{ readonly items: readonly OwnKeyView[] }>('admin/keys')
  return (
    <>
      <div>
        <Heading level={level}>{t('console.ownKeys.title')}</Heading>
        <p>{t('console.ownKeys.text')}</p>
      </div>
      <Pending read={read}>
        {({ items }) => (
          <>
            {items.map((view) => (
              <Service key={view.service} level={below(level)} view={view} />
            ))}
          </>
        )}
      </Pending>
    </>
  )
}

const nameKeyOf = ({ service }: OwnKeyView) => `console.ownKeys.name.${service}`

function Service({ level, view }: { level: Level; view: OwnKeyView }) {
  const t = useText()
  const { language } = useScope()
  const rights = useRights()
  const heading = useId()
  const [said, setSaid] = useState<string | null>(null)
  const { service, used, setAt, setBy, webhook, failure } = view
  const kind = service === 'smtp' ? 'mail' : 'pay'
  return (
    <Card labelledBy={heading}>
      <div className="stack">
        <div>
          <Heading level={level} id={heading}>
            {t(nameKeyOf(view))}
          </Heading>
          <p>{t(`console.ownKeys.used.${kind}.${used}`)}</p>
          {setAt !== null && (
            <p className="small mute">
              {t('console.ownKeys.setAt', { when: whenOf(setAt, language), who: whoOf(setBy, t) })}
            </p>
          )}
        </div>
        {webhook !== null && setAt !== null && (
          <p className="small">
            {t('console.ownKeys.webhook')}
            <br />
            <code className={css['id']}>{webhook}</code>
          </p>
        )}
        {failure !== null && (
          <Note look="bad">
            {t(`console.ownKeys.failed.${reasonOf(failure.code)}`)}{' '}
            {t('console.ownKeys.failedAt', { when: whenOf(failure.at, language) })}{' '}
            <code lang="en">{failure.code}</code>
          </Note>
        )}
        <div role="status">{said !== null && <Note look="ok">{said}</Note>}</div>
        {rights.secrets && <Doing view={view} onSaid={setSaid} />}
      </div>
    </Card>
  )
}

const REASONS: Readonly<Record<string, string>> = {
  EAUTH: 'login',
  EENVELOPE: 'refused',
  EMESSAGE: 'refused',
  ETLS: 'open',
  NOT_PUBLIC: 'private',
  UNREADABLE: 'unreadable',
  ECONNECTION: 'unreached',
  ECONNREFUSED: 'unreached',
  ECONNRESET: 'unreached',
  EDNS: 'unreached',
  ENOTFOUND: 'unreached',
  ESOCKET: 'unreached',
  ETIMEDOUT: 'unreached',
}

/** @param code such as `EAUTH 535`: of the connection, then of the response */
function reasonOf(code: string): string {
  return REASONS[code.split(' ')[0] ?? ''] ?? 'other'
}

/** What an owner can do with the keys of a service. */
function Doing({ view, onSaid }: { view: OwnKeyView; onSaid: (said: string) => void }) {
  const t = useText()
  const refresh = useRefresh()
  const [asked, setAsked] = useState<'keys' | 'remove' | null>(null)
  const name = t(nameKeyOf(view))
  const isSet = view.setAt !== null
  const path = `admin/keys/${view.service}`
  const done = (key: string) => {
    setAsked(null)
    onSaid(t(key, { name }))
    refresh('admin/keys', 'admin/audit')
  }
  return (
    <>
      <div className="row wraps">
        <Button small look="line" onClick={() => setAsked('keys')}>
          {t(isSet ? 'console.ownKeys.replace' : 'console.ownKeys.set')}
        </Button>
        {isSet && (
          <Button small look="text" onClick={() => setAsked('remove')}>
            {t('console.ownKeys.remove')}
          </Button>
        )}
      </div>
      {asked === 'keys' && (
        <KeysDialog
          view={view}
          path={path}
          name={name}
          onClose={() => setAsked(null)}
          onSaved={() => done('console.ownKeys.saved')}
        />
      )}
      {asked === 'remove' && (
        <ConfirmCall
          call={{ path, method: 'DELETE' }}
          title={t('console.ownKeys.removeTitle', { name })}
          text={t(`console.ownKeys.removeText.${view.service === 'smtp' ? 'mail' : 'pay'}`)}
          button={t('console.ownKeys.remove')}
          onClose={() => setAsked(null)}
          onDone={() => done('console.ownKeys.removed')}
        />
      )}
    </>
  )
}

type DialogProps = {
  view: OwnKeyView
  path: string
  name: string
  onClose: () => void
  onSaved: () => void
}

/** What is typed is forgotten here as soon as it is sent. */
function KeysDialog({ view: { service }, path, name, onClose, onSaved }: DialogProps) {
  const t = useText()
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const parts: readonly string[] = OWN_KEY_PARTS[service]
  const { form, busy, problem, faults, send } = useSend(parts.map((part) => `/${part}`))
  const save = () => {
    const body = Object.fromEntries(parts.map((part) => [part, (typed[part] ?? '').trim()]))
    return send({ path, method: 'PUT', body }, onSaved)
  }
  return (
    <Dialog open onClose={onClose} title={t('console.ownKeys.keysTitle', { name })}>
      <form
        ref={form}
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        {parts.map((part) => (
          <TextField
            key={part}
            type={part === 'from' ? 'email' : 'password'}
            label={t(`console.ownKeys.part.${service}.${part}`)}
            hint={t(`console.ownKeys.hint.${service}.${part}`)}
            error={faults[`/${part}`]}
            maxLength={MAX_OWN_KEY_LENGTH}
            // Not a password of the person who types it: no browser should offer to keep it.
            autoComplete="off"
            value={typed[part] ?? ''}
            onChange={(value) => setTyped((before) => ({ ...before, [part]: value }))}
          />
        ))}
        {problem !== null && (
          <Note look="bad" alert>
            {problem}
          </Note>
        )}
        <Button type="submit" busy={busy}>
          {t('console.ownKeys.save')}
        </Button>
      </form>
    </Dialog>
  )
}
