/** Gives a user another plan. The reason is asked for, because it is what others will look for. */

import { useState } from 'react'
import type { ConsoleUser } from '#engine/contract/admincontract.ts'
import { useRenderContext } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { Dialog } from '#widgets/parts/Dialog.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import { isDone, refusalOf, useConsole } from '#admin/parts/client.ts'
import { SelectField } from '#admin/parts/Field.tsx'
import { MIN_LETTERS } from '#admin/parts/reason.ts'
import { ReasonField } from '#admin/parts/ReasonField.tsx'

type Props = {
  user: ConsoleUser
  onClose: () => void
  /** @param words what was done */
  onSaved: (words: string) => void
}

export function PlanDialog({ user, onClose, onSaved }: Props) {
  const t = useText()
  const call = useConsole()
  const { catalog } = useRenderContext()
  const [plan, setPlan] = useState(user.accountType)
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const plans = catalog.plans.map(({ id, label }) => ({ id, label: t(label) }))
  const email = user.email ?? user.id
  const save = async () => {
    if (reason.trim().length < MIN_LETTERS) return setProblem(t('console.people.reasonMissing'))
    setBusy(true)
    setProblem(null)
    try {
      const response = await call({
        path: `admin/users/${user.id}/plan`,
        method: 'PUT',
        body: { plan, reason },
      })
      if (!isDone(response)) return setProblem(refusalOf(response).message)
      const label = plans.find(({ id }) => id === plan)?.label ?? plan
      onSaved(t('console.people.planGiven', { email, plan: label }))
    } catch {
      setProblem(t('console.failed'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog open onClose={onClose} title={t('console.people.planTitle')} hint={email}>
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <SelectField
          label={t('console.people.plan')}
          value={plan}
          onChange={setPlan}
          choices={plans}
        />
        <ReasonField value={reason} onChange={setReason} />
        {problem !== null && (
          <Note look="bad" alert>
            {problem}
          </Note>
        )}
        <Button type="submit" busy={busy}>
          {t('console.people.planSave')}
        </Button>
      </form>
    </Dialog>
  )
}
