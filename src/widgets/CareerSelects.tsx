/** Career direction and education level, as native lists: cheap on phones, and every platform knows how to show them. */

import { useId } from 'react'
import { useSurroundings } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import type { Query } from '#engine/routes.ts'
import type { FilterName } from './careerFilters.ts'
import { Icon } from './Icon.tsx'
import css from './CareerSearch.module.css'

const ZONES = ['1', '2', '3', '4', '5'] as const

export function CareerSelects({ query, onChange }: { query: Query; onChange: (change: Readonly<Record<string, string>>) => void }) {
  const t = useText()
  const { catalog } = useSurroundings()
  const directions = catalog.get('list', 'job-families')?.items ?? []
  return (
    <>
      <Select
        name="direction"
        label={t('careers.direction')}
        any={t('careers.anyDirection')}
        value={query['direction'] ?? ''}
        options={directions.map((item) => [item.id, t(item.label) || item.name || item.id])}
        onChange={onChange}
      />
      <Select
        name="jobZone"
        label={t('careers.education')}
        any={t('careers.anyEducation')}
        value={query['jobZone'] ?? ''}
        options={ZONES.map((zone) => [zone, t(`career.zone.${zone}`)])}
        onChange={onChange}
      />
    </>
  )
}

type SelectProps = {
  name: FilterName
  label: string
  any: string
  value: string
  options: readonly (readonly [id: string, label: string])[]
  onChange: (change: Readonly<Record<string, string>>) => void
}

function Select({ name, label, any, value, options, onChange }: SelectProps) {
  const id = useId()
  return (
    <div className={css['select']}>
      <label htmlFor={id}>{label}</label>
      <select id={id} className={css['input']} value={value} onChange={(event) => onChange({ [name]: event.target.value })}>
        <option value="">{any}</option>
        {options.map(([option, words]) => (
          <option key={option} value={option}>
            {words}
          </option>
        ))}
      </select>
      <Icon name="chevron" size="s" />
    </div>
  )
}
