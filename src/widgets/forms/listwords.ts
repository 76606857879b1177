/** How a record or a choice is called in one line. */

import type { Section } from '#engine/decide/progress.ts'
import type { FormValues } from '#engine/forms/formvalues.ts'
import type { DocumentOf } from '#engine/documents/kinds.ts'
import type { Translate } from '#engine/react/text.tsx'
import { monthNames } from '#engine/documents/intl.ts'

/** The first text of a record, by which the user recognises it. */
export function titleOf({ fields }: Section, record: FormValues): string {
  return textsOf(fields, record)[0] ?? ''
}

/** "Mokoena Spaza · March 2024 to now" */
export function lineOf(
  { fields }: Section,
  record: FormValues,
  language: string,
  t: Translate,
): string {
  const months = fields.filter(({ type }) => type === 'month').map(({ id }) => record[id])
  const said = months.map((month) => monthOf(month, language))
  // Two months are a time; one without an end is still open.
  const time =
    said.length === 2 && said[0] !== ''
      ? t('form.months', { from: said[0] ?? '', to: said[1] || t('form.now') })
      : said.join(' ')
  return [textsOf(fields, record)[1], time.trim()].filter(Boolean).join(' · ')
}

function textsOf(fields: Section['fields'], record: FormValues): string[] {
  return fields.flatMap(({ id, type }) => {
    const value = record[id]
    return type === 'text' && typeof value === 'string' ? [value] : []
  })
}

/** "March 2024" */
export function monthOf(value: unknown, language: string): string {
  const [year, month] = typeof value === 'string' ? value.split('-') : []
  return year === undefined || month === undefined
    ? ''
    : `${monthNames(language)[Number(month) - 1] ?? ''} ${year}`
}

export type Option = {
  readonly id: string
  readonly label: string
  readonly also?: readonly string[]
  readonly group?: string
}

export function optionsOf(list: DocumentOf<'list'>, t: Translate): Option[] {
  return list.items.map(({ id, label, name, otherWords, group }) => ({
    id,
    label: label === undefined ? (name ?? id) : t(label),
    ...(otherWords !== undefined && { also: otherWords }),
    ...(group !== undefined && { group: t(group) }),
  }))
}
