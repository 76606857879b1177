/** Who looks, in one line that unfolds: plan, stage, country, age, language, device, version. */

import { useId, useState, type ReactNode } from 'react'
import type { PersonaInput } from '#engine/contract/admincontract.ts'
import { languageName } from '#engine/documents/intl.ts'
import { useRenderContext, useScope } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import { ChoiceField } from '#admin/parts/Field.tsx'
import { useCountries } from '#admin/parts/countries.ts'
import { variantOf, type Device, DEVICES } from './persona.ts'
import { PersonaPicker } from './PersonaPicker.tsx'
import css from './PreviewPane.module.css'

type Props = {
  persona: PersonaInput
  onChange: (persona: PersonaInput) => void
  device: Device
  onDevice: (device: Device) => void
  /** Unfolded at first. */ open: boolean
  /** More about this preview. */ children: ReactNode
}

export function PersonaLine({ persona, onChange, device, onDevice, open, children }: Props) {
  const t = useText()
  const id = useId()
  const [isOpen, setOpen] = useState(open)
  const said = useSaid(persona)
  return (
    <div className={css['who']}>
      <button
        type="button"
        className={css['line']}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <span className="mute">{t('console.preview.seenAs')}</span>{' '}
        {[...said, t(`console.preview.${device}`)].map((each) => (
          <span key={each} className={css['token']}>
            {each}
          </span>
        ))}
        <span className={`${css['fold']} ${isOpen ? css['open'] : ''}`}>
          <Icon name="down" size="s" label={t('console.preview.somebodyElse')} />
        </span>
      </button>
      <div id={id} className={css['others']} hidden={!isOpen}>
        <PersonaPicker persona={persona} onChange={onChange} variants />
        <ChoiceField
          label={t('console.preview.width')}
          value={device}
          onChange={(value) => onDevice(value as Device)}
          choices={DEVICES.map((each) => ({ id: each, label: t(`console.preview.${each}`) }))}
        />
        {children}
      </div>
    </div>
  )
}

function useSaid(persona: PersonaInput): readonly string[] {
  const t = useText()
  const { catalog } = useRenderContext()
  const { language } = useScope()
  const countries = useCountries([persona.country])
  const plan = catalog.plans.find(({ id }) => id === persona.plan)
  const isOut = persona.stage === 'signedOut'
  return [
    t(`console.persona.stages.${persona.stage}`),
    ...(isOut || plan === undefined ? [] : [t(plan.label)]),
    countries.find(({ id }) => id === persona.country)?.label ?? persona.country,
    ...(persona.age === undefined ? [] : [t('console.preview.years', { count: persona.age })]),
    languageName(persona.language, language),
    ...(variantOf(persona) === '' ? [] : [variantOf(persona)]),
  ]
}
