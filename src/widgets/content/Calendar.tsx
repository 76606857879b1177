/**
 * The months of a year as a board: a dot for each record that the call counts in a month, and an
 * orange stone on this one. A tap filters the page by that month; a second tap shows all again.
 */

import Type from 'typebox'
import { useAction, useScope } from '#engine/react/context.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { valueOf } from '#widgets/parts/dataOf.ts'
import { Heading, inCard } from '#widgets/parts/Heading.tsx'
import { monthNames } from '#engine/documents/intl.ts'
import { Text } from '#widgets/parts/scoreProps.ts'
import { fieldOf } from './record.ts'
import css from './Calendar.module.css'

const MONTHS = Array.from({ length: 12 }, (_, index) => index + 1)
/** A longer row of dots wouldn't tell the user more. */
const MAX_DOTS = 6

export const Props = Type.Object(
  {
    title: Text,
    hint: Type.Optional(Text),
    filter: Type.String({
      pattern: '^[A-Za-z]\\w*$',
      maxLength: 60,
      description: 'A filter of months: its counts are drawn, and a tap sets it.',
    }),
    count: Type.String({ 'x-ref': 'text', description: 'Of a month, read aloud: {{count}}.' }),
    now: Type.String({ 'x-ref': 'text', description: 'Of this month, read aloud.' }),
  },
  { additionalProperties: false },
)

export const Calendar = defineWidget<typeof Props>(
  'calendar',
  function Calendar({ id, title, hint, filter, count, now, data, level }) {
    const t = useText()
    const { language, route } = useScope()
    const set = useAction<Readonly<Record<string, string>>, unknown>('query.set')
    const value = valueOf(data)
    if (value === null) return null
    const chosen = route?.query[filter]
    const current = new Date().getMonth() + 1
    const names = monthNames(language)
    const short = new Intl.DateTimeFormat(language, { month: 'short', timeZone: 'UTC' })
    return (
      <section className={css['calendar']} aria-labelledby={`${id}-title`}>
        <Heading level={inCard(level)} id={`${id}-title`}>
          {t(title)}
        </Heading>
        {hint !== undefined && <p className="small mute">{t(hint)}</p>}
        <div className={`${css['board']} on-cloth`}>
          {MONTHS.map((month) => {
            const total = Number(fieldOf(value, `facets.${filter}.${month}`) ?? 0)
            return (
              <button
                key={month}
                type="button"
                className={`${css['month']} ${total > 0 ? css['some'] : ''}`}
                aria-pressed={chosen === String(month)}
                disabled={total === 0 && chosen !== String(month)}
                onClick={() =>
                  void set({ [filter]: chosen === String(month) ? '' : String(month), page: '' })
                }
              >
                <span aria-hidden="true">{short.format(Date.UTC(2024, month - 1, 1))}</span>
                <span className="hidden-text">
                  {names[month - 1]}: {t(count, { count: total })}
                  {month === current && ` ${t(now)}`}
                </span>
                <span className={css['dots']} aria-hidden="true">
                  {MONTHS.slice(0, Math.min(total, MAX_DOTS)).map((dot) => (
                    <i key={dot} />
                  ))}
                </span>
                {month === current && <b className={css['now']} aria-hidden="true" />}
              </button>
            )
          })}
        </div>
      </section>
    )
  },
)
