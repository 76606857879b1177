/** Looks of a paper to choose from, each with a small drawing. The choice is in the address. */

import { useId } from 'react'
import { useAction } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import type { CvView } from '#engine/contract/cvcalls.ts'
import type { LooksProps } from './paperprops.ts'
import css from './Paper.module.css'

type Layouts = CvView['layouts']
type Drawing = Layouts[number]['drawing']

export function PaperLooks({ label, query, current, rows }: LooksProps & { rows: Layouts }) {
  const t = useText()
  const set = useAction<Readonly<Record<string, string>>>('query.set')
  const name = useId()
  const chosen = rows.find(({ id }) => id === current) ?? rows[0]
  return (
    <fieldset className={`${css['looks']} no-print`}>
      <legend className="hidden-text">{t(label)}</legend>
      {rows.map(({ id, title, drawing }) => (
        <label key={id} className={css['look']}>
          <input
            type="radio"
            name={name}
            className="hidden-text"
            checked={id === chosen?.id}
            onChange={() => void set({ [query]: id })}
          />
          <Drawn drawing={drawing} />
          {title}
        </label>
      ))}
    </fieldset>
  )
}

/** Lines of text below titles, 70 by 98: a sheet of A4. */
function Drawn({ drawing }: { drawing: Drawing }) {
  const step = drawing === 'dots' ? 15 : 21
  const isCloth = drawing === 'cloth'
  const tops = Array.from({ length: drawing === 'dots' ? 5 : 3 }, (_, at) => 32 + at * step)
  return (
    <svg viewBox="0 0 70 98" aria-hidden="true" focusable="false" className={css['drawn']}>
      {isCloth && (
        <>
          <path className={css['ink']} d="M0 0h70v16a10 10 0 0 1-10 10H0z" />
          <path className={css['trail']} d="M0 22h40a3 3 0 0 0 3-3a3 3 0 0 1 3-3h8" />
          <circle className={css['sun']} cx="56" cy="16" r="3" />
        </>
      )}
      <path
        className={isCloth ? css['white'] : css['ink']}
        d={isCloth ? 'M8 6h34v5H8zM8 13h22v2H8z' : 'M8 9h34v5H8zM8 18h22v2H8z'}
      />
      {tops.map((top) => (
        <g key={top}>
          {drawing === 'rule' && <path className={css['ink']} d={`M8 ${top - 4}h54v1H8z`} />}
          {drawing === 'dots' && <path className={css['dotted']} d={`M30 ${top + 1.5}h32`} />}
          <path className={css['ink']} d={`M8 ${top}h18v3H8z`} />
          <path className={css['pale']} d={`M8 ${top + 6}h50v2H8zM8 ${top + 10}h38v2H8z`} />
        </g>
      ))}
    </svg>
  )
}
