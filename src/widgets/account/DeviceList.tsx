/**
 * Where an account is open, device by device; each but this one can be signed out from here. Below,
 * its recent sign-ins. Its passkeys are a list of the same kind.
 */

import { useState } from 'react'
import Type from 'typebox'
import { useAction, useScope } from '#engine/react/context.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText, type TextRef } from '#engine/react/text.tsx'
import { readProblem } from '#widgets/forms/simpleform.ts'
import { Button } from '#widgets/parts/Button.tsx'
import { Card } from '#widgets/parts/Card.tsx'
import { Chip } from '#widgets/parts/Chip.tsx'
import { Heading, inCard } from '#widgets/parts/Heading.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import { NotReady } from '#widgets/parts/NotReady.tsx'
import { isPhone, momentOf, type Device, type SignIn } from './devices.ts'
import { SignIns } from './SignIns.tsx'
import icon from '#widgets/parts/Icon.module.css'
import css from './DeviceList.module.css'

const Text = Type.String({ 'x-ref': 'text' })

export const Props = Type.Object(
  {
    title: Text,
    action: Type.String({
      maxLength: 40,
      description: 'Action of the app that ends one device, by its id, or all "others".',
    }),
    end: Type.Optional({
      ...Text,
      description: 'On the button of each; without it the words for signing a device out.',
    }),
    ended: Type.Optional({ ...Text, description: 'Shown when it worked; default "Signed out."' }),
    empty: Type.Optional({ ...Text, description: 'Shown if there are none.' }),
    recent: Type.Optional({
      ...Text,
      description: 'Heading of recent sign-ins, which are left out without it.',
    }),
    warning: Type.Optional({
      ...Text,
      description: 'Shown below recent sign-ins if there were wrong passwords.',
    }),
  },
  { additionalProperties: false },
)

/**
 * `data`: `{ items: [{ id, current, device, since, seen }], recent: [{ id, outcome, device, times,
 * at }] }`
 */
export const DeviceList = defineWidget<typeof Props>(
  'device-list',
  function DeviceList({
    title,
    action,
    end: word,
    ended = 'devices.ended',
    empty,
    recent: heading,
    warning,
    data,
    id,
    level,
  }) {
    const t = useText()
    const end = useAction<string, void>(action)
    const [busy, setBusy] = useState<string | null>(null)
    const [said, setSaid] = useState<{ ok: boolean; text: TextRef } | null>(null)
    if (data?.status !== 'ready') return <NotReady state={data} />
    const { items, recent = [] } = data.value as {
      readonly items: readonly Device[]
      readonly recent?: readonly SignIn[]
    }
    const run = (device: string) => {
      setBusy(device)
      setSaid(null)
      end(device)
        .then(
          () => setSaid({ ok: true, text: ended }),
          (error: unknown) =>
            setSaid({ ok: false, text: readProblem(error, []).texts[0] ?? 'simpleForm.failed' }),
        )
        .finally(() => setBusy(null))
    }
    return (
      <div className="stack-l">
        <Card labelledBy={`${id}-title`}>
          <Heading level={inCard(level)} id={`${id}-title`}>
            {t(title)}
          </Heading>
          <ul className={css['rows']}>
            {items.map((device) => (
              <Row
                key={device.id}
                device={device}
                busy={busy === device.id}
                word={word}
                onEnd={() => run(device.id)}
              />
            ))}
          </ul>
          {items.length === 0 && empty !== undefined && <p className="mute">{t(empty)}</p>}
          <div role="status">
            {said && <Note look={said.ok ? 'ok' : 'bad'}>{t(said.text)}</Note>}
          </div>
          {word === undefined && items.some(({ current }) => !current) && (
            <Button look="danger" block busy={busy === 'others'} onClick={() => run('others')}>
              {t('devices.endOthers')}
            </Button>
          )}
        </Card>
        {heading !== undefined && recent.length > 0 && (
          <SignIns
            id={`${id}-recent`}
            title={heading}
            warning={warning}
            recent={recent}
            level={level}
          />
        )}
      </div>
    )
  },
)

function Row({
  device,
  busy,
  word = 'devices.end',
  onEnd,
}: {
  device: Device
  busy: boolean
  word: string | undefined
  onEnd: () => void
}) {
  const t = useText()
  const { language } = useScope()
  const name = device.device ?? t('devices.unknown')
  return (
    <li>
      {isPhone(device.device) ? <Icon name="phone" /> : <Computer />}
      <span className={css['what']}>
        <strong>{name}</strong>
        <span className="small mute">
          {device.current
            ? t('devices.now')
            : t('devices.seen', { when: momentOf(device.seen, language) })}
        </span>
      </span>
      {device.current ? (
        <Chip look="ok">
          <Icon name="tick" size="s" />
          {t('devices.this')}
        </Chip>
      ) : (
        <Button look="line" small busy={busy} onClick={onEnd}>
          {t(word)}
          <span className="hidden-text"> {name}</span>
        </Button>
      )}
    </li>
  )
}

/** Drawn here: only this list needs it, and icons by name are in everyone's first page. */
function Computer() {
  return (
    <svg className={icon['icon']} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <rect x="3" y="4.5" width="18" height="11.5" rx="2" />
      <path d="M12 16v3.5M8 19.5h8" />
    </svg>
  )
}
