/**
 * Facets of scales, in words only: the strongest, or those worth practising, each with one small
 * step.
 */

import Type from 'typebox'
import type { ReportAnswer } from '#engine/contract/contract.ts'
import { comparable } from '#engine/scoring/reports.ts'
import { outermost } from '#engine/scoring/standing.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { Card } from '#widgets/parts/Card.tsx'
import { Chip } from '#widgets/parts/Chip.tsx'
import { valueOf } from '#widgets/parts/dataOf.ts'
import { Heading, inCard } from '#widgets/parts/Heading.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import { NotReady } from '#widgets/parts/NotReady.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import * as score from '#widgets/parts/scoreProps.ts'
import css from './FacetPractice.module.css'

export const Props = Type.Object(
  {
    title: Type.Optional(score.Text),
    hint: Type.Optional(score.Text),
    order: Type.Enum(['highest', 'lowest'], { description: 'Which of the facets are shown.' }),
    count: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 15, description: 'How many; default 2.' }),
    ),
    ...score.rank,
    neutral: Type.Optional(
      Type.String({ 'x-ref': 'text', description: 'Shown if none stands out.' }),
    ),
    look: Type.Optional(
      Type.Enum(['cards', 'names'], {
        description: 'One card each, with what to practise (default), or only the names.',
      }),
    ),
    rows: Type.Array(
      Type.Object(
        { id: score.Id, name: score.Text, text: score.Text, tip: score.Text },
        score.strict,
      ),
      {
        minItems: 1,
        maxItems: 40,
        description: 'Texts for each facet of the key.',
      },
    ),
  },
  score.strict,
)

export const FacetPractice = defineWidget<typeof Props>(
  'facet-practice',
  function FacetPractice({
    id,
    title,
    hint,
    order,
    count = 2,
    near = 0,
    above,
    neutral,
    look = 'cards',
    rows,
    data,
    level,
  }) {
    const t = useText()
    const report = valueOf<ReportAnswer>(data)
    if (report === null)
      return (
        <NotReady
          state={data?.status === 'ready' ? undefined : data}
          looks={['half', 'line', 'line']}
        />
      )
    const facets = facetsOf(report)
    const known = rows
      .flatMap((row) => {
        const value = facets.get(row.id)
        return value === undefined ? [] : [{ row, score: value }]
      })
      .sort((a, b) => comparable(b.score) - comparable(a.score))
    const picked = outermost(known, order, { count, near, above })
    const shown = picked.map(({ row }) => row)
    const isNeutral = known.length > 0 && shown.length === 0 && neutral !== undefined
    if (look === 'names') {
      return (
        (shown.length > 0 || isNeutral) && (
          <Card labelledBy={`${id}-title`}>
            <Heading level={inCard(level)} id={`${id}-title`}>
              {t(title)}
            </Heading>
            {(isNeutral || hint) && <p className="small mute">{t(isNeutral ? neutral : hint)}</p>}
            <ul className={css['names']}>
              {shown.map((row) => (
                <li key={row.id}>
                  <Chip>{t(row.name)}</Chip>
                </li>
              ))}
            </ul>
          </Card>
        )
      )
    }
    if (shown.length === 0)
      return <Note look="doubt">{t(isNeutral ? neutral : 'result.noFacets')}</Note>
    return (
      <div className="stack">
        {title && <Heading level={inCard(level)}>{t(title)}</Heading>}
        {hint && <p className={css['hint']}>{t(hint)}</p>}
        <ul className={css['cards']}>
          {shown.map((row) => (
            <li key={row.id}>
              <Card labelledBy={`${id}-${row.id}`}>
                <Heading level={inCard(level)} id={`${id}-${row.id}`}>
                  {t(row.name)}
                </Heading>
                <p>{t(row.text)}</p>
                <div className={css['tip']}>
                  <Icon name="sign" />
                  <p>
                    <strong>{t('result.tryThis')}</strong> {t(row.tip)}
                  </p>
                </div>
              </Card>
            </li>
          ))}
        </ul>
      </div>
    )
  },
)

/** Facets of all results of the report; unknown ones are left out. */
function facetsOf(report: ReportAnswer): Map<string, number> {
  const all = Object.values(report.results).flatMap(({ facets = {} }) => Object.entries(facets))
  return new Map(all.filter((facet): facet is [string, number] => facet[1] !== null))
}
