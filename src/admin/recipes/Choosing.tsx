/** One of several, or some of them: all in view where they are few, found by typing where not. */

import type { RecipeField } from '#engine/recipes/recipe.ts'
import { linesOf } from '#engine/recipes/lines.ts'
import { useText } from '#engine/react/text.tsx'
import type { IconName } from '#engine/documents/icons.ts'
import { IconButton } from '#widgets/parts/Button.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import { Combo } from '#admin/form/Combo.tsx'
import { CheckField, ChoiceField, SelectField } from '#admin/parts/Field.tsx'
import { useRecipeAround } from './context.ts'
import { nameIn } from './kept.ts'
import type { Row } from './row.ts'
import css from './Recipes.module.css'

type Named = { label: string; hint: string | undefined; at: string }
type Field = Extract<RecipeField, { type: 'choice' | 'several' }>

/** A list longer than this is searched. */
const MANY = 24

function useChoices(field: Field, above: readonly Row[] = []) {
  const t = useText()
  const { choices, recipe, languages } = useRecipeAround()
  const from = field.choices
  const say = (id: string) => t(`console.recipes.choice.${recipe}.${field.id}.${id}`)
  if ('fixed' in from) return from.fixed.map((id) => ({ id, label: say(id) }))
  if ('from' in from)
    return choices[from.from].map(({ id, label }) => ({
      id,
      label: label === '' ? t(`console.recipes.other.${from.from}`) : label,
    }))
  return above
    .filter((row) => from.earlier.includes(String(row['type'])))
    .flatMap((row) => {
      const name = nameIn({ title: row['label'] }) || row.id
      const values =
        row['type'] === 'yesno'
          ? (['yes', 'no'] as const).map((id) => [id, t(`console.recipes.${id}`)] as const)
          : linesOf(
              (row['options'] as Record<string, string> | undefined)?.[languages[0]?.id ?? ''],
            ).map((line, index) => [String(index), line] as const)
      return values.map(([id, words]) => ({
        id: `${row.id}=${id}`,
        label: t('console.recipes.if', { name, words }),
      }))
    })
}

export function Choosing({
  field,
  above,
  at,
  label,
  hint,
  value,
  onChange,
}: Named & {
  field: Extract<RecipeField, { type: 'choice' }>
  above: readonly Row[]
  value: string
  onChange: (value: string) => void
}) {
  const t = useText()
  const { wrongAt } = useRecipeAround()
  const choices = useChoices(field, above)
  // Nothing above it that it could depend on.
  if ('earlier' in field.choices && choices.length === 0) return null
  if (field.look === 'all')
    return <ChoiceField label={label} value={value} onChange={onChange} choices={choices} />
  if ('from' in field.choices && field.choices.from === 'icons')
    return <Icons label={label} value={value} onChange={onChange} choices={choices} />
  const none = 'earlier' in field.choices ? 'always' : field.optional ? 'none' : 'choose'
  const isFixed = 'fixed' in field.choices
  return (
    <SelectField
      label={label}
      hint={hint}
      error={wrongAt(at)}
      value={value}
      onChange={onChange}
      choices={[
        ...(isFixed ? [] : [{ id: '', label: t(`console.recipes.empty.${none}`) }]),
        ...choices,
      ]}
    />
  )
}

export function Several({
  field,
  at,
  label,
  hint,
  value,
  onChange,
}: Named & {
  field: Extract<RecipeField, { type: 'several' }>
  value: readonly string[]
  onChange: (value: readonly string[]) => void
}) {
  const t = useText()
  const { wrongAt } = useRecipeAround()
  const choices = useChoices(field)
  const wrong = wrongAt(at)
  const toggle = (id: string, on: boolean) =>
    onChange(on ? [...value, id] : value.filter((each) => each !== id))
  return (
    <fieldset className={css['words']}>
      <legend>{label}</legend>
      {hint !== undefined && <p className="small mute">{hint}</p>}
      {choices.length <= MANY ? (
        <div className={css['checks']}>
          {choices.map((choice) => (
            <CheckField
              key={choice.id}
              label={choice.label}
              checked={value.includes(choice.id)}
              onChange={(on) => toggle(choice.id, on)}
            />
          ))}
        </div>
      ) : (
        <>
          {value.length > 0 && (
            <ul className={css['chosen']}>
              {value.map((id) => {
                const name = choices.find((choice) => choice.id === id)?.label ?? id
                return (
                  <li key={id}>
                    {name}
                    <IconButton
                      label={t('console.recipes.leaveOut', { name })}
                      onClick={() => toggle(id, false)}
                    >
                      <Icon name="close" size="s" />
                    </IconButton>
                  </li>
                )
              })}
            </ul>
          )}
          <Combo
            options={choices
              .filter(({ id }) => !value.includes(id))
              .map(({ id, label: title }) => ({ id, title }))}
            value=""
            shown=""
            label={t('console.recipes.add', { label })}
            onPick={(id) => toggle(id, true)}
          />
        </>
      )}
      {wrong !== undefined && (
        <p className={css['wrong']} role="alert">
          {wrong}
        </p>
      )}
    </fieldset>
  )
}

/** Pictures to choose from, instead of their names. */
function Icons({
  label,
  value,
  onChange,
  choices,
}: {
  label: string
  value: string
  onChange: (value: string) => void
  choices: readonly { readonly id: string }[]
}) {
  return (
    <fieldset className={css['words']}>
      <legend>{label}</legend>
      <div className={css['icons']}>
        {choices.map(({ id }) => (
          <label key={id} className={css['icon']} title={id}>
            <input
              type="radio"
              name="recipe-icon"
              className="hidden-text"
              checked={id === value}
              onChange={() => onChange(id)}
            />
            <Icon name={id as IconName} label={id} />
          </label>
        ))}
      </div>
    </fieldset>
  )
}
