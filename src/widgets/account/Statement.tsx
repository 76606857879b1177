/** What was bought, for how much, when: rows of words, sums and dates, made to be printed. */

import Type, { type Static } from 'typebox'
import { useScope } from '#engine/react/context.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { Card } from '#widgets/parts/Card.tsx'
import { Heading, inCard } from '#widgets/parts/Heading.tsx'
import { dateOf, moneyOf } from '#engine/documents/intl.ts'
import { NotReady } from '#widgets/parts/NotReady.tsx'
import { Skeletons } from '#widgets/parts/Skeleton.tsx'
import { SumRows } from './SumRows.tsx'
import css from './Statement.module.css'
import '../print.css'

const Text = Type.String({ 'x-ref': 'text' })

const Row = Type.Object(
  {
    id: Type.String({ maxLength: 80 }),
    label: Text,
    value: Type.Unknown({ description: 'Bound. A row without one is left out.' }),
    as: Type.Optional(
      Type.Enum(['text', 'money', 'date'], {
        description: 'money: minor units of the currency. Default: text.',
      }),
    ),
    total: Type.Optional(Type.Boolean({ description: 'In large letters, under a line.' })),
  },
  { additionalProperties: false },
)

const Bound = Type.Union([Type.String({ maxLength: 80 }), Type.Null()])

export const Props = Type.Object(
  {
    title: Type.Optional(Text),
    letterhead: Type.Optional(
      Type.Union([Type.String({ maxLength: 80 }), Type.Null()], {
        description: 'Bound. Whose paper it is: above the title, on paper alone.',
      }),
    ),
    currency: Type.Optional(Bound),
    country: Type.Optional(Bound),
    rows: Type.Array(Row, { minItems: 1, maxItems: 12 }),
    footnote: Type.Optional(Text),
    alone: Type.Optional(
      Type.Boolean({
        description:
          'Says so if the data can’t be fetched. Default: another part of the page does.',
      }),
    ),
  },
  { additionalProperties: false },
)

export const Statement = defineWidget<typeof Props>(
  'statement',
  function Statement({
    title,
    letterhead,
    currency,
    country,
    rows,
    footnote,
    alone,
    data,
    id,
    level,
  }) {
    const t = useText()
    const { language } = useScope()
    if (data?.status === 'loading')
      return <Skeletons looks={['line', 'line', 'half']} label={t('common.loading')} />
    if (data?.status === 'failed') return alone ? <NotReady state={data} /> : null
    const say = ({ value, as }: Static<typeof Row>): string => {
      if (as === 'money')
        return typeof value === 'number' && currency
          ? moneyOf(value, currency, language, country ?? undefined)
          : ''
      if (as === 'date') return typeof value === 'string' ? dateOf(value, language) : ''
      return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
    }
    const said = rows.flatMap((row) => {
      const value = say(row)
      return value === ''
        ? []
        : [
            {
              id: row.id,
              label: t(row.label),
              value,
              look: row.total ? ('total' as const) : undefined,
            },
          ]
    })
    return (
      <Card {...(title !== undefined && { labelledBy: `${id}-title` })}>
        <div className="stack-s">
          {letterhead && (
            <p aria-hidden="true" className={css['letterhead']}>
              {letterhead}
            </p>
          )}
          {title !== undefined && (
            <Heading level={inCard(level)} id={`${id}-title`}>
              {t(title)}
            </Heading>
          )}
          <SumRows rows={said} />
          {footnote !== undefined && <p className="small mute">{t(footnote)}</p>}
        </div>
      </Card>
    )
  },
)
