/** Payments, newest first: what for, how much, when, and how each ended. Each leads to its page. */

import Type from 'typebox'
import { Link } from 'react-router-dom'
import { useHref, useScope } from '#engine/react/context.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { Card } from '#widgets/parts/Card.tsx'
import { Chip } from '#widgets/parts/Chip.tsx'
import { valueOf } from '#widgets/parts/dataOf.ts'
import { Heading, inCard } from '#widgets/parts/Heading.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import { dayOf, moneyOf } from '#engine/documents/intl.ts'
import { phaseOf, type Payment, type PaymentPhase } from './paymentstate.ts'
import css from './PaymentList.module.css'

const Text = Type.String({ 'x-ref': 'text' })

export const Props = Type.Object(
  {
    title: Text,
    text: Type.Optional(Text),
    only: Type.Optional(
      Type.Enum(['waiting'], { description: 'Those that may still succeed. Default: all.' }),
    ),
    routeName: Type.String({
      'x-ref': 'route',
      description: 'The page of one payment; its parameter is id.',
    }),
  },
  { additionalProperties: false },
)

const LOOK = {
  paid: 'ok',
  waiting: 'wait',
  declined: 'plain',
  expired: 'plain',
  refunded: 'plain',
  disputed: 'plain',
  open: 'plain',
} as const satisfies Readonly<Record<PaymentPhase, 'ok' | 'wait' | 'plain'>>

/** Draws nothing if there are none: most users never pay. */
export const PaymentList = defineWidget<typeof Props>(
  'payment-list',
  function PaymentList({ title, text, only, routeName, data, id, level }) {
    const t = useText()
    const href = useHref()
    const { language } = useScope()
    const all = valueOf<{ items: readonly (Payment & { id: string })[] }>(data)?.items ?? []
    const items = only === undefined ? all : all.filter((each) => phaseOf(each) === only)
    if (items.length === 0) return null
    return (
      <Card labelledBy={`${id}-title`}>
        <div className="stack-s">
          <Heading level={inCard(level)} id={`${id}-title`}>
            {t(title)}
          </Heading>
          {text !== undefined && <p className="mute">{t(text)}</p>}
          <ul className={css['list']}>
            {items.map((payment) => {
              const phase = phaseOf(payment)
              return (
                <li key={payment.id}>
                  <Link className={css['row']} to={href(routeName, { id: payment.id })}>
                    <span className="grow">
                      <strong>{payment.planName}</strong>{' '}
                      <span className="num">
                        {moneyOf(payment.amount, payment.currency, language, payment.country)}
                      </span>
                      <span className="small mute">{dayOf(payment.createdAt ?? '', language)}</span>
                    </span>
                    <Chip look={LOOK[phase]}>{t(`payment.${phase}.short`)}</Chip>
                    <Icon name="chevron" size="s" />
                  </Link>
                </li>
              )
            })}
          </ul>
        </div>
      </Card>
    )
  },
)
