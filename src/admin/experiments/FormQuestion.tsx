/** The question of an experiment: what is expected, what decides, and what else is counted. */

import { useText } from '#engine/react/text.tsx'
import { useDocuments } from '#admin/parts/client.ts'
import { CheckField, LongField, SelectField, TextField } from '#admin/parts/Field.tsx'
import { Panel } from './Panel.tsx'
import type { FormProps } from './form.ts'
import { useMetric } from './useExperiment.ts'
import { unitOf } from './words.ts'
import css from './Experiments.module.css'

/** As many of each role as the kind allows. */
const MAX_METRICS = 10
type Written = 'title' | 'hypothesis' | 'metric' | 'effect' | 'days'

export function FormQuestion({ wanted, onChange, errorOf }: FormProps) {
  const t = useText()
  const unit = unitOf(useMetric(wanted.metric))
  const metrics = useMetrics()
  const text = (name: Written) => ({
    label: t(`console.experiments.make.${name}`),
    hint: t(`console.experiments.make.${name}Hint`),
    value: wanted[name],
    error: errorOf(name),
    onChange: (value: string) => onChange({ [name]: value }),
  })
  return (
    <Panel title={t('console.experiments.make.question')}>
      <div className={css['form']}>
        <TextField {...text('title')} maxLength={60} />
        <LongField {...text('hypothesis')} maxLength={400} />
        <SelectField
          {...text('metric')}
          choices={[{ id: '', label: t('console.experiments.make.choose') }, ...metrics]}
        />
        <div className={css['weights']}>
          <TextField
            {...text('effect')}
            {...(unit !== 'of100' && { label: t(`console.experiments.make.effectIn.${unit}`) })}
          />
          <TextField {...text('days')} />
        </div>
      </div>
    </Panel>
  )
}

function useMetrics() {
  return (useDocuments().value?.items ?? [])
    .filter(({ kind }) => kind === 'metric')
    .map(({ id, title }) => ({ id, label: title || id }))
    .sort((a, b) => a.label.localeCompare(b.label))
}

/** What must not get worse, and what is only looked at. */
export function FormMetrics({ wanted, onChange }: FormProps) {
  const t = useText()
  const metrics = useMetrics().filter(({ id }) => id !== wanted.metric)
  const groups = [
    ['guardrails', 'further'],
    ['further', 'guardrails'],
  ] as const
  return (
    <Panel title={t('console.experiments.make.others')}>
      <div className={css['form']}>
        {groups.map(([of, other]) => (
          <fieldset key={of} className={css['choices']}>
            <legend>{t(`console.experiments.make.${of}`)}</legend>
            <p className="small mute">{t(`console.experiments.make.${of}Hint`)}</p>
            <div className={css['ticks']}>
              {metrics.map(({ id, label }) => (
                <CheckField
                  key={id}
                  label={label}
                  checked={wanted[of].includes(id)}
                  disabled={
                    wanted[other].includes(id) ||
                    (!wanted[of].includes(id) && wanted[of].length >= MAX_METRICS)
                  }
                  onChange={(isChosen) =>
                    onChange({
                      [of]: isChosen
                        ? [...wanted[of], id]
                        : wanted[of].filter((each) => each !== id),
                    })
                  }
                />
              ))}
            </div>
          </fieldset>
        ))}
      </div>
    </Panel>
  )
}
