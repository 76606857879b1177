/** The cohort that a rule compares with: an existing one, or a name that is typed. */

import type { ReactNode } from 'react'
import type { Page } from '#engine/contract/admincontract.ts'
import type { Json } from '#engine/documents/json.ts'
import { useText } from '#engine/react/text.tsx'
import { useRead, useRights } from '#admin/parts/client.ts'
import { CheckField } from '#admin/parts/Field.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import { Combo } from './Combo.tsx'
import form from './Form.module.css'

/** Null for people who may not see who takes part in studies, and until they are here. */
export function useCohorts(): readonly string[] | null {
  const { studies } = useRights()
  const { value } = useRead<Page<{ name: string }>>(studies ? 'admin/cohorts' : null)
  return value === undefined ? null : value.items.map(({ name }) => name)
}

type Props = {
  label: string
  /** Several may be named. */
  isList: boolean
  value: Json | undefined
  onChange: (value: Json | undefined) => void
  /** Without the names of cohorts. */
  children: ReactNode
}

export function CohortValue({ label, isList, value, onChange, children }: Props) {
  const t = useText()
  const cohorts = useCohorts()
  if (cohorts === null) return children
  const chosen = (Array.isArray(value) ? (value as readonly Json[]) : [value ?? '']).flatMap(
    (each) => (typeof each === 'string' && each !== '' ? [each] : []),
  )
  const missing = chosen.filter((each) => !cohorts.includes(each))
  const put = (names: readonly string[]) => onChange(names.length === 0 ? undefined : names)
  return (
    <div className={form['choices']}>
      {isList &&
        chosen.map((each) => (
          <CheckField
            key={each}
            label={each}
            checked
            onChange={() => put(chosen.filter((other) => other !== each))}
          />
        ))}
      <Combo
        label={label}
        options={cohorts.filter((each) => !isList || !chosen.includes(each)).map((id) => ({ id }))}
        plain
        placeholder={t('console.rule.chooseCohort')}
        value={isList ? '' : (chosen[0] ?? '')}
        shown={isList ? '' : (chosen[0] ?? '')}
        isFree={(name) => name !== ''}
        onPick={(name) => (isList ? put([...chosen, name]) : onChange(name))}
      />
      {missing.length > 0 && (
        <p className={form['warning']} role="status">
          <Icon name="info" size="s" />
          <span>{t('console.rule.noCohort')}</span>
        </p>
      )}
    </div>
  )
}
