/** Who looks, in one line that unfolds: plan, stage, country, age, language, device, version. */

import { useId, useState, type ReactNode } from 'react'
import type { PersonaInput } from '#engine/contract/admincontract.ts'
import { useText } from '#engine/react/text.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import { ChoiceField } from '#admin/parts/Field.tsx'
import { type Device, DEVICES } from '#admin/parts/persona.ts'
import { PersonaPicker } from '#admin/parts/PersonaPicker.tsx'
import { usePersonaWords } from '#admin/parts/usePersonaWords.ts'
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
  const said = usePersonaWords(persona)
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
