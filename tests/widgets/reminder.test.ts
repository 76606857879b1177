/** A reminder for the phone's calendar: which day, and a file that calendars read. */

import { describe, expect, it } from 'vitest'
import { calendarFile, dayBefore, isoOf } from '#widgets/content/reminder.ts'

const AT = new Date(2026, 10, 27, 9)

describe('the day to be reminded on', () => {
  it.each([
    { closes: [1], day: '2026-12-01', why: 'the month before' },
    { closes: [12], day: '2026-12-01', why: 'next month: its first day' },
    { closes: [8], day: '2027-07-01', why: 'next year' },
    { closes: [4, 1], day: '2026-12-01', why: 'the next of several' },
    { closes: [10], day: '2027-09-01', why: 'a month that is over: next year' },
    { closes: [11, 1], day: null, why: 'it closes this month: apply now' },
    { closes: [], day: null, why: 'nobody knows' },
  ])('closing in $closes: $day ($why)', ({ closes, day }) => {
    const found = dayBefore(closes, AT)
    expect(found === null ? null : isoOf(found)).toBe(day)
  })
})

describe('the file', () => {
  const file = calendarFile(
    {
      day: new Date(2026, 11, 1),
      title:
        'Doen nou aansoek: ’n beurs, vir onderwys; \\ “Funza”\nLushaka en nog baie ander woorde',
      address: 'https://tsela.example/navigators/funding/bursaries/a/b',
    },
    'one',
    AT,
  )

  it('has lines of at most 75 octets that end in CRLF', () => {
    for (const line of file.split('\r\n'))
      expect(new TextEncoder().encode(line).length, line).toBeLessThanOrEqual(75)
    expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  })

  it('comes back as it was written', () => {
    const unfolded = file.replaceAll('\r\n ', '')
    expect(unfolded).toContain('DTSTART;VALUE=DATE:20261201\r\n')
    const summary = /^SUMMARY:(.*)$/m.exec(unfolded)![1]!.trimEnd()
    expect(summary.replace(/\\n/g, '\n').replace(/\\([\\;,])/g, '$1')).toBe(
      'Doen nou aansoek: ’n beurs, vir onderwys; \\ “Funza”\nLushaka en nog baie ander woorde',
    )
  })
})
