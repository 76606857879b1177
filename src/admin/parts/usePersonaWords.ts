/** An imaginary person in words: stage, plan, country, age, language, version. */

import type { PersonaInput } from '#engine/contract/admincontract.ts'
import { languageName } from '#engine/documents/intl.ts'
import { useRenderContext, useScope } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { variantOf } from './persona.ts'

export function usePersonaWords(persona: PersonaInput): readonly string[] {
  const t = useText()
  const { catalog } = useRenderContext()
  const { language } = useScope()
  const countries = new Intl.DisplayNames([language], { type: 'region' })
  const plan = catalog.plans.find(({ id }) => id === persona.plan)
  const isOut = persona.stage === 'signedOut'
  return [
    t(`console.persona.stages.${persona.stage}`),
    ...(isOut || plan === undefined ? [] : [t(plan.label)]),
    countries.of(persona.country) ?? persona.country,
    ...(persona.age === undefined ? [] : [t('console.preview.years', { count: persona.age })]),
    languageName(persona.language, language),
    ...(variantOf(persona) === '' ? [] : [variantOf(persona)]),
  ]
}
