/**
 * What a set opens, by name: closed first, then what is open in some places, and all that is open
 * in one row.
 */

import type { Openness } from '#engine/decide/subjects.ts'
import { useScope } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { listOf } from '#engine/documents/intl.ts'
import type { Item } from './record.ts'
import css from './SetPicker.module.css'

const NAMED = ['closed', 'some'] as const

export function SetFields({
  openness,
  names,
  texts,
}: {
  openness: Readonly<Record<string, Openness>>
  names: readonly Item[]
  texts: string
}) {
  const t = useText()
  const { language } = useScope()
  const at = (state: Openness) => names.filter(({ id }) => openness[id] === state)
  const open = at('open').map(({ words }) => words)
  return (
    <ul className={css['gates']}>
      {NAMED.flatMap((state) =>
        at(state).map(({ id, words }) => (
          <li key={id} className={css[state]}>
            <span className="grow">{words}</span>
            <span className="small">{t(`${texts}.state.${state}`)}</span>
          </li>
        )),
      )}
      {open.length > 0 && (
        <li className={css['open']}>
          <span className="grow">{listOf(open, language)}</span>
          <span className="small">{t(`${texts}.state.open`)}</span>
        </li>
      )}
    </ul>
  )
}
