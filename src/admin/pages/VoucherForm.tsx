/** Creates voucher codes that unlock a plan, and may add those who redeem them to a study. */

import { useState } from 'react'
import { useRenderContext } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import type { StudyCohort } from '#engine/contract/admincontract.ts'
import { useRefresh } from '#admin/parts/client.ts'
import { CohortFields, isWhole, NO_COHORT } from './CohortFields.tsx'
import { CheckField, SelectField, TextField } from '#admin/parts/Field.tsx'
import { useSend } from '#admin/parts/useSend.ts'
import css from './Vouchers.module.css'

const MAX_CODES = 1000

/** @param props.onCreated with the batch that was created */
export function VoucherForm({ onCreated }: { onCreated: (batch: string) => void }) {
  const t = useText()
  const refresh = useRefresh()
  const { catalog } = useRenderContext()
  const plans = catalog.plans.filter(({ id }) => id !== 'free')
  const [plan, setPlan] = useState(plans.find(({ sold }) => sold)?.id ?? plans[0]?.id ?? '')
  const [count, setCount] = useState('10')
  const [uses, setUses] = useState('1')
  const [expires, setExpires] = useState('')
  const [note, setNote] = useState('')
  const [study, setStudy] = useState<StudyCohort | null>(null)
  const { form, busy, problem, refuse, send } = useSend()

  const make = async () => {
    const number = Number(count)
    if (!Number.isInteger(number) || number < 1 || number > MAX_CODES)
      return refuse({ problem: t('console.vouchers.badCount', { most: MAX_CODES }) })
    if (uses !== '' && (!Number.isInteger(Number(uses)) || Number(uses) < 1))
      return refuse({ problem: t('console.vouchers.badUses') })
    const until = expires === '' ? null : new Date(`${expires}T23:59:59`)
    if (until !== null && !(until.getTime() > Date.now()))
      return refuse({ problem: t('console.vouchers.past') })
    if (study !== null && !isWhole(study))
      return refuse({ problem: t('console.cohort.incomplete') })
    const body = {
      plan,
      count: number,
      uses: uses === '' ? null : Number(uses),
      // Valid until the end of that day.
      ...(until !== null && { expires: until.toISOString() }),
      note,
      ...(study !== null && { cohort: study }),
    }
    await send({ path: 'admin/vouchers', method: 'POST', body }, (made) => {
      setNote('')
      refresh('admin/audit', 'admin/vouchers')
      onCreated((made as { batch: string }).batch)
    })
  }

  return (
    <form
      ref={form}
      className={css['form']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void make()
      }}
    >
      <SelectField
        label={t('console.vouchers.plan')}
        value={plan}
        onChange={setPlan}
        choices={plans.map(({ id, label }) => ({ id, label: t(label) }))}
      />
      <TextField
        type="number"
        label={t('console.vouchers.count')}
        min={1}
        max={MAX_CODES}
        value={count}
        onChange={setCount}
      />
      <TextField
        type="number"
        label={t('console.vouchers.uses')}
        hint={t('console.vouchers.usesHint')}
        min={1}
        value={uses}
        onChange={setUses}
      />
      <TextField
        type="date"
        label={t('console.vouchers.expires')}
        hint={t('console.vouchers.expiresHint')}
        value={expires}
        onChange={setExpires}
      />
      <TextField
        label={t('console.vouchers.note')}
        hint={t('console.vouchers.noteHint')}
        maxLength={120}
        value={note}
        onChange={setNote}
      />
      <CheckField
        label={t('console.vouchers.study')}
        checked={study !== null}
        onChange={(checked) => setStudy(checked ? NO_COHORT : null)}
      />
      {study !== null && <CohortFields value={study} onChange={setStudy} />}
      {problem !== null && (
        <Note look="bad" alert>
          {problem}
        </Note>
      )}
      <Button type="submit" busy={busy}>
        {t('console.vouchers.button')}
      </Button>
    </form>
  )
}
