/**
 * Where a payment is: paid, declined, expired, given back, or waiting. While it waits it asks again
 * by itself, and says not to pay a second time.
 */

import Type, { type Static } from 'typebox'
import { useEffect, useEffectEvent, useState } from 'react'
import { useAction, useHref, useScope } from '#engine/react/context.ts'
import { defineWidget, type DataState } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { Button, ButtonLink } from '#widgets/parts/Button.tsx'
import { Heading, type Level } from '#widgets/parts/Heading.tsx'
import { momentOf } from '#engine/documents/intl.ts'
import { Missing, missingProp } from '#widgets/parts/Missing.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import { Scene } from '#widgets/parts/Scene.tsx'
import { Skeletons } from '#widgets/parts/Skeleton.tsx'
import { Failed } from '#widgets/parts/StateScene.tsx'
import { usePolling } from '#widgets/parts/usePolling.ts'
import { phaseOf, SCENE_OF, type Payment } from './paymentstate.ts'
import css from './PaymentState.module.css'

const Text = Type.String({ 'x-ref': 'text' })
const Route = Type.String({ 'x-ref': 'route' })

export const Props = Type.Object(
  {
    who: Type.Enum(['self', 'other'], {
      description: 'self: the person whose plan it is; other: someone who pays for them.',
    }),
    check: Type.Optional(
      Type.Boolean({
        description: 'Can the provider be asked, too, whether it was paid? Default: false.',
      }),
    ),
    next: Type.Optional(
      Type.Object({ text: Text, routeName: Route }, { additionalProperties: false }),
    ),
    retry: Type.Optional(
      Type.Object(
        { text: Text, routeName: Route },
        {
          additionalProperties: false,
          description: 'After no: its parameters are country and plan.',
        },
      ),
    ),
    missing: missingProp,
  },
  { additionalProperties: false },
)

export const PaymentState = defineWidget<typeof Props>(
  'payment-state',
  function PaymentState({ data, level, missing, ...props }) {
    const t = useText()
    if (missing && data?.status === 'failed' && data.missing === true)
      return <Missing {...missing} />
    if (data?.status === 'failed') return <Failed data={data} level={level} />
    if (data?.status !== 'ready')
      return <Skeletons looks={['half', 'line', 'line']} label={t('common.loading')} />
    return <Known {...props} data={data as Ready} level={level} />
  },
)

type Ready = Extract<DataState<Payment>, { status: 'ready' }>
type KnownProps = Omit<Static<typeof Props>, 'missing'> & { data: Ready; level: Level }

function Known({ who, check = false, next, retry, data, level }: KnownProps) {
  const t = useText()
  const href = useHref()
  const payment = data.value
  const phase = phaseOf(payment)
  const arrived = useAction('pay.arrived')
  // Paid or given back: what the user can open has changed.
  const changed = useEffectEvent(() => {
    if (who === 'self') void arrived()
  })
  useEffect(() => {
    if (phase === 'paid' || phase === 'refunded' || phase === 'disputed') changed()
  }, [phase])
  // Back from the provider's page, what was kept from before it may be shown.
  const lookAgain = useEffectEvent(() => {
    if (phase === 'open') data.again?.()
  })
  useEffect(() => lookAgain(), [])
  if (phase === 'open') return null
  const words = { plan: payment.planName }
  const text = (part: 'title' | 'text') =>
    t(phase === 'paid' ? `payment.paid.${who}.${part}` : `payment.${phase}.${part}`, words)
  return (
    <section className={`no-print ${css['state']}`}>
      <div className={css['scene']}>
        <Scene name={SCENE_OF[phase]} />
      </div>
      <div className="stack">
        {/* The words change in place while the page is open, so they are announced. */}
        <div role="status">
          <Heading level={level}>{text('title')}</Heading>
          <p className="mute">{text('text')}</p>
        </div>
        {phase === 'waiting' && <Waiting data={data} check={check} />}
        {phase === 'paid' && next !== undefined && (
          <ButtonLink look="step" block to={href(next.routeName)}>
            {t(next.text)}
          </ButtonLink>
        )}
        {(phase === 'declined' || phase === 'expired') && retry !== undefined && (
          <ButtonLink
            look="main"
            block
            to={href(retry.routeName, { country: payment.country, plan: payment.plan })}
          >
            {t(retry.text)}
          </ButtonLink>
        )}
      </div>
    </section>
  )
}

/** The provider itself is asked on every third round: it answers with what it already sent us. */
const EVERY = 3

function Waiting({ data, check }: { data: Ready; check: boolean }) {
  const t = useText()
  const { language } = useScope()
  const ask = useAction<{ id: string }, unknown>('pay.check')
  const [asked, setAsked] = useState<{ at: string; failed: boolean } | null>(null)
  const [busy, setBusy] = useState(false)
  const { value: payment, again } = data
  const look = async (provider: boolean) => {
    let failed = false
    if (provider && check && payment.id !== undefined)
      await ask({ id: payment.id }).catch(() => (failed = true))
    again?.()
    setAsked({ at: new Date().toISOString(), failed: failed || !navigator.onLine })
  }
  usePolling(true, (round) => void look(round % EVERY === EVERY - 1))
  const now = async () => {
    setBusy(true)
    await look(true)
    setBusy(false)
  }
  return (
    <>
      <Note look="wait" title={t('payment.dont')} picture={<Icon name="clock" />}>
        {t('payment.until', { time: momentOf(payment.expiresAt, language) })}
      </Note>
      <p className="small mute">
        {payment.createdAt !== undefined &&
          t('payment.begun', { time: momentOf(payment.createdAt, language) })}{' '}
        {asked !== null &&
          t(asked.failed ? 'payment.noSignal' : 'payment.asked', {
            time: momentOf(asked.at, language),
          })}
      </p>
      <Button look="line" block busy={busy} onClick={() => void now()}>
        {t('payment.askAgain')}
      </Button>
    </>
  )
}
