/** Plans side by side; with very large letters on a phone the table is scrolled sideways. */

import { Fragment } from 'react'
import { useRenderContext } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { Card } from '#widgets/parts/Card.tsx'
import { Heading, inCard } from '#widgets/parts/Heading.tsx'
import { Has } from './PlanChoice.tsx'
import type { FeatureGroup, PlanRow } from './planchoice.ts'
import css from './PlanComparison.module.css'

type Props = {
  id: string
  level: 1 | 2 | 3 | 4
  rows: readonly PlanRow[]
  groups: readonly FeatureGroup[]
}

export function PlanTable({ id, level, rows, groups }: Props) {
  const t = useText()
  const { catalog } = useRenderContext()
  return (
    <Card labelledBy={`${id}-table`}>
      <Heading level={inCard(level)} id={`${id}-table`}>
        {t('plans.side')}
      </Heading>
      <div className={css['wide']}>
        <table className={css['table']} aria-labelledby={`${id}-table`}>
          <thead>
            <tr>
              <th scope="col">
                <span className="hidden-text">{t('plans.what')}</span>
              </th>
              {rows.map((row) => (
                <th key={row.id} scope="col">
                  {row.name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {groups.map((group) => (
              <Fragment key={group.id}>
                <tr>
                  <th scope="rowgroup" colSpan={rows.length + 1} className={css['band']}>
                    {t(group.title)}
                  </th>
                </tr>
                {group.features.map((feature) => (
                  <tr key={feature}>
                    <th scope="row">{t(catalog.feature(feature)?.label ?? feature)}</th>
                    {rows.map((row) => (
                      <td key={row.id}>
                        <Has has={row.features.includes(feature)} />
                      </td>
                    ))}
                  </tr>
                ))}
              </Fragment>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  )
}
