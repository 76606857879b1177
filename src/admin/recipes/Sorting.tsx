/** Which row each line belongs to, and whether it counts the other way round. */

import { linesOf } from '#engine/recipes/lines.ts'
import { useText } from '#engine/react/text.tsx'
import { useRecipeAround } from './context.ts'
import { nameIn } from './kept.ts'
import type { Row } from './row.ts'
import css from './Recipes.module.css'

/** By the position of the line. */
export type SortedLines = Readonly<
  Record<string, { readonly row: string; readonly turned: boolean }>
>

export function Sorting({
  label,
  hint,
  at,
  lines,
  rows,
  value,
  onChange,
}: {
  label: string
  hint: string | undefined
  at: string
  lines: Readonly<Record<string, string>>
  rows: readonly Row[]
  value: SortedLines
  onChange: (value: SortedLines) => void
}) {
  const t = useText()
  const { languages, wrongAt, recipe } = useRecipeAround()
  const all = linesOf(lines[languages[0]?.id ?? ''])
  const nameOf = (row: Row, index: number) =>
    nameIn({ title: row['label'] }) || t(`console.recipes.row.${recipe}`, { number: index + 1 })
  const wrong = wrongAt(at)
  return (
    <section className={css['list']} aria-label={label}>
      <h3 className={css['label']}>{label}</h3>
      {hint !== undefined && <p className="small mute">{hint}</p>}
      <ol className={css['sorting']}>
        {all.map((line, index) => {
          const now = value[index] ?? { row: rows[0]?.id ?? '', turned: false }
          const set = (changed: Partial<typeof now>) =>
            onChange({ ...value, [index]: { ...now, ...changed } })
          return (
            <li key={index}>
              <fieldset>
                <legend>
                  {index + 1}. {line}
                </legend>
                <div className={css['segments']}>
                  {rows.map((row, place) => (
                    <label key={row.id}>
                      <input
                        type="radio"
                        className="hidden-text"
                        name={`sorting-${index}`}
                        checked={now.row === row.id}
                        onChange={() => set({ row: row.id })}
                      />
                      <span>{nameOf(row, place)}</span>
                    </label>
                  ))}
                </div>
                <label className={css['turned']}>
                  <input
                    type="checkbox"
                    checked={now.turned}
                    onChange={(event) => set({ turned: event.currentTarget.checked })}
                  />
                  {t('console.recipes.turned')}
                </label>
              </fieldset>
            </li>
          )
        })}
      </ol>
      {wrong !== undefined && (
        <p className={css['wrong']} role="alert">
          {wrong}
        </p>
      )}
    </section>
  )
}
