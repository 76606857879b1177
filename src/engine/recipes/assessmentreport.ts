/** The report of a new assessment, from a template. */

import type { NodeDocument } from '#engine/documents/kinds.ts'
import type { Words } from './recipe.ts'
import type { Workbench } from './workbench.ts'

export type Scale = {
  /** Id of its row in the form. */
  readonly row: string
  readonly id: string
  readonly label: string
  readonly cuts: readonly number[]
  /** What low, middle and high mean; empty if nothing was said. */
  readonly texts: readonly string[]
  /** How many questions it has. */ items: number
}

type Named = {
  readonly id: string
  readonly group: string
  readonly title: string
  readonly feature: string
}

export function reportOf(
  bench: Workbench,
  form: {
    readonly template: 'bars' | 'highest'
    readonly reportLead: Words
    readonly title: Words
  },
  { id, group, title, feature }: Named,
  scales: readonly Scale[],
): NodeDocument[] {
  const lead = bench.words('/reportLead', `${group}.lead`, form.reportLead) ?? `${group}.lead`
  const metricOf = (scale: Scale) => `${id}.${scale.id}.score`
  const isRanked = form.template === 'highest' && scales.length > 1
  const children: NodeDocument[] = [
    {
      id: 'cover',
      type: 'result-cover',
      data: 'report',
      props: {
        title,
        lead,
        ...(isRanked && {
          pick: {
            count: 1,
            near: 2 * Math.max(...scales.map(errorOf)),
            rows: scales.map((scale) => ({
              id: scale.id,
              metric: metricOf(scale),
              title: scale.label,
              lead,
            })),
          },
        }),
      },
    },
    { id: 'notes', type: 'result-notes', data: 'report', props: {} },
    {
      id: 'bars',
      type: 'score-bars',
      data: 'report',
      props: {
        title,
        sort: isRanked,
        rows: scales.map((scale) => ({
          id: scale.id,
          metric: metricOf(scale),
          label: scale.label,
          sem: errorOf(scale),
        })),
      },
    },
    ...scales
      .filter(({ texts }) => texts.length === 3)
      .map((scale): NodeDocument => ({
        id: `about-${scale.id}`,
        type: 'score-sliders',
        data: 'report',
        props: {
          title: scale.label,
          cuts: [...scale.cuts],
          rows: [
            {
              id: scale.id,
              metric: metricOf(scale),
              label: scale.label,
              from: 'result.band.less',
              to: 'result.band.more',
              texts: [...scale.texts],
              sem: errorOf(scale),
            },
          ],
        },
      })),
  ]
  bench.make('report', {
    id,
    title: bench.say(form.title),
    label: title,
    assessments: [id],
    feature,
    children,
  })
  return children
}

/** Correlation of two questions of one scale that questionnaires of this kind typically have. */
const TYPICAL_R = 0.3
/** And the deviation of people on 0 to 100. */
const TYPICAL_SD = 20

/**
 * Standard error in points out of 100, assumed from the number of questions until the tenant's own
 * people have shown it (docs/decisions/0139): fewer questions, a wider range.
 */
export function errorOf({ items }: Pick<Scale, 'items'>): number {
  const count = Math.max(1, items)
  const reliability = (count * TYPICAL_R) / (1 + (count - 1) * TYPICAL_R)
  return Math.round(TYPICAL_SD * Math.sqrt(1 - reliability))
}
