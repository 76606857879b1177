/** Draws the fields of a step, or of a row, by their types. */

import type { RecipeField } from '#engine/recipes/recipe.ts'
import { idFrom } from '#engine/recipes/ids.ts'
import { readTable } from '#engine/recipes/lines.ts'
import { useText } from '#engine/react/text.tsx'
import { CheckField, TextField } from '#admin/parts/Field.tsx'
import { Choosing, Several } from './Choosing.tsx'
import { useRecipeAround } from './context.ts'
import { Picture } from './Picture.tsx'
import { newRow, type Row } from './row.ts'
import { Rows } from './Rows.tsx'
import { Sorting, type SortedLines } from './Sorting.tsx'
import type { FormValues } from './useRecipe.ts'
import { Words } from './Words.tsx'
import { nameIn } from './kept.ts'

type WordsValue = Readonly<Record<string, string>>
const EMPTY: WordsValue = {}

/**
 * @param values of the form, or of one row
 * @param at pointer to them
 * @param above rows above this one, which it can depend on
 */
export function RecipeFields({
  fields,
  values,
  at = '',
  above = [],
  onChange,
}: {
  fields: readonly RecipeField[]
  values: FormValues
  at?: string
  above?: readonly Row[]
  onChange: (changed: FormValues) => void
}) {
  return fields
    .filter(({ when }) => when === undefined || when.is.includes(values[when.field] as string))
    .map((field) => (
      <OneField
        key={field.id}
        field={field}
        values={values}
        at={`${at}/${field.id}`}
        above={above}
        onChange={onChange}
      />
    ))
}

/** The words of a field. */
function useNaming({ id, type, shared, optional, hint }: RecipeField) {
  const t = useText()
  const { recipe } = useRecipeAround()
  const group = shared ? 'any' : recipe
  const label = t(`console.recipes.field.${group}.${id}`)
  return {
    label: optional && type !== 'yesno' ? t('console.recipes.optional', { label }) : label,
    hint: hint ? t(`console.recipes.hint.${group}.${id}`) : undefined,
  }
}

/** What the library says about a picture, where nothing is said yet. */
function wordsFor(
  { words: beside }: Extract<RecipeField, { type: 'picture' }>,
  values: FormValues,
  words: WordsValue,
): FormValues {
  const said = Object.values((values[beside ?? ''] ?? EMPTY) as WordsValue)
  return beside === undefined || said.some((each) => each !== '') ? {} : { [beside]: words }
}

function OneField({
  field,
  values,
  at,
  above,
  onChange,
}: {
  field: RecipeField
  values: FormValues
  at: string
  above: readonly Row[]
  onChange: (changed: FormValues) => void
}) {
  const { wrongAt } = useRecipeAround()
  const { label, hint } = useNaming(field)
  const value = values[field.id]
  const set = (next: unknown) => onChange({ [field.id]: next })
  const named = { label, hint, at }
  switch (field.type) {
    case 'words':
      return <Words {...named} value={(value ?? EMPTY) as WordsValue} onChange={set} />
    case 'long':
      return <Words {...named} rows={5} value={(value ?? EMPTY) as WordsValue} onChange={set} />
    case 'lines':
      return (
        <Lines
          {...named}
          field={field}
          values={values}
          value={(value ?? EMPTY) as WordsValue}
          onChange={onChange}
        />
      )
    case 'path':
      return <Path {...named} made={field.made} value={String(value ?? '')} onChange={set} />
    case 'number':
      return (
        <TextField
          label={label}
          hint={hint}
          error={wrongAt(at)}
          value={String(value ?? '')}
          onChange={set}
          type="number"
          min={1}
          max={99}
        />
      )
    case 'yesno':
      return <CheckField label={label} hint={hint} checked={value === true} onChange={set} />
    case 'choice':
      return (
        <Choosing
          {...named}
          field={field}
          above={above}
          value={String(value ?? '')}
          onChange={set}
        />
      )
    case 'several':
      return (
        <Several
          {...named}
          field={field}
          value={(value ?? []) as readonly string[]}
          onChange={set}
        />
      )
    case 'picture':
      return (
        <Picture
          {...named}
          value={String(value ?? '')}
          onChange={set}
          onPick={({ url, words }) =>
            onChange({ [field.id]: url, ...wordsFor(field, values, words) })
          }
        />
      )
    case 'rows':
      return (
        <Rows
          {...named}
          field={field}
          value={(value ?? []) as readonly Row[]}
          onChange={set}
          renderFields={(row, before, change) => (
            <RecipeFields
              fields={field.fields}
              values={row}
              at={`${at}/${row.id}`}
              above={before}
              onChange={change}
            />
          )}
        />
      )
    default:
      return (
        <Sorting
          {...named}
          lines={(values[field.lines] ?? EMPTY) as WordsValue}
          rows={(values[field.rows] ?? []) as readonly Row[]}
          value={(value ?? {}) as SortedLines}
          onChange={set}
        />
      )
  }
}

/** One a line; a table that is pasted brings its rows along, and how they are sorted. */
function Lines({
  field,
  values,
  onChange,
  ...words
}: {
  label: string
  hint: string | undefined
  at: string
  field: Extract<RecipeField, { type: 'lines' }>
  values: FormValues
  value: WordsValue
  onChange: (changed: FormValues) => void
}) {
  const { languages } = useRecipeAround()
  const type = (next: WordsValue) => {
    const { table } = field
    const first = next[languages[0]?.id ?? ''] ?? ''
    const read =
      table === undefined || first === words.value[languages[0]?.id ?? ''] ? null : readTable(first)
    if (read === null || table === undefined) return onChange({ [field.id]: next })
    const before = (values[table.rows] ?? []) as readonly Row[]
    const rows = read.rows.map((name, index): Row => {
      const known = before.find((row) => nameIn({ title: row['label'] }) === name)
      const label = Object.fromEntries(languages.map(({ id }) => [id, name]))
      return known ?? { ...(before[0] ?? newRow([])), label, id: `r${index + 1}` }
    })
    const idOf = (name: string) => rows[read.rows.indexOf(name)]?.id ?? ''
    onChange({
      [field.id]: next,
      [table.rows]: rows,
      [table.sorting]: Object.fromEntries(
        Object.entries(read.sorting).map(([line, { row, turned }]) => [
          line,
          { row: idOf(row), turned },
        ]),
      ),
    })
  }
  return <Words {...words} rows={6} onChange={type} />
}

/** The address is made of the title until somebody types another. */
function Path({
  label,
  hint,
  at,
  made,
  value,
  onChange,
}: {
  label: string
  hint: string | undefined
  at: string
  made: string
  value: string
  onChange: (value: string) => void
}) {
  const { form, recipe, wrongAt } = useRecipeAround()
  const name = idFrom(nameIn({ title: form[made] }))
  const start = recipe === 'assessment' ? '/reports/' : '/'
  return (
    <TextField
      label={label}
      hint={hint}
      error={wrongAt(at)}
      value={value}
      placeholder={name === '' ? '' : `${start}${name}`}
      onChange={onChange}
      maxLength={120}
    />
  )
}
