/** Norms of an instrument: which totals the tenant's own people have. */

import type { InstrumentView } from '#engine/contract/instruments.ts'
import { useScope } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { Panel } from '#admin/experiments/Panel.tsx'
import { Figure } from './InstrumentFigure.tsx'
import { figuresOf } from './instruments.ts'
import css from './Instruments.module.css'

export function InstrumentNorms({ health }: { health: InstrumentView }) {
  const t = useText()
  const { decimal, number } = figuresOf(useScope().language)
  const one = (value: number) => decimal(value, 1)
  const { scales, scaleNames, people, from } = health
  const shares = scales.find(({ norms }) => norms !== null)?.norms ?? []
  const title = t('console.instruments.norms.title')
  return (
    <Panel
      title={title}
      aside={<span className="small mute">n = {number(people ?? 0)}</span>}
      flush
    >
      {shares.length === 0 ? (
        <p className={css['meaning']}>{t('console.instruments.from', { count: from['norms'] })}</p>
      ) : (
        <>
          <div className={css['wide']} role="region" aria-label={title}>
            <table className={css['table']}>
              <thead>
                <tr>
                  <th scope="col">{t('console.instruments.scales.scale')}</th>
                  {shares.map(({ share }) => (
                    <th key={share} scope="col" className="num">
                      {t('console.instruments.norms.share', { share })}
                    </th>
                  ))}
                  <th scope="col" className="num">
                    {t('console.instruments.scales.mean')}
                  </th>
                  <th scope="col" className="num">
                    {t('console.instruments.scales.spread')}
                  </th>
                </tr>
              </thead>
              <tbody>
                {scales.map(({ id, norms, mean, spread }) => (
                  <tr key={id}>
                    <th scope="row">{scaleNames[id] ?? id}</th>
                    {(norms ?? []).map(({ share, total }) => (
                      <td key={share} className="num">
                        <Figure of={total} say={number} />
                      </td>
                    ))}
                    <td className="num">
                      <Figure of={mean} say={one} />
                    </td>
                    <td className="num">
                      <Figure of={spread} say={one} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          <p className={css['meaning']}>{t('console.instruments.norms.meaning')}</p>
        </>
      )}
    </Panel>
  )
}
