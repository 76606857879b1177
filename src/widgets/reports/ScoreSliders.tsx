/**
 * Scores between two ends that are both useful: a stone on a line, with the range where it could be
 * as dots.
 */

import Type from 'typebox'
import {
  bandOf,
  CUTS,
  ownError,
  percentileAt,
  reachOf,
  scoreOf,
  sureBand,
} from '#engine/scoring/bands.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { Card } from '#widgets/parts/Card.tsx'
import { below, Heading, inCard } from '#widgets/parts/Heading.tsx'
import { metricsIn, useBandWords } from './resultOf.ts'
import * as score from '#widgets/parts/scoreProps.ts'
import css from './ScoreSliders.module.css'

export const Props = Type.Object(
  {
    title: score.Text,
    hint: Type.Optional(score.Text),
    meaning: Type.Optional(
      Type.String({ 'x-ref': 'text', description: 'Small, below the lines.' }),
    ),
    rows: Type.Array(
      Type.Object(
        {
          ...score.row,
          label: score.Text,
          from: Type.String({
            'x-ref': 'text',
            description:
              'The end of low scores, named so that it sounds as useful as the other; lower case.',
          }),
          to: Type.String({ 'x-ref': 'text', description: 'The end of high scores; lower case.' }),
          texts: Type.Optional(
            Type.Array(score.Text, {
              minItems: 3,
              maxItems: 3,
              description:
                'A sentence for each third: near the first end, in between, near the second.',
            }),
          ),
          sem: Type.Optional(score.sem),
        },
        score.strict,
      ),
      { minItems: 1, maxItems: 12 },
    ),
    ...score.scale,
    cuts: Type.Optional(
      Type.Array(Type.Number({ minimum: 0, maximum: 100 }), { minItems: 2, maxItems: 2 }),
    ),
    sem: Type.Optional(score.sem),
    percentiles: Type.Optional(score.percentiles),
  },
  score.strict,
)

export const ScoreSliders = defineWidget<typeof Props>(
  'score-sliders',
  function ScoreSliders({
    id,
    title,
    hint,
    meaning,
    rows,
    cuts = [...CUTS],
    sem = 0,
    percentiles = false,
    data,
    level,
    ...scale
  }) {
    const t = useText()
    const words = useBandWords()
    const metrics = metricsIn(data)
    if (metrics === null) return null
    const shown = rows.flatMap((row) => {
      const value = scoreOf(metrics, row, scale)
      return value === null
        ? []
        : [
            {
              row,
              value,
              error: ownError(metrics, row, scale) ?? row.sem ?? sem,
              third: bandOf(value, cuts),
              lower: percentiles ? percentileAt(metrics, row) : null,
            },
          ]
    })
    if (shown.length === 0) return null
    return (
      <Card labelledBy={`${id}-title`}>
        <Heading level={inCard(level)} id={`${id}-title`}>
          {t(title)}
        </Heading>
        {hint && <p className="small mute">{t(hint)}</p>}
        <ul className={css['rows']}>
          {shown.map(({ row, value, error, third, lower }) => (
            <li key={row.id} className={css['row']}>
              <div className={css['line']}>
                <Heading level={below(inCard(level))} className={css['name']}>
                  {t(row.label)}
                </Heading>
                <Slider score={value} sem={error} cuts={cuts} />
                <p className={css['ends']}>
                  <span className={third === 0 ? css['near'] : undefined}>{t(row.from)}</span>
                  <span className={third === cuts.length ? css['near'] : undefined}>
                    {t(row.to)}
                  </span>
                </p>
              </div>
              <div>
                <p className={css['value']}>
                  {words(value, error, cuts, [row.from, 'result.band.middle', row.to])}
                </p>
                {row.texts && (
                  <p className={css['text']}>{t(row.texts[sureBand(value, error, cuts)])}</p>
                )}
                {lower !== null && (
                  <p className="tiny mute">{t('result.percentile', { below: lower })}</p>
                )}
              </div>
            </li>
          ))}
        </ul>
        {meaning && <p className="tiny mute">{t(meaning)}</p>}
      </Card>
    )
  },
)

/** The style sheet leaves room for half a stone at each end. */
const place = (score: number) => `${score}%`

function Slider({
  score: value,
  sem,
  cuts,
}: {
  score: number
  sem: number
  cuts: readonly number[]
}) {
  const { from, to } = reachOf(value, sem)
  return (
    <svg className={css['slider']} width="100%" height="24" aria-hidden="true" focusable="false">
      <line className={css['ground']} x1={place(0)} x2={place(100)} y1="12" y2="12" />
      {cuts.map((cut) => (
        <line key={cut} className={css['cut']} x1={place(cut)} x2={place(cut)} y1="7" y2="17" />
      ))}
      {sem > 0 && <line className={css['reach']} x1={place(from)} x2={place(to)} y1="12" y2="12" />}
      <circle className={css['stone']} cx={place(value)} cy="12" r="9" />
    </svg>
  )
}
