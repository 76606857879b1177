/**
 * The months of a year as a board: a dot for each record that the call counts in a month, and an
 * orange stone on this one. A tap filters the page by that month; a second tap shows all again. Of
 * one record: the months until it closes.
 */

import Type from 'typebox'
import { useAction, useScope } from '#engine/react/context.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { valueOf } from '#widgets/parts/dataOf.ts'
import { Heading, inCard } from '#widgets/parts/Heading.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import { saveFile } from '#widgets/parts/savefile.ts'
import { dayOf, monthNames } from '#engine/documents/intl.ts'
import { Note } from '#widgets/parts/Note.tsx'
import { Text } from '#widgets/parts/scoreProps.ts'
import { monthsIn, shortMonth } from './DateTile.tsx'
import { MonthStrip } from './MonthStrip.tsx'
import { fieldOf, textOf, useSentence } from './record.ts'
import { calendarFile, dayBefore } from './reminder.ts'
import * as record from './recordProps.ts'
import css from './Calendar.module.css'

const MONTHS = Array.from({ length: 12 }, (_, index) => index + 1)
/** A longer row of dots wouldn't tell the user more. */
const MAX_DOTS = 6

export const Props = Type.Object(
  {
    title: Text,
    hint: Type.Optional(Text),
    filter: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z]\\w*$',
        maxLength: 60,
        description: 'A filter of months: its counts are drawn, and a tap sets it.',
      }),
    ),
    count: Type.Optional(
      Type.String({ 'x-ref': 'text', description: 'Of a month, read aloud: {{count}}.' }),
    ),
    now: Type.Optional(Type.String({ 'x-ref': 'text', description: 'Of this month, read aloud.' })),
    one: Type.Optional(
      Type.Object(
        {
          path: record.Path,
          closes: Type.String({ 'x-ref': 'text', description: 'In each of its months.' }),
          line: record.Sentence,
          otherwise: Type.Optional(record.Otherwise),
          remind: Type.Optional(
            Type.Object(
              {
                text: Type.String({ 'x-ref': 'text', description: 'On the button: {{day}}.' }),
                hint: Text,
                title: Type.String({
                  'x-ref': 'text',
                  description: 'In the calendar of the phone: {{title}}.',
                }),
              },
              {
                additionalProperties: false,
                description:
                  'Saves a reminder for the phone’s own calendar, the month before it closes.',
              },
            ),
          ),
        },
        {
          additionalProperties: false,
          description:
            'Of one record instead: where it has its months, and the same in a sentence.',
        },
      ),
    ),
  },
  { additionalProperties: false },
)

export const Calendar = defineWidget<typeof Props>(
  'calendar',
  function Calendar({ id, title, hint, filter, count, now, one, data, level }) {
    const t = useText()
    const sentence = useSentence()
    const value = valueOf(data)
    // A year takes as much room before it's known what closes when.
    const isComing = data?.status === 'loading' && filter !== undefined
    if (value === null && !isComing) return null
    const months = one === undefined ? [] : monthsIn(fieldOf(value, one.path))
    if (one !== undefined && months.length === 0 && one.otherwise === undefined) return null
    return (
      <section className={css['calendar']} aria-labelledby={`${id}-title`}>
        <Heading level={inCard(level)} id={`${id}-title`}>
          {t(title)}
        </Heading>
        {one === undefined && hint !== undefined && <p className="small mute">{t(hint)}</p>}
        {filter !== undefined && <Year value={value} filter={filter} count={count} now={now} />}
        {one !== undefined && months.length === 0 && <Note look="doubt">{t(one.otherwise)}</Note>}
        {one !== undefined && months.length > 0 && (
          <>
            <MonthStrip months={months} closes={one.closes} />
            <p>{sentence(value, one.line)}</p>
            {one.remind !== undefined && (
              <Remind value={value} months={months} words={one.remind} />
            )}
            {hint !== undefined && <p className="small mute">{t(hint)}</p>}
          </>
        )}
      </section>
    )
  },
)

function Year({
  value,
  filter,
  count,
  now,
}: {
  value: unknown
  filter: string
  count: string | undefined
  now: string | undefined
}) {
  const t = useText()
  const { language, route } = useScope()
  const set = useAction<Readonly<Record<string, string>>, unknown>('query.set')
  const chosen = route?.query[filter]
  const current = new Date().getMonth() + 1
  const names = monthNames(language)
  return (
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
            <span aria-hidden="true">{shortMonth(month, language)}</span>
            <span className="hidden-text">
              {names[month - 1]}
              {count !== undefined && `: ${t(count, { count: total })}`}
              {month === current && now !== undefined && ` ${t(now)}`}
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
  )
}

/** Where there's still a day to be reminded on. */
function Remind({
  value,
  months,
  words,
}: {
  value: unknown
  months: readonly number[]
  words: { readonly text: string; readonly hint: string; readonly title: string }
}) {
  const t = useText()
  const { language } = useScope()
  const now = new Date()
  const day = dayBefore(months, now)
  if (day === null) return null
  const title = t(words.title, { title: textOf(value, 'title') })
  const address = `${location.origin}${location.pathname}`
  const save = () =>
    saveFile(
      'reminder.ics',
      new Blob([calendarFile({ day, title, address }, address, now)], { type: 'text/calendar' }),
    )
  return (
    <div className={css['remind']}>
      <Button look="line" icon={<Icon name="clock" size="s" />} onClick={save}>
        {t(words.text, { day: dayOf(day.toISOString(), language) })}
      </Button>
      <p className="small mute">{t(words.hint)}</p>
    </div>
  )
}
