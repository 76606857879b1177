/** Does a questionnaire ask the same of everybody? Groups that are compared, and what was found. */

import type { InstrumentView } from '#engine/contract/instruments.ts'
import { useScope } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { Panel } from '#admin/experiments/Panel.tsx'
import { figuresOf, groupName } from './instruments.ts'
import css from './Instruments.module.css'

export function InstrumentGroups({ health }: { health: InstrumentView }) {
  const t = useText()
  const { language } = useScope()
  const { number } = figuresOf(language)
  const { compared, groupNames, items, from } = health
  const title = t('console.instruments.groups.title')
  return (
    <Panel title={title} flush>
      <div className={css['wide']} role="region" aria-label={title}>
        <table className={css['table']}>
          <thead>
            <tr>
              <th scope="col">{t('console.instruments.groups.group')}</th>
              <th scope="col" className="num">
                {t('console.instruments.languages.n')}
              </th>
              <th scope="col" className="num">
                {t('console.instruments.groups.questions')}
              </th>
            </tr>
          </thead>
          {compared.map(({ by, groups, than }) => (
            <tbody key={by}>
              <tr>
                <th scope="rowgroup" colSpan={3}>
                  {groupNames[by]?.name ?? t('console.instruments.language')}
                  {than === null && (
                    <span className={css['sub']}>
                      {t('console.instruments.groups.from', { count: from['group'] })}
                    </span>
                  )}
                </th>
              </tr>
              {groups.map(({ group, people }) => (
                <tr key={group}>
                  <td>{groupName(health, by, group, language)}</td>
                  <td className="num">
                    {people === null
                      ? t('console.instruments.hidden', { count: from['cell'] })
                      : number(people)}
                  </td>
                  <td className="num">
                    {group === than
                      ? t('console.instruments.groups.than')
                      : than === null || people === null || people < from['group']
                        ? '–'
                        : number(
                            items.filter(({ different }) =>
                              different.some((each) => each.by === by && each.group === group),
                            ).length,
                          )}
                  </td>
                </tr>
              ))}
            </tbody>
          ))}
        </table>
      </div>
      <p className={css['meaning']}>{t('console.instruments.groups.meaning')}</p>
    </Panel>
  )
}
