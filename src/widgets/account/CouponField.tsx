/** A coupon: typed, or from the address the user came by; what is wrong with it is said here. */

import { useEffect, useEffectEvent, useState, type FormEvent } from 'react'
import { useAction } from '#engine/react/context.ts'
import { useText, type TextRef } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { Fold } from '#widgets/parts/Fold.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import { problemText } from './problemtext.ts'
import css from './CouponField.module.css'

/** What a coupon takes off one plan, in minor units. */
export type Coupon = {
  readonly code: string
  readonly off: number
  readonly amount: number
  readonly currency: string
  readonly percent: number | null
  readonly expires: string | null
}

type Props = {
  id: string
  plan: string
  country: string | null
  /** Tried as soon as the page opens. */
  given: string | null
  /** How long the accepted one works, in words. */
  until: string | null
  onChange: (coupon: Coupon | null) => void
}

export function CouponField({ id, plan, country, given, until, onChange }: Props) {
  const t = useText()
  const ask = useAction<{ code: string; plan: string; country: string | null }, Coupon>(
    'pay.coupon',
  )
  const [code, setCode] = useState(given ?? '')
  const [state, setState] = useState<'open' | 'busy' | 'ok'>('open')
  const [problem, setProblem] = useState<TextRef | null>(null)

  const use = async () => {
    const wanted = code.trim()
    if (wanted === '' || state === 'busy') return
    setState('busy')
    setProblem(null)
    try {
      onChange(await ask({ code: wanted, plan, country }))
      setState('ok')
    } catch (error) {
      setState('open')
      setProblem(problemText(error))
    }
  }
  const useGiven = useEffectEvent(() => void use())
  useEffect(() => {
    if (given !== null && given !== '') useGiven()
  }, [given])

  const remove = () => {
    setCode('')
    setState('open')
    onChange(null)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (state === 'ok') remove()
    else void use()
  }
  const field = `${id}-coupon`
  return (
    <Fold title={t('order.haveCoupon')} open={given !== null && given !== ''}>
      <form className="stack-s" method="post" noValidate onSubmit={submit}>
        <label className="strong" htmlFor={field}>
          {t('order.couponCode')}
        </label>
        <div className={css['row']}>
          <input
            id={field}
            name="coupon"
            className={css['input']}
            value={code}
            maxLength={64}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            readOnly={state === 'ok'}
            aria-invalid={problem !== null || undefined}
            aria-describedby={`${field}-said`}
            onChange={(event) => setCode(event.target.value)}
          />
          <Button look="line" type="submit" busy={state === 'busy'}>
            {t(state === 'ok' ? 'order.couponRemove' : 'order.couponUse')}
          </Button>
        </div>
        <div id={`${field}-said`} role="status" className="small">
          {state === 'ok' && (
            <p className={css['ok']}>
              <Icon name="tick" size="s" />
              {until ?? t('order.couponOk')}
            </p>
          )}
          {problem !== null && (
            <p className={css['bad']}>
              <Icon name="warning" size="s" />
              {t(problem)}
            </p>
          )}
        </div>
      </form>
    </Fold>
  )
}
