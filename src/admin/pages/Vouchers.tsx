/** Voucher codes that unlock a plan. They are shown only once, when created. */

import Type from 'typebox'
import { useState } from 'react'
import { useRenderContext } from '#engine/react/context.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { Card } from '#widgets/parts/Card.tsx'
import { below, Heading } from '#widgets/parts/Heading.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import { saveFile } from '#widgets/parts/savefile.ts'
import type { StudyCohort } from '#engine/contract/admincontract.ts'
import { isDone, refusalOf, useConsole, useRefresh, useRights } from '#admin/parts/client.ts'
import { CohortFields, isWhole, NO_COHORT } from './CohortFields.tsx'
import { CheckField, SelectField, TextField } from '#admin/parts/Field.tsx'
import { PageHead } from '#admin/parts/PageHead.tsx'
import css from './Vouchers.module.css'

export const Props = Type.Object({}, { additionalProperties: false, 'x-needs': ['menu', 'access'] })

const MAX_CODES = 1000

export const Vouchers = defineWidget<typeof Props>(
  'console-vouchers',
  function Vouchers({ level }) {
    const t = useText()
    const call = useConsole()
    const refresh = useRefresh()
    const rights = useRights()
    const { catalog } = useRenderContext()
    const plans = catalog.plans.filter(({ id }) => id !== 'free')
    const [plan, setPlan] = useState(plans.find(({ sold }) => sold)?.id ?? plans[0]?.id ?? '')
    const [count, setCount] = useState('10')
    const [uses, setUses] = useState('1')
    const [expires, setExpires] = useState('')
    const [study, setStudy] = useState<StudyCohort | null>(null)
    const [made, setMade] = useState<readonly string[]>([])
    const [problem, setProblem] = useState<string | null>(null)
    const [busy, setBusy] = useState(false)

    const make = async () => {
      const number = Number(count)
      if (!Number.isInteger(number) || number < 1 || number > MAX_CODES)
        return setProblem(t('console.vouchers.badCount', { most: MAX_CODES }))
      if (uses !== '' && (!Number.isInteger(Number(uses)) || Number(uses) < 1))
        return setProblem(t('console.vouchers.badUses'))
      if (study !== null && !isWhole(study)) return setProblem(t('console.cohort.incomplete'))
      setProblem(null)
      setBusy(true)
      try {
        // Valid until the end of that day.
        const until =
          expires === '' ? {} : { expires: new Date(`${expires}T23:59:59`).toISOString() }
        const response = await call({
          path: 'admin/vouchers',
          method: 'POST',
          body: {
            plan,
            count: number,
            uses: uses === '' ? null : Number(uses),
            ...until,
            ...(study !== null && { cohort: study }),
          },
        })
        if (!isDone(response)) return setProblem(refusalOf(response).message)
        setMade((response.value as { codes: { code: string }[] }).codes.map(({ code }) => code))
        refresh('admin/audit')
      } catch {
        setProblem(t('console.failed'))
      } finally {
        setBusy(false)
      }
    }

    return (
      <>
        <PageHead
          level={level}
          title={t('console.vouchers.title')}
          text={t('console.vouchers.text')}
        />
        {!rights.vouchers ? (
          <Note>{t('console.vouchers.notYours')}</Note>
        ) : (
          <div className="stack-l">
            <form
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
            {made.length > 0 && <Made codes={made} plan={plan} level={below(level)} />}
          </div>
        )}
      </>
    )
  },
)

function Made({
  codes,
  plan,
  level,
}: {
  codes: readonly string[]
  plan: string
  level: 1 | 2 | 3 | 4
}) {
  const t = useText()
  const download = () =>
    saveFile(
      `vouchers-${plan}.txt`,
      new Blob([`${codes.join('\r\n')}\r\n`], { type: 'text/plain' }),
    )
  return (
    <Card>
      <div className="stack" role="status">
        <Heading level={level}>{t('console.vouchers.made', { count: codes.length })}</Heading>
        <p className="mute">{t('console.vouchers.once')}</p>
        <Button look="line" icon={<Icon name="download" size="s" />} onClick={download}>
          {t('console.vouchers.download')}
        </Button>
        <ul className={css['codes']}>
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
      </div>
    </Card>
  )
}
