/** Who takes part in an experiment, where they are counted, and what else they may be in. */

import type { Page } from '#engine/contract/admincontract.ts'
import type { ExperimentSummary } from '#engine/contract/experimentshapes.ts'
import { useScope } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { IconButton } from '#widgets/parts/Button.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import { Combo } from '#admin/form/Combo.tsx'
import { useNames, useRead } from '#admin/parts/client.ts'
import { CheckField, TextField } from '#admin/parts/Field.tsx'
import { Pending } from '#admin/parts/Pending.tsx'
import { AudienceField } from './AudienceField.tsx'
import type { FormProps } from './form.ts'
import { Panel } from './Panel.tsx'
import { documentOf, EXPERIMENTS } from './useExperiment.ts'
import { figure } from './words.ts'
import css from './Experiments.module.css'

/** As many as the kind allows. */
const MAX_PAGES = 10

export function FormPeople({ id, ...form }: FormProps & { id: string | undefined }) {
  const t = useText()
  const { wanted, onChange, errorOf } = form
  const names = useNames()
  return (
    <Panel title={t('console.experiments.make.people')}>
      <div className={css['form']}>
        <Pages {...form} />
        <Pending read={names}>
          {(known) => (
            <AudienceField
              names={known}
              rule={wanted.audience}
              onRule={(audience) => onChange({ audience })}
            />
          )}
        </Pending>
        <TextField
          label={t('console.experiments.make.coverage')}
          hint={t('console.experiments.make.coverageHint')}
          value={wanted.coverage}
          error={errorOf('coverage')}
          onChange={(coverage) => onChange({ coverage })}
        />
        <Group {...form} id={id} />
        <Holdout {...form} />
      </div>
    </Panel>
  )
}

/** Users who open one of these are counted, whichever version they are in. */
function Pages({ wanted, onChange, errorOf }: FormProps) {
  const t = useText()
  const screens = useNames().value?.['screen'] ?? []
  const titleOf = (id: string) => screens.find((each) => each.id === id)?.title || id
  const error = errorOf('pages')
  return (
    <fieldset className={css['choices']}>
      <legend>{t('console.experiments.make.page')}</legend>
      <p className="small mute">{t('console.experiments.make.pageHint')}</p>
      {wanted.pages.length > 0 && (
        <ul className={css['chosen']}>
          {wanted.pages.map((id) => (
            <li key={id}>
              <span>{titleOf(id)}</span>
              <IconButton
                label={t('console.experiments.make.removePage', { page: titleOf(id) })}
                onClick={() => onChange({ pages: wanted.pages.filter((each) => each !== id) })}
              >
                <Icon name="close" size="s" />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      {wanted.pages.length < MAX_PAGES && (
        <Combo
          label={t('console.experiments.make.addPage')}
          options={screens.filter(({ id }) => !wanted.pages.includes(id))}
          value=""
          shown=""
          invalid={error === undefined ? undefined : true}
          onPick={(id) => onChange({ pages: [...wanted.pages, id] })}
        />
      )}
      {error !== undefined && <p className={css['wrong']}>{error}</p>}
    </fieldset>
  )
}

/** Experiments of one group have no person in common, so that they may change the same place. */
function Group({ wanted, onChange, errorOf, id }: FormProps & { id: string | undefined }) {
  const t = useText()
  const { language } = useScope()
  const read = useRead<Page<ExperimentSummary>>(EXPERIMENTS)
  const { group } = wanted
  const others = (read.value?.items ?? []).flatMap(({ view, title, state }) => {
    const { namespace } = documentOf(view)
    return view.id === id || namespace === undefined || state === 'ended'
      ? []
      : [{ title, ...namespace }]
  })
  const part = (name: 'name' | 'from' | 'to') => ({
    label: t(`console.experiments.make.groupOf.${name}`),
    value: group?.[name] ?? '',
    onChange: (value: string) => group && onChange({ group: { ...group, [name]: value } }),
  })
  const first = others[0]
  return (
    <div className={css['choices']}>
      <CheckField
        label={t('console.experiments.make.group')}
        checked={group !== null}
        onChange={(isOn) =>
          onChange({ group: isOn ? { name: first?.id ?? '', from: '0', to: '50' } : null })
        }
      />
      {group !== null && (
        <>
          <p className="small mute">{t('console.experiments.make.groupHint')}</p>
          <div className={css['weights']}>
            <TextField {...part('name')} error={errorOf('group')} maxLength={40} />
            <TextField {...part('from')} />
            <TextField {...part('to')} />
          </div>
          {others.length > 0 && (
            <ul className="small mute">
              {others.map(({ title, id: name, from, to }) => (
                <li key={title}>
                  {t('console.experiments.make.groupTaken', {
                    title,
                    group: name,
                    from: figure(from * 100, language),
                    to: figure(to * 100, language),
                  })}
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </div>
  )
}

/** People who see no experiment, so that all changes together can be judged later. */
function Holdout({ wanted, onChange, errorOf }: FormProps) {
  const t = useText()
  const { holdout } = wanted
  return (
    <div className={css['choices']}>
      <CheckField
        label={t('console.experiments.make.holdout')}
        checked={holdout !== null}
        onChange={(isOn) => onChange({ holdout: isOn ? { name: 'all', share: '5' } : null })}
      />
      {holdout !== null && (
        <>
          <p className="small mute">{t('console.experiments.make.holdoutHint')}</p>
          <div className={css['weights']}>
            <TextField
              label={t('console.experiments.make.holdoutOf.name')}
              value={holdout.name}
              error={errorOf('holdout')}
              maxLength={40}
              onChange={(name) => onChange({ holdout: { ...holdout, name } })}
            />
            <TextField
              label={t('console.experiments.make.holdoutOf.share')}
              value={holdout.share}
              onChange={(share) => onChange({ holdout: { ...holdout, share } })}
            />
          </div>
        </>
      )}
    </div>
  )
}
