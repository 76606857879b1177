/**
 * One plan, its price and a coupon, and the button that leads to the page of the payment provider.
 * The sum leads; nothing of a card is asked for here.
 */

import Type, { type Static } from 'typebox'
import { useState } from 'react'
import { isEmail } from '#engine/forms/email.ts'
import { useAction, useHref, useScope } from '#engine/react/context.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText, type TextRef } from '#engine/react/text.tsx'
import { Button, ButtonLink } from '#widgets/parts/Button.tsx'
import { Card } from '#widgets/parts/Card.tsx'
import { valueOf } from '#widgets/parts/dataOf.ts'
import { Icon } from '#widgets/parts/Icon.tsx'
import { dayOf, moneyOf } from '#engine/documents/intl.ts'
import { Note } from '#widgets/parts/Note.tsx'
import { Skeletons } from '#widgets/parts/Skeleton.tsx'
import { Failed } from '#widgets/parts/StateScene.tsx'
import { CouponField, type Coupon } from './CouponField.tsx'
import type { PlanItem } from './planchoice.ts'
import { problemText } from './problemtext.ts'
import { ReceiptField } from './ReceiptField.tsx'
import { SumRows, type SumRow } from './SumRows.tsx'

const Bound = Type.Union([Type.String({ maxLength: 80 }), Type.Null()])

export const Props = Type.Object(
  {
    plan: Type.Union([Bound], { description: 'Id of the plan, usually bound to the address.' }),
    country: Type.Union([Bound], { description: 'Whose price it is, usually bound.' }),
    coupon: Type.Optional(Type.Union([Bound], { description: 'Tried at once; usually bound.' })),
    back: Type.String({ 'x-ref': 'route', description: 'The page of all plans.' }),
  },
  { additionalProperties: false },
)

/** Its children are other ways to pay: they are there only if this plan can be paid for. */
export const Order = defineWidget<typeof Props>(
  'order',
  function Order({ data, level, children, ...props }) {
    const t = useText()
    const { user } = useScope()
    const items = valueOf<{ items: readonly PlanItem[] }>(data)?.items
    if (data?.status === 'failed') return <Failed data={data} level={level} />
    if (items === undefined)
      return <Skeletons looks={['line', 'line', 'half']} label={t('common.loading')} />
    const item = items.find(({ id }) => id === props.plan)
    if (item === undefined) return <Unsold text="order.unsold" back={props.back} />
    if (user?.app.accountType === item.id) return <Unsold text="order.own" back={props.back} />
    if (!item.price) return <Unsold text="order.noPrice" back={props.back} />
    if (item.payable === false) return <Unsold text="order.notPayable" back={props.back} />
    return (
      <div className="stack-l">
        <Priced {...props} item={item} price={item.price} />
        {children}
      </div>
    )
  },
)

type Bought = {
  plan: string
  country: string | null
  coupon: string | null
  /** Where the receipt goes too. */ email?: string
}

/** Why this plan can't be paid for here, and the way to what can be done instead. */
function Unsold({ text, back }: { text: string; back: string }) {
  const t = useText()
  const href = useHref()
  return (
    <div className="stack">
      <Note look="doubt">{t(text)}</Note>
      <ButtonLink look="main" to={href(back)}>
        {t('order.back')}
      </ButtonLink>
    </div>
  )
}

function Priced({
  id,
  item,
  price,
  country,
  coupon: given,
}: Static<typeof Props> & {
  id: string
  item: PlanItem
  price: NonNullable<PlanItem['price']>
}) {
  const t = useText()
  const { language, user } = useScope()
  const pay = useAction<Bought, unknown>('pay.checkout')
  const [email, setEmail] = useState('')
  const [isEmailWrong, setEmailWrong] = useState(false)
  const [coupon, setCoupon] = useState<Coupon | null>(null)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<TextRef | null>(null)
  const money = (amount: number) =>
    moneyOf(amount, coupon?.currency ?? price.currency, language, country ?? undefined)
  const total = money(coupon?.amount ?? price.amount)
  const rows: SumRow[] = [
    { id: 'plan', label: item.name, value: money(price.amount) },
    ...(coupon === null
      ? []
      : [
          {
            id: 'coupon',
            label:
              coupon.percent === null
                ? t('order.coupon', { code: coupon.code })
                : t('order.couponPercent', { code: coupon.code, percent: coupon.percent }),
            value: `−${money(coupon.off)}`,
            look: 'off' as const,
          },
        ]),
    { id: 'total', label: t('order.total'), value: total, look: 'total' },
  ]
  const send = () => {
    const receipt = email.trim()
    setProblem(null)
    setEmailWrong(receipt !== '' && !isEmail(receipt))
    if (receipt !== '' && !isEmail(receipt)) return
    setBusy(true)
    pay({
      plan: item.id,
      country,
      coupon: coupon?.code ?? null,
      ...(receipt !== '' && { email: receipt }),
    }).catch((error: unknown) => {
      setBusy(false)
      setProblem(problemText(error))
    })
  }
  return (
    <div className="stack">
      <Card>
        <SumRows rows={rows} />
      </Card>
      <CouponField
        id={id}
        plan={item.id}
        country={country}
        given={given ?? null}
        until={
          coupon?.expires ? t('order.couponUntil', { date: dayOf(coupon.expires, language) }) : null
        }
        onChange={setCoupon}
      />
      {user !== null && user.email === null && (
        <ReceiptField id={id} value={email} isWrong={isEmailWrong} onChange={setEmail} />
      )}
      {problem !== null && (
        <Note look="bad" alert>
          {t(problem)}
        </Note>
      )}
      <Button look="step" block busy={busy} onClick={send}>
        {t('order.pay', { price: total })}
      </Button>
      <p className="small mute row top">
        <Icon name="lock" size="s" />
        <span>{t('order.elsewhere')}</span>
      </p>
    </div>
  )
}
