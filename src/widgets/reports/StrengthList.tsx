/** The strengths table of a report's document: the first few as cards, or all of them in order. */

import Type from 'typebox'
import type { ReportAnswer } from '#engine/contract/contract.ts'
import { strengthRows } from '#engine/scoring/strengthrows.ts'
import { standingOf } from '#engine/scoring/standing.ts'
import { useRenderContext } from '#engine/react/context.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { Card } from '#widgets/parts/Card.tsx'
import { valueOf } from '#widgets/parts/dataOf.ts'
import { below, Heading, inCard } from '#widgets/parts/Heading.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import type { IconName } from '#engine/documents/icons.ts'
import { metricsOf } from './resultOf.ts'
import * as score from '#widgets/parts/scoreProps.ts'
import css from './StrengthList.module.css'

export const Props = Type.Object(
  {
    title: score.Text,
    hint: Type.Optional(score.Text),
    meaning: Type.Optional(Type.String({ 'x-ref': 'text', description: 'Small, below the list.' })),
    rows: Type.Array(
      Type.Object(
        { id: score.Id, text: score.Text, icon: Type.Optional(score.IconName) },
        score.strict,
      ),
      {
        minItems: 1,
        maxItems: 20,
        description:
          "What is said about each strength in the report's table, which holds its name.",
      },
    ),
    count: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 20, description: 'How many are shown; default 3.' }),
    ),
    ...score.rank,
    ...score.base,
    neutral: Type.Optional(
      Type.String({
        'x-ref': 'text',
        description:
          'Below the title instead of the hint, if none stands out: cards are left out then.',
      }),
    ),
    look: Type.Optional(
      Type.Enum(['cards', 'order'], {
        description: 'Cards side by side (default), or an ordered list with one line each.',
      }),
    ),
    lead: Type.Optional(
      Type.Integer({
        minimum: 0,
        description: 'In an ordered list: how many of the first are drawn boldly; default 3.',
      }),
    ),
  },
  score.strict,
)

export const StrengthList = defineWidget<typeof Props>(
  'strength-list',
  function StrengthList({
    id,
    title,
    hint,
    meaning,
    rows,
    count = 3,
    look = 'cards',
    lead = 3,
    near,
    above,
    base,
    neutral,
    data,
    level,
  }) {
    const t = useText()
    const { catalog } = useRenderContext()
    const report = valueOf<ReportAnswer>(data)
    if (report === null) return null
    const table = catalog.get('report', report.report)?.strengths ?? []
    const labels = new Map(table.map((row) => [row.id, row.label]))
    const all = strengthRows(report.strengths, table, metricsOf(report), base)
    const { named } = standingOf(all, { count: look === 'order' ? lead : count, near, above })
    const strong = new Set(named.map(({ row }) => row.id))
    const listed = look === 'order' ? report.strengths.slice(0, count) : named.map(({ row }) => row)
    const shown = listed.flatMap(({ id: strength, score: value }) => {
      const row = rows.find((each) => each.id === strength)
      return row === undefined ? [] : [{ row, value, label: t(labels.get(strength)) }]
    })
    const isNeutral = strong.size === 0 && neutral !== undefined
    if (report.strengths.length === 0 || (shown.length === 0 && !isNeutral)) return null
    return (
      <Card labelledBy={`${id}-title`}>
        <Heading level={inCard(level)} id={`${id}-title`}>
          {t(title)}
        </Heading>
        {(isNeutral || hint) && <p className="small mute">{t(isNeutral ? neutral : hint)}</p>}
        <ol className={css[look]}>
          {shown.map(({ row, value, label }) => (
            <li key={row.id} className={css['strength']}>
              {row.icon ? (
                <span className={css[look === 'order' && !strong.has(row.id) ? 'quiet' : 'icon']}>
                  <Icon name={row.icon as IconName} />
                </span>
              ) : (
                <span />
              )}
              <div>
                <Heading level={below(inCard(level))} className={css['name']}>
                  {label}
                </Heading>
                {look === 'order' && (
                  <svg
                    className={css['line']}
                    width="100%"
                    height="10"
                    aria-hidden="true"
                    focusable="false"
                  >
                    <line className={css['ground']} x1="0%" x2="100%" y1="5" y2="5" />
                    {value > 0 && (
                      <line
                        className={css[strong.has(row.id) ? 'strong' : 'rest']}
                        x1="0%"
                        x2={`${value}%`}
                        y1="5"
                        y2="5"
                      />
                    )}
                  </svg>
                )}
                <p className="small mute">{t(row.text)}</p>
              </div>
            </li>
          ))}
        </ol>
        {meaning && <p className="tiny mute">{t(meaning)}</p>}
      </Card>
    )
  },
)
