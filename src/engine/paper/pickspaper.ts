/** A few records of a report on paper, each with why it is there. */

import { CLOSENESS } from '#engine/scoring/match.ts'
import { isObject, read } from '#engine/documents/json.ts'
import { explainFit } from '#engine/scoring/explainfit.ts'
import type { Why } from '#engine/scoring/match.ts'
import type { Block } from './blocks.ts'
import { card, texts, type PaperContext } from './context.ts'

type Names = { readonly list: string } | { readonly texts: string }
type Value = { readonly id: string; readonly path: string; readonly as?: string }
export type PicksProps = {
  readonly path: string
  readonly title: string
  readonly card: {
    readonly title?: string
    readonly closeness?: string
    readonly why?: { readonly path: string; readonly texts: string; readonly names: Names }
    readonly foot?: { readonly path: string; readonly names?: Names }
  }
  readonly picks?: {
    readonly text?: { readonly text: string; readonly values: readonly Value[] }
    readonly empty: string
  }
}

export function picksPaper(
  { path, title, card: look, picks }: PicksProps,
  context: PaperContext,
): Block[] {
  const { answer, text, t, say } = context
  const found = read(answer, path)
  if (!Array.isArray(found)) return []
  const records: readonly unknown[] = found
  if (records.length === 0)
    return picks === undefined ? [] : [card(text(title), texts('mute', text(picks.empty)))]
  const values = (picks?.text?.values ?? []).map(
    ({ id, path: at, as }) => [id, filled(read(answer, at), as)] as const,
  )
  const said =
    picks?.text === undefined || values.some(([, value]) => value === '')
      ? ''
      : t(picks.text.text, Object.fromEntries(values))
  return [
    card(text(title), [
      ...texts('mute', say(said)),
      {
        as: 'list',
        rows: records.map((record) => ({
          svg: null,
          title: say(wordsAt(record, look.title ?? 'title')),
          text: say(
            [
              closeness(record, look, t),
              whyOf(record, look, context),
              footOf(record, look, context),
            ]
              .filter(Boolean)
              .join(' '),
          ),
        })),
      },
    ]),
  ]
}

type Look = PicksProps['card']

function filled(value: unknown, as: string | undefined): string | number {
  if (typeof value === 'number') return as === 'whole' ? Math.round(value) : value
  return typeof value === 'string' ? value : ''
}

function wordsAt(record: unknown, path: string): string {
  const value = read(record, path)
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

function closeness(record: unknown, { closeness: path }: Look, t: PaperContext['t']): string {
  const level = path === undefined ? '' : wordsAt(record, path)
  return (CLOSENESS as readonly string[]).includes(level) ? `${t(`match.${level}`)}.` : ''
}

function whyOf(record: unknown, { why }: Look, context: PaperContext): string {
  const facts = why === undefined ? null : read(record, why.path)
  if (why === undefined || !isObject(facts) || !Array.isArray(facts['shared'])) return ''
  return explainFit(facts as unknown as Why)
    .map(({ key, types }) => {
      const [first = '', second = '', third = ''] = types.map(
        (type) => nameOf(type, why.names, context) ?? type,
      )
      return context.t(`${why.texts}.${key}`, { first, second, third })
    })
    .join(' ')
}

function footOf(record: unknown, { foot }: Look, context: PaperContext): string {
  return foot === undefined ? '' : (nameOf(wordsAt(record, foot.path), foot.names, context) ?? '')
}

/** A code in words; null if the list doesn't have it. */
function nameOf(
  code: string,
  names: Names | undefined,
  { t, catalog }: PaperContext,
): string | null {
  if (code === '') return null
  if (names === undefined) return code
  if ('texts' in names) return t(`${names.texts}.${code.replaceAll('.', '_')}`)
  const item = catalog
    .get('list', names.list)
    ?.items.find(({ id, letter }) => id === code || letter === code)
  return item === undefined ? null : t(item.label) || item.name || item.id
}
