/**
 * Several choices from a list: checkboxes, a search if the list is long, and how many to choose.
 */

import { Input } from '@mantine/core'
import { getUiOptions, type FieldProps, type RJSFSchema } from '@rjsf/utils'
import { useState } from 'react'
import type { FormValues } from '#engine/forms/formvalues.ts'
import { useScope } from '#engine/react/context.ts'
import { useText, type Translate } from '#engine/react/text.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import { choiceLabels, type Choice } from './choices.ts'
import type { FieldOptions } from './formschema.ts'
import css from './FormTheme.module.css'

/** A list that is longer than this can be searched. */
const LONG = 12
/** How many of a long list are shown before a search. */
const SHOWN = 24

export function Choices({
  formData,
  fieldPathId,
  uiSchema,
  disabled,
  onChange,
}: FieldProps<FormValues, RJSFSchema>) {
  const t = useText()
  const { language } = useScope()
  const { list, fewest, mostOf } = getUiOptions(uiSchema) as FieldOptions
  const [query, setQuery] = useState('')
  // Only the values of this field, whatever the type of the form.
  const chosen = Array.isArray(formData) ? (formData as readonly string[]) : []
  const all = choiceLabels(list, t, language)
  const shown = all.length > LONG ? inSight(all, { query, chosen, language }) : all
  const full = mostOf !== undefined && chosen.length >= mostOf
  const turn = (id: string) =>
    onChange(
      (chosen.includes(id)
        ? chosen.filter((each) => each !== id)
        : [...chosen, id]) as unknown as FormValues,
      fieldPathId.path,
    )
  return (
    <>
      <HowMany t={t} fewest={fewest} most={mostOf} chosen={chosen.length} />
      {all.length > LONG && (
        <Input
          type="search"
          className={css['search']}
          leftSection={<Icon name="search" size="s" />}
          value={query}
          placeholder={t('form.search')}
          aria-label={t('form.search')}
          onChange={(event) => setQuery(event.currentTarget.value)}
          // Enter searches here, and doesn't submit the form.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      )}
      <div className={css['choices']}>
        {shown.map(({ id, label }) => (
          <label className={css['choice']} key={id}>
            <input
              type="checkbox"
              name={fieldPathId.name}
              value={id}
              checked={chosen.includes(id)}
              disabled={disabled || (full && !chosen.includes(id))}
              onChange={() => turn(id)}
            />
            <span>{label}</span>
          </label>
        ))}
      </div>
      {shown.length < all.length && (
        <p className={css['hint']} role="status">
          {query.trim() === ''
            ? t('form.searchMore', { count: all.length - shown.length })
            : t('form.searchFound', { count: matching(all, query, language).length })}
        </p>
      )}
    </>
  )
}

/** Chosen items stay visible, whatever the search. */
function inSight(
  all: readonly Choice[],
  { query, chosen, language }: { query: string; chosen: readonly string[]; language: string },
): Choice[] {
  const found = new Set(
    (query.trim() === '' ? all : matching(all, query, language)).slice(0, SHOWN),
  )
  return all.filter((each) => found.has(each) || chosen.includes(each.id))
}

function matching(all: readonly Choice[], query: string, language: string): Choice[] {
  const plain = (text: string) =>
    text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase(language)
  const looked = plain(query.trim())
  return all.filter(({ label }) => plain(label).includes(looked))
}

type HowManyProps = {
  readonly t: Translate
  readonly fewest: number | undefined
  readonly most: number | undefined
  readonly chosen: number
}

function HowMany({ t, fewest, most, chosen }: HowManyProps) {
  const asked =
    fewest !== undefined && fewest === most
      ? t('form.exactly', { count: fewest })
      : fewest !== undefined && most !== undefined
        ? t('form.between', { least: fewest, most })
        : fewest !== undefined
          ? t('form.atLeast', { count: fewest })
          : most !== undefined
            ? t('form.atMost', { count: most })
            : null
  return asked === null ? null : (
    <p className={css['hint']}>
      {asked} <span aria-live="polite">{t('form.chosen', { count: chosen })}</span>
    </p>
  )
}
