/**
 * Scoring keys: every row must fit the assessment, and every name must be a scale, item or option
 * that exists.
 */

import { nearest } from '#engine/documents/json.ts'
import type { DocumentOf } from '#engine/documents/kinds.ts'
import { optionsOf } from '#engine/scoring/answervalue.ts'
import { HEXAGON } from '#engine/scoring/scoring.ts'
import type { Add, Context } from './context.ts'

/** A scoring key with the names that its rows may use. */
type Key = {
  readonly key: DocumentOf<'scoring'>
  readonly assessment: DocumentOf<'assessment'> | undefined
  /** Ids of the assessment's items. */
  readonly items: readonly string[]
  /** Ids of the items that the key has a row for. */
  readonly keyed: readonly string[]
  readonly scales: readonly string[]
  readonly add: Add
}

export function checkScoring(key: DocumentOf<'scoring'>, context: Context, add: Add): void {
  const assessment = context.catalog.get('assessment', key.assessment)
  const names: Key = {
    key,
    assessment,
    items: assessment?.items?.map(({ id }) => id) ?? [],
    keyed: key.items.map(({ id }) => id),
    scales: key.scales.map(({ id }) => id),
    add,
  }
  for (const id of names.items)
    if (!names.keyed.includes(id))
      add('scoring/unscored-item', '/items', `item "${id}" of the assessment has no row here`)
  if (assessment !== undefined && (assessment.format ?? 'scale') === 'scale')
    checkSameScale(key, assessment, add)
  checkNames(key, add)
  for (const item of key.items) checkItem(item, names)
  checkFacets(names)
  checkDerived(names)
  checkCareers(key, context, add)
}

/** What a result says beside its metrics (psychometrics/own.ts): a metric of that name would be overwritten. */
const RESERVED: ReadonlySet<string> = new Set(['errors', 'norms'])

function checkNames({ scales }: DocumentOf<'scoring'>, add: Add): void {
  for (const { id } of scales)
    if (RESERVED.has(id))
      add(
        'scoring/reserved-name',
        `/scales/${id}`,
        `"${id}" is what a result calls its own standard errors or norms; choose another id`,
      )
}

function checkScale(id: string, at: string, { scales, add }: Key): void {
  if (!scales.includes(id))
    add('reference/unknown-scale', at, `there is no scale called "${id}"`, nearest(id, scales))
}

function checkItem(item: DocumentOf<'scoring'>['items'][number], names: Key): void {
  const { assessment, items, add } = names
  const at = `/items/${item.id}`
  if (assessment === undefined || !items.includes(item.id))
    return add(
      'reference/unknown-item',
      at,
      `the assessment has no item "${item.id}"`,
      nearest(item.id, items),
    )
  const options = optionsOf(assessment, item.id)
  const checkOption = (id: string, where: string) => {
    if (!options.includes(id))
      add('reference/unknown-option', where, `the item has no option "${id}"`, nearest(id, options))
  }
  if (item.correct !== undefined) checkOption(item.correct, `${at}/correct`)
  for (const { id } of item.weights ?? []) checkOption(id, `${at}/weights/${id}`)
  if (item.ranks) for (const id of options) checkScale(id, `${at}/ranks`, names)
  else if (item.scale === undefined)
    add('scoring/no-scale', at, 'a row must name the scale it counts for, or be a ranking')
  else checkScale(item.scale, `${at}/scale`, names)
}

function checkFacets(names: Key): void {
  const { key, keyed, add } = names
  for (const facet of key.facets ?? []) {
    checkScale(facet.scale, `/facets/${facet.id}/scale`, names)
    for (const { id } of facet.items)
      if (!keyed.includes(id))
        add(
          'reference/unknown-item',
          `/facets/${facet.id}/items/${id}`,
          `there is no row here called "${id}"`,
          nearest(id, keyed),
        )
  }
}

function checkDerived(names: Key): void {
  for (const row of names.key.derive ?? []) {
    const at = `/derive/${row.id}`
    if (row.op === 'centre')
      for (const group of row.groups)
        for (const { id } of group.scales)
          checkScale(id, `${at}/groups/${group.id}/scales/${id}`, names)
    if (row.op === 'poles') for (const id of [...row.x, ...row.y]) checkScale(id, at, names)
    if (row.op === 'interest-code') {
      for (const id of HEXAGON) checkScale(id, at, names)
      checkEvenScales(names)
    }
  }
}

/** Sums of the six types can only be compared if they have the same number of items. */
function checkEvenScales({ key, items, keyed, scales, add }: Key): void {
  const counts = new Set(HEXAGON.map((id) => key.items.filter(({ scale }) => scale === id).length))
  // Unknown names are reported separately.
  const isWhole =
    items.every((id) => keyed.includes(id)) &&
    key.items.every(({ id, scale }) => items.includes(id) && scales.includes(scale ?? ''))
  if (counts.size > 1 && isWhole)
    add(
      'scoring/uneven-scales',
      '/items',
      'the six types must have equally many items, or their scores cannot be compared',
    )
}

/**
 * Only one instrument can be compared with careers, and it must have a code, which tells whether
 * its scores differ at all.
 */
function checkCareers(key: DocumentOf<'scoring'>, { catalog }: Context, add: Add): void {
  if (key.careers === undefined) return
  if (!(key.derive ?? []).some(({ op }) => op === 'interest-code'))
    add('scoring/no-code', '/careers', 'only a key that derives an interest code can be compared')
  const other = catalog.all('scoring').find((each) => each.careers && each.id !== key.id)
  if (other !== undefined)
    add(
      'scoring/second-match',
      '/careers',
      `careers are compared with "${other.id}"; one key at most may say so`,
    )
}

/** A key for a different response scale would shift every score. */
function checkSameScale(
  key: DocumentOf<'scoring'>,
  assessment: DocumentOf<'assessment'>,
  add: Add,
): void {
  const { min, max } = assessment.responseScale ?? {}
  if (min !== key.responseScale?.min || max !== key.responseScale?.max)
    add('scoring/other-scale', '/responseScale', `the assessment is answered from ${min} to ${max}`)
}
