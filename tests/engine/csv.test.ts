import { expect, it } from 'vitest'
import { csvLine } from '#engine/contract/csv.ts'

it('quotes what would break a row, and leaves numbers alone', () => {
  expect(csvLine(['a,b', 'say "yes"', 'two\nlines', -4.5, null, ''])).toBe(
    '"a,b","say ""yes""","two\nlines",-4.5,,\r\n',
  )
})

it.each(['=1+1', '+27', '-1', '@SUM', '\t=1', '\r=1', ' =1', '＝1'])(
  'puts an apostrophe before %j, so that no spreadsheet evaluates it',
  (text) => {
    expect(csvLine([text])).toMatch(/^"?'/)
  },
)

it.each(['a=1', 'R_1', '3', 'Karoo - A'])('leaves %j as it is', (text) =>
  expect(csvLine([text])).toBe(`${text}\r\n`),
)
