/** Skills, knowledge or work styles of a career, most important first: a name, stones and a word. */

import Type from 'typebox'
import type { CareerDetail } from '#engine/contract.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { importanceWord } from '#engine/why.ts'
import { Card } from './Card.tsx'
import { valueOf } from './dataOf.ts'
import { Heading, inCard } from './Heading.tsx'
import css from './RatedList.module.css'

export const Props = Type.Object({ kind: Type.Enum(['skills', 'knowledge', 'workStyles']) }, { additionalProperties: false })

/** O*NET's ids have dots, text keys have them between groups. */
export function nameKey(id: string): string {
  return `onet.${id.replaceAll('.', '_')}`
}

export const RatedList = defineWidget<typeof Props>('rated-list', function RatedList({ id, kind, data, level }) {
  const t = useText()
  const career = valueOf<CareerDetail>(data)
  if (career === null) return null
  const rated = [...career[kind]].sort((a, b) => b.importance - a.importance)
  return (
    <Card labelledBy={`${id}-title`}>
      <Heading level={inCard(level)} id={`${id}-title`}>
        {t(`career.rated.${kind}`)}
      </Heading>
      {rated.length === 0 ? (
        <p className="small mute">{t('career.rated.none')}</p>
      ) : (
        <ul className={css['rated']}>
          {rated.map((each) => (
            <li key={each.id}>
              <span className={css['name']}>{t(nameKey(each.id))}</span>
              <span className={css['weight']}>
                <Stones importance={each.importance} />
                <span className="tiny mute">{t(`career.importance.${importanceWord(each.importance)}`)}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
})

function Stones({ importance }: { importance: number }) {
  return (
    <svg className={css['stones']} viewBox="0 0 60 12" aria-hidden="true" focusable="false">
      {[1, 2, 3, 4, 5].map((stone) => (
        <circle key={stone} className={css[stone <= Math.round(importance) ? 'full' : 'open']} cx={stone * 12 - 6} cy="6" r={stone <= Math.round(importance) ? 4.5 : 4} />
      ))}
    </svg>
  )
}
