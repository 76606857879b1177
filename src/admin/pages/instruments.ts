/** Figures of instruments as words and as a file. */

import { csvLine } from '#engine/contract/csv.ts'
import type { InstrumentPanel, InstrumentView } from '#engine/contract/instruments.ts'
import type { Estimate } from '#engine/psychometrics/moments.ts'

export function figuresOf(language: string) {
  const format = (options: Intl.NumberFormatOptions) => {
    const formatter = new Intl.NumberFormat(language, options)
    return (value: number) => formatter.format(value)
  }
  return {
    number: format({}),
    percent: format({ style: 'percent', maximumFractionDigits: 0 }),
    decimal: (value: number, digits: number) =>
      format({ minimumFractionDigits: digits, maximumFractionDigits: digits })(value),
  }
}

/** One line a figure: what it is about, its name, value, interval and number of people. */
export function healthCsv(health: InstrumentView): string {
  const { people, scales, items, languages, circle } = health
  const line = (
    about: string,
    id: string,
    figure: string,
    value: Estimate | number | null,
    n: number | null,
  ) => {
    const estimate = typeof value === 'number' ? { value, low: '', high: '' } : value
    return csvLine([
      health.id,
      health.version,
      health.language ?? '',
      about,
      id,
      figure,
      estimate?.value ?? '',
      estimate?.low ?? '',
      estimate?.high ?? '',
      n ?? '',
    ])
  }
  return [
    csvLine([
      'instrument',
      'version',
      'language',
      'about',
      'id',
      'figure',
      'value',
      'low',
      'high',
      'n',
    ]),
    line('instrument', health.id, 'finished', health.finished, health.began),
    line('instrument', health.id, 'careless', health.careless, health.completed),
    line('instrument', health.id, 'minutes', health.minutes?.median ?? null, people),
    line('instrument', health.id, 'circle_p', circle?.p ?? null, people),
    line('instrument', health.id, 'circle_near_r', circle?.near ?? null, people),
    line('instrument', health.id, 'circle_next_r', circle?.next ?? null, people),
    line('instrument', health.id, 'circle_opposite_r', circle?.opposite ?? null, people),
    ...scales.flatMap((scale) => [
      line('scale', scale.id, 'mean', scale.mean, people),
      line('scale', scale.id, 'sd', scale.spread, people),
      line('scale', scale.id, 'alpha', scale.alpha, people),
      line('scale', scale.id, 'omega', scale.omega, people),
      line('scale', scale.id, 'sem', scale.error, people),
      ...(scale.norms ?? []).map(({ share, total }) =>
        line('scale', scale.id, `norm_${share}`, total, people),
      ),
      ...scale.again.map(({ days, n, r }) => line('scale', scale.id, `retest_${days}`, r, n)),
    ]),
    ...items.flatMap((item) => [
      line('item', item.id, 'mean', item.mean, people),
      line('item', item.id, 'sd', item.spread, people),
      line('item', item.id, 'item_rest_r', item.fit, people),
      line('item', item.id, 'seconds', item.seconds, people),
      ...item.shares.map(({ value, share }) =>
        line('item', item.id, `share_${value}`, share, people),
      ),
      ...item.different.flatMap(({ by, group, than, explained, odds }) => {
        const both = peopleIn(health, by, [group, than])
        return [
          line('item', item.id, `dif_${by}_${group}_odds`, odds, both),
          line('item', item.id, `dif_${by}_${group}_nagelkerke`, explained, both),
        ]
      }),
    ]),
    ...health.compared.flatMap(({ by, groups }) =>
      groups.map((each) => line(by, each.group, 'people', each.people, each.people)),
    ),
    ...languages.flatMap((each) => [
      line('language', each.language, 'finished', each.finished, each.began),
      line('language', each.language, 'minutes', each.minutes, each.people),
      line('language', each.language, 'lowest_alpha', each.alpha, each.people),
    ]),
  ].join('')
}

/** One line an answer: how many raters chose it, beside what the key gives for it. */
export function panelCsv(instrument: string, cohort: string, panel: InstrumentPanel): string {
  const { kind, people, items } = panel
  return [
    csvLine([
      'instrument',
      'panel',
      'question',
      'answer',
      'key',
      'value',
      'low',
      'high',
      'n',
      'kept',
    ]),
    ...items.flatMap(({ id, best, shares, kept }) =>
      shares.map(({ value, share, points }) =>
        csvLine([
          instrument,
          cohort,
          id,
          value,
          points,
          share.value,
          share.low,
          share.high,
          people,
          kind === 'right' && kept !== null && value === best ? (kept ? 'yes' : 'no') : null,
        ]),
      ),
    ),
  ].join('')
}

/** How many people are in these groups together; null if it isn't told of all of them. */
function peopleIn({ compared }: InstrumentView, by: string, ids: readonly string[]): number | null {
  const all = compared.find((each) => each.by === by)?.groups ?? []
  const counts = ids.map((id) => all.find(({ group }) => group === id)?.people ?? null)
  return counts.reduce((sum, count) => (sum === null || count === null ? null : sum + count), 0)
}

/** What a group of people is called. */
export function groupName(
  { groupNames }: InstrumentView,
  by: string,
  group: string,
  language: string,
): string {
  return by === 'language'
    ? (new Intl.DisplayNames([language], { type: 'language' }).of(group) ?? group)
    : (groupNames[by]?.groups[group] ?? group)
}
