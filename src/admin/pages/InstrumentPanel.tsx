/** A panel of raters: what the people of one cohort chose, who judge the questions. */

import { useState } from 'react'
import type { InstrumentPanel as PanelView } from '#engine/contract/instruments.ts'
import { FROM } from '#engine/psychometrics/groups.ts'
import { useScope } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import { saveFile } from '#widgets/parts/savefile.ts'
import { Panel } from '#admin/experiments/Panel.tsx'
import { useRead } from '#admin/parts/client.ts'
import { SelectField } from '#admin/parts/Field.tsx'
import { Pending } from '#admin/parts/Pending.tsx'
import { figuresOf, panelCsv } from './instruments.ts'
import css from './Instruments.module.css'

export function InstrumentPanel({ instrument }: { instrument: string }) {
  const t = useText()
  const [cohort, setCohort] = useState('')
  const read = useRead<PanelView>(
    `admin/instruments/${instrument}/panel${cohort === '' ? '' : `?${new URLSearchParams({ cohort }).toString()}`}`,
  )
  const { number, percent } = figuresOf(useScope().language)
  // Ratings have nothing to judge: most instruments have no panel.
  if (read.value?.kind === null) return null
  return (
    <Pending read={read}>
      {(view) => {
        const { kind, cohorts, people, needed } = view
        return (
          <Panel
            title={t('console.instruments.panel.title')}
            aside={people !== null && <span className="small mute">n = {number(people)}</span>}
            flush
          >
            <p className={css['meaning']}>
              {t(`console.instruments.panel.${kind}`, {
                count: needed?.people ?? 0,
                share: percent(needed?.share ?? 0),
              })}
            </p>
            {cohorts.length === 0 ? (
              <p className={css['meaning']}>{t('console.instruments.panel.none')}</p>
            ) : (
              <div className={css['which']}>
                <SelectField
                  label={t('console.instruments.panel.cohort')}
                  value={cohort}
                  choices={[
                    { id: '', label: t('console.instruments.panel.choose') },
                    ...cohorts.map(({ name }) => ({ id: name, label: name })),
                  ]}
                  onChange={setCohort}
                />
                {cohort !== '' && people !== null && (
                  <Button
                    look="line"
                    small
                    onClick={() =>
                      saveFile(
                        `${instrument}-panel.csv`,
                        new Blob([panelCsv(instrument, cohort, view)], { type: 'text/csv' }),
                      )
                    }
                  >
                    <Icon name="download" size="s" />
                    <span>
                      CSV
                      <span className="hidden-text">: {t('console.instruments.panel.title')}</span>
                    </span>
                  </Button>
                )}
              </div>
            )}
            {cohort !== '' && <Judged view={view} />}
          </Panel>
        )
      }}
    </Pending>
  )
}

function Judged({ view }: { view: PanelView }) {
  const t = useText()
  const { percent } = figuresOf(useScope().language)
  const { kind, people, needed, items, names, options } = view
  if (people === null)
    return (
      <p className={css['meaning']}>{t('console.instruments.panel.few', { count: FROM.cell })}</p>
    )
  const isEnough = needed !== null && people >= needed.people
  return (
    <>
      {!isEnough && (
        <p className={css['meaning']}>
          {t('console.instruments.panel.more', { count: (needed?.people ?? 0) - people })}
        </p>
      )}
      <div className={css['wide']} role="region" aria-label={t('console.instruments.panel.title')}>
        <table className={css['table']}>
          <thead>
            <tr>
              <th scope="col">{t('console.instruments.items.question')}</th>
              <th scope="col">{t('console.instruments.panel.chose')}</th>
              {kind === 'right' && <th scope="col">{t('console.instruments.panel.verdict')}</th>}
            </tr>
          </thead>
          <tbody>
            {items.map(({ id, best, shares, kept }) => (
              <tr key={id}>
                <th scope="row">
                  {names[id]}
                  <span className={css['sub']}>{id}</span>
                </th>
                <td>
                  <ul className={`plain small ${css['chosen']}`}>
                    {shares
                      .filter(({ share, points }) => share.value > 0 || points > 0)
                      .map(({ value, share, points }) => (
                        <li key={value} className={value === best ? 'strong' : undefined}>
                          {t(
                            kind === 'weights'
                              ? 'console.instruments.panel.weighed'
                              : 'console.instruments.panel.seen',
                            {
                              answer: options[id]?.[value] ?? value,
                              share: percent(share.value),
                              low: percent(share.low),
                              high: percent(share.high),
                              key: percent(points),
                            },
                          )}
                        </li>
                      ))}
                  </ul>
                </td>
                {kind === 'right' && (
                  <td>
                    {kept === null ? (
                      <span className="mute">–</span>
                    ) : (
                      <span className={css['reading']} data-look={kept ? 'good' : 'look'}>
                        {t(`console.instruments.panel.${kept ? 'kept' : 'unseen'}`)}
                      </span>
                    )}
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}
