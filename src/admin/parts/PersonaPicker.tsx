/** The simulated user: plan, stage, country, age, language, and the version of an experiment. */

import type { PersonaInput } from '#engine/contract/admincontract.ts'
import { useScope, useRenderContext } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { languageName } from '#engine/documents/intl.ts'
import { SelectField, TextField } from './Field.tsx'
import { useNames } from './client.ts'
import { useCountries } from './countries.ts'
import { armsFrom, namedCountries, PERSONA_STAGES, variantOf } from './persona.ts'
import { useTenantLanguages } from './tenantlanguages.ts'
import css from './Persona.module.css'

export function PersonaPicker({
  persona,
  onChange,
  variants = false,
}: {
  persona: PersonaInput
  onChange: (persona: PersonaInput) => void
  /** Which version of which experiment they see is asked too. */
  variants?: boolean
}) {
  const t = useText()
  const { catalog } = useRenderContext()
  const { language } = useScope()
  const { codes } = useTenantLanguages()
  const countries = useCountries([...namedCountries(catalog), persona.country])
  return (
    <div className={css['persona']}>
      <SelectField
        label={t('console.persona.stage')}
        value={persona.stage}
        onChange={(stage) => onChange({ ...persona, stage: stage as PersonaInput['stage'] })}
        choices={PERSONA_STAGES.map((id) => ({ id, label: t(`console.persona.stages.${id}`) }))}
      />
      <SelectField
        label={t('console.persona.plan')}
        value={persona.plan}
        onChange={(plan) => onChange({ ...persona, plan })}
        choices={catalog.plans.map(({ id, label }) => ({ id, label: t(label) }))}
      />
      <SelectField
        label={t('console.persona.country')}
        value={persona.country}
        onChange={(country) => onChange({ ...persona, country })}
        choices={countries}
      />
      <TextField
        type="number"
        min={0}
        max={120}
        label={t('console.persona.age')}
        value={persona.age === undefined ? '' : String(persona.age)}
        onChange={(typed) => {
          const { age: _before, ...others } = persona
          const age = Number(typed)
          const isAge = typed !== '' && Number.isInteger(age) && age >= 0 && age <= 120
          onChange(isAge ? { ...others, age } : others)
        }}
      />
      <SelectField
        label={t('console.persona.language')}
        value={persona.language}
        onChange={(chosen) => onChange({ ...persona, language: chosen })}
        choices={codes.map((id) => ({ id, label: languageName(id, language) }))}
      />
      {variants && <VariantField persona={persona} onChange={onChange} />}
    </div>
  )
}

function VariantField({
  persona,
  onChange,
}: {
  persona: PersonaInput
  onChange: (persona: PersonaInput) => void
}) {
  const t = useText()
  const known = useNames().value?.['variant'] ?? []
  if (known.length === 0) return null
  return (
    <SelectField
      label={t('console.persona.variant')}
      value={variantOf(persona)}
      onChange={(variant) => onChange(armsFrom(persona, variant))}
      choices={[
        { id: '', label: t('console.experiments.asNow') },
        ...known.map(({ id, title = id }) => ({ id, label: title })),
      ]}
    />
  )
}
