/** A list of small forms: fields of a section, scales of an assessment. */

import type { ReactNode } from 'react'
import type { RecipeField } from '#engine/recipes/recipe.ts'
import { useText } from '#engine/react/text.tsx'
import { Button, IconButton } from '#widgets/parts/Button.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import { useRecipeAround } from './context.ts'
import { nameIn } from './kept.ts'
import { newRow, type Row } from './row.ts'
import css from './Recipes.module.css'

type RowsField = Extract<RecipeField, { type: 'rows' }>

export function Rows({
  label,
  at,
  field,
  value,
  onChange,
  renderFields,
}: {
  label: string
  at: string
  field: RowsField
  value: readonly Row[]
  onChange: (value: readonly Row[]) => void
  /** The fields of one row; it can depend on those above it. */
  renderFields: (
    row: Row,
    above: readonly Row[],
    onChange: (changed: Readonly<Record<string, unknown>>) => void,
  ) => ReactNode
}) {
  const t = useText()
  const { recipe, wrongAt } = useRecipeAround()
  const wrong = wrongAt(at)
  const add = () => {
    let number = value.length + 1
    while (value.some(({ id }) => id === `r${number}`)) number++
    onChange([...value, newRow(field.fields, `r${number}`)])
  }
  const move = (from: number, to: number) => {
    const rows = [...value]
    rows.splice(to, 0, ...rows.splice(from, 1))
    onChange(rows)
  }
  return (
    <section className={css['list']} aria-label={label}>
      {value.map((row, index) => {
        const name =
          nameIn({ title: row['label'] }) ||
          t(`console.recipes.row.${recipe}`, { number: index + 1 })
        return (
          <fieldset key={row.id} className={css['row']}>
            <legend>{name}</legend>
            <div className={css['rowTools']}>
              {index > 0 && (
                <IconButton
                  label={t('console.recipes.up', { name })}
                  onClick={() => move(index, index - 1)}
                >
                  <span className={css['up']}>
                    <Icon name="down" size="s" />
                  </span>
                </IconButton>
              )}
              {value.length > field.least && (
                <IconButton
                  label={t('console.recipes.leaveOut', { name })}
                  onClick={() => onChange(value.filter((each) => each !== row))}
                >
                  <Icon name="close" size="s" />
                </IconButton>
              )}
            </div>
            {renderFields(row, value.slice(0, index), (changed) =>
              onChange(value.map((each) => (each === row ? { ...each, ...changed } : each))),
            )}
          </fieldset>
        )
      })}
      {wrong !== undefined && (
        <p className={css['wrong']} role="alert">
          {wrong}
        </p>
      )}
      {value.length < field.most && (
        <div>
          <Button look="line" small icon={<Icon name="plus" size="s" />} onClick={add}>
            {t(`console.recipes.addRow.${recipe}`)}
          </Button>
        </div>
      )}
    </section>
  )
}
