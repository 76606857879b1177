/** Creates a coupon: what it takes off which plans, how often, and when. */

import { useState } from 'react'
import type { DocumentView } from '#engine/contract/admincontract.ts'
import type { Coupon } from '#engine/contract/coupons.ts'
import { CURRENCIES } from '#engine/documents/currencies.ts'
import type { AccessDocument } from '#engine/documents/kinds.ts'
import { useRenderContext } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import { documentPath, useRead, useRefresh } from '#admin/parts/client.ts'
import { CheckField, ChoiceField, SelectField, TextField } from '#admin/parts/Field.tsx'
import { useSend } from '#admin/parts/useSend.ts'
import { couponBody, couponFaults, NEW_COUPON, type TypedCoupon } from './coupons.ts'
import field from '../parts/Field.module.css'
import css from './Vouchers.module.css'

export function CouponForm({ onCreated }: { onCreated: (coupon: Coupon) => void }) {
  const t = useText()
  const refresh = useRefresh()
  const currencies = useCurrencies()
  const [typed, setTyped] = useState(NEW_COUPON)
  // A field that isn't here, such as one plan of several, can't say itself what is wrong with it.
  const { form, busy, problem, faults, refuse, send } = useSend(FIELDS)
  const coupon = { ...typed, currency: typed.currency || (currencies[0] ?? '') }
  const change = (part: Partial<TypedCoupon>) => setTyped({ ...typed, ...part })
  const text = (name: 'code' | 'percent' | 'amount' | 'uses' | 'starts' | 'expires') => ({
    value: typed[name],
    error: faults[`/${name}`],
    onChange: (value: string) => change({ [name]: value }),
  })

  const create = async () => {
    const found = Object.entries(couponFaults(coupon))
    refuse({ faults: Object.fromEntries(found.map(([at, key]) => [at, t(key)])) })
    if (found.length > 0) return
    await send({ path: 'admin/coupons', method: 'POST', body: couponBody(coupon) }, (created) => {
      setTyped(NEW_COUPON)
      refresh('admin/coupons', 'admin/audit')
      onCreated(created as Coupon)
    })
  }

  return (
    <form
      ref={form}
      className={css['form']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void create()
      }}
    >
      <TextField
        label={t('console.coupons.code')}
        hint={t('console.coupons.codeHint')}
        maxLength={40}
        autoComplete="off"
        {...text('code')}
      />
      <ChoiceField
        label={t('console.coupons.off')}
        value={typed.off}
        onChange={(off) => change({ off: off === 'amount' ? 'amount' : 'percent' })}
        choices={(['percent', 'amount'] as const).map((id) => ({
          id,
          label: t(`console.coupons.${id}`),
        }))}
      />
      {typed.off === 'percent' ? (
        <TextField
          type="number"
          label={t('console.coupons.percentOff')}
          min={1}
          max={99}
          {...text('percent')}
        />
      ) : (
        <>
          <TextField label={t('console.coupons.amountOff')} maxLength={14} {...text('amount')} />
          <SelectField
            label={t('console.coupons.currency')}
            hint={t('console.coupons.currencyHint')}
            error={faults['/currency']}
            value={coupon.currency}
            onChange={(currency) => change({ currency })}
            choices={currencies.map((id) => ({ id, label: id }))}
          />
        </>
      )}
      <Plans chosen={typed.plans} onChange={(plans) => change({ plans })} />
      <TextField
        type="number"
        label={t('console.coupons.uses')}
        hint={t('console.vouchers.usesHint')}
        min={1}
        {...text('uses')}
      />
      <TextField
        type="date"
        label={t('console.coupons.starts')}
        hint={t('console.coupons.startsHint')}
        {...text('starts')}
      />
      <TextField
        type="date"
        label={t('console.vouchers.expires')}
        hint={t('console.vouchers.expiresHint')}
        {...text('expires')}
      />
      {problem !== null && (
        <Note look="bad" alert>
          {problem}
        </Note>
      )}
      <Button type="submit" busy={busy}>
        {t('console.coupons.button')}
      </Button>
    </form>
  )
}

/** Those that say themselves what is wrong with them. */
const FIELDS = ['/code', '/percent', '/amount', '/currency', '/uses', '/starts', '/expires']

function Plans({
  chosen,
  onChange,
}: {
  chosen: readonly string[]
  onChange: (plans: readonly string[]) => void
}) {
  const t = useText()
  const { sold } = useRenderContext().catalog
  return (
    <fieldset className={field['choices']}>
      <legend className={field['label']}>{t('console.coupons.plans')}</legend>
      {sold.map(({ id, label }) => (
        <CheckField
          key={id}
          label={t(label)}
          checked={chosen.includes(id)}
          onChange={(on) => onChange(on ? [...chosen, id] : chosen.filter((each) => each !== id))}
        />
      ))}
      <p className="small mute">{t('console.coupons.plansHint')}</p>
    </fieldset>
  )
}

/** Those that plans have prices in: an amount in another one could never be used. */
function useCurrencies(): readonly string[] {
  const { value } = useRead<DocumentView>(documentPath('documents', 'access', 'prices'))
  const rows = (value?.effective as AccessDocument | null | undefined)?.prices ?? []
  const priced = [...new Set(rows.map(({ currency }) => currency))]
  return priced.length > 0 ? priced : CURRENCIES
}
