/**
 * Files as records: an export reads back exactly the same, and every invalid row is reported with
 * its position.
 */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvLine } from '#engine/contract/csv.ts'
import type { ContentType } from '#engine/documents/kinds.ts'
import type { Choices } from '#server/catalogue/cells.ts'
import {
  cellsOf,
  headOf,
  objectOf,
  RecordReader,
  withoutEmpty,
  type KeptRecord,
  type Mapping,
  type ReadRow,
} from '#server/catalogue/reading.ts'
import { rowsOf, shapeOf, type Source } from '#server/catalogue/rows.ts'

const TYPE = {
  id: 'schools',
  record: { title: 'name' },
  fields: [
    { id: 'name', type: 'text', required: true, search: 3 },
    { id: 'about', type: 'longtext' },
    { id: 'learners', type: 'number' },
    { id: 'kind', type: 'choice', list: 'kinds' },
    { id: 'codes', type: 'choices', list: 'kinds' },
    { id: 'notes', type: 'choices' },
    { id: 'open', type: 'flag' },
    { id: 'closingDate', type: 'date' },
    { id: 'months', type: 'months' },
    { id: 'website', type: 'link' },
    { id: 'place', type: 'place' },
    { id: 'near', type: 'refs', to: 'schools' },
    { id: 'levels', type: 'scores' },
  ],
  expires: 'closingDate',
} as unknown as ContentType
const KINDS = new Map([
  ['day', 'day'],
  ['a day school', 'day'],
  ['boarding', 'boarding'],
])
const choices: Choices = (list) => (list === 'kinds' ? KINDS : undefined)

/** In chunks of a few bytes, as from a network. */
function sourceOf(bytes: Uint8Array | string, piece = 7): Source {
  const whole = typeof bytes === 'string' ? Buffer.from(bytes) : bytes
  return async function* () {
    for (let at = 0; at < whole.length; at += piece) yield whole.subarray(at, at + piece)
  }
}
async function read(
  bytes: Uint8Array | string,
  mapping: Mapping = {},
  piece?: number,
): Promise<ReadRow[]> {
  const source = sourceOf(bytes, piece)
  const shape = await shapeOf(source)
  const reader = new RecordReader(TYPE, choices, mapping, shape.damaged)
  const found: ReadRow[] = []
  for await (const row of rowsOf(source, shape)) {
    const each = reader.read(row)
    if (each !== null) found.push(each)
  }
  return found
}
const issuesOf = async (bytes: Uint8Array | string) =>
  (await read(bytes)).flatMap((row) =>
    'issues' in row
      ? row.issues.map(({ column, value, reason }) => [row.line, column, value, reason])
      : [],
  )
const dataOf = async (bytes: Uint8Array | string, mapping?: Mapping) =>
  (await read(bytes, mapping)).map((row) => ('record' in row ? row.record.data : row.issues))

const words = fc
  .oneof(
    fc.string({ unit: 'grapheme', maxLength: 40 }),
    fc.string({
      unit: fc.constantFrom('=', "'", '+', '-', '@', '"', ',', ';', '|', '\n', ' ', '\t', '[', 'a'),
      maxLength: 12,
    }),
  )
  // Neither empty values nor those that the database can't store are kept.
  .filter((text) => text.trim() !== '' && !/[\0\r\p{Surrogate}]/u.test(text))
const entries = fc.array(words, { maxLength: 4 })
const day = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const coordinate = (most: number) =>
  fc.double({ min: -most, max: most, noNaN: true }).map((n) => n + 0)
const maybe = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: undefined })
const record: fc.Arbitrary<KeptRecord> = fc
  .record({
    data: fc.record({
      name: words,
      about: maybe(words),
      learners: maybe(fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => n + 0)),
      kind: maybe(fc.constantFrom('day', 'boarding')),
      codes: maybe(fc.array(fc.constantFrom('day', 'boarding'), { maxLength: 3 })),
      notes: maybe(entries),
      open: maybe(fc.boolean()),
      closingDate: maybe(day),
      months: maybe(fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 12 })),
      website: maybe(
        fc
          .webUrl({ withQueryParameters: true })
          .filter((url) => /^https?:\/\/[^\s/?#]+\.[^\s]*$/.test(url)),
      ),
      place: maybe(
        fc.record(
          { lat: coordinate(90), lon: coordinate(180), label: words },
          { requiredKeys: ['lat', 'lon'] },
        ),
      ),
      near: maybe(entries),
      levels: maybe(
        fc.dictionary(
          fc.string({ maxLength: 5 }).filter((name) => name !== '__proto__'),
          fc.integer(),
        ),
      ),
    }),
    state: fc.constantFrom('shown' as const, 'hidden' as const),
    starts: fc.option(fc.constant(new Date('2026-01-01T06:30:00Z'))),
    ends: fc.option(fc.constant(new Date('2041-01-01T06:30:00.250Z'))),
  })
  .map(({ data, ...rest }) => ({ id: 'school-1', data: withoutEmpty(data), ...rest }))

const expected = ({ id, data, state, starts, ends }: KeptRecord) => ({
  id,
  data,
  hidden: state === 'hidden',
  starts,
  ends,
})

describe('an export', () => {
  it('reads back the same from CSV, and no spreadsheet evaluates any of its cells', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(record, { minLength: 1, maxLength: 4 }), async (records) => {
        const file = [headOf(TYPE), ...records.map((each) => cellsOf(TYPE, each))]
          .map(csvLine)
          .join('')
        for (const row of await rows(file))
          for (const cell of row.filter((each) => Number.isNaN(Number(each))))
            expect(cell).not.toMatch(/^\s*[=+\-@]/)
        const found = await read(file, {}, 1000)
        expect(found.map((row) => ('record' in row ? row.record : row))).toEqual(
          records.map(expected),
        )
      }),
      { numRuns: 150 },
    )
  })

  it.each(['json', 'jsonl'])('reads back the same from %s', async (format) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(record, { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 3, max: 500 }),
        async (records, piece) => {
          const lines = records.map((each) => JSON.stringify(objectOf(TYPE, each)))
          const file = format === 'json' ? `[\n${lines.join(',\n')}\n]\n` : `${lines.join('\n')}\n`
          const found = await read(file, {}, piece)
          expect(found.map((row) => ('record' in row ? row.record : row))).toEqual(
            records.map(expected),
          )
          expect(found.map(({ line }) => line)).toEqual(
            records.map((_, index) => index + (format === 'json' ? 2 : 1)),
          )
        },
      ),
      { numRuns: 100 },
    )
  })
})

async function rows(file: string): Promise<(readonly string[])[]> {
  const found: (readonly string[])[] = []
  const source = sourceOf(file, 1000)
  for await (const row of rowsOf(source, await shapeOf(source)))
    if ('cells' in row) found.push(row.cells)
  return found
}

describe('a file', () => {
  const text = 'name;about\nKollege Môreson;“Goed” – ’n plek\n'
  it.each([
    ['utf-8', Buffer.from(text)],
    ['utf-8', Buffer.from(`\uFEFF${text}`)],
    ['utf-16le', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])],
    ['utf-16le', Buffer.from(text, 'utf16le')],
    ['utf-16be', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]).swap16()],
    [
      'windows-1252',
      Buffer.from(
        [...text].map(
          (c) => ({ '“': 0x93, '”': 0x94, '–': 0x96, '’': 0x92 })[c] ?? c.charCodeAt(0),
        ),
      ),
    ],
  ])('in %s is recognised', async (encoding, bytes) => {
    expect(await shapeOf(sourceOf(bytes))).toEqual({ encoding, format: 'csv', delimiter: ';' })
    expect(await dataOf(bytes)).toEqual([{ name: 'Kollege Môreson', about: '“Goed” – ’n plek' }])
  })

  it.each([
    [',', 'name,"a;b;c;d",open\n'],
    [';', 'name;"a,b,c,d";open\n'],
    ['\t', 'name\ta, b and c\topen\n'],
    [',', 'name\n'],
  ])('may have %j between its columns', async (delimiter, head) => {
    expect((await shapeOf(sourceOf(head))).delimiter).toBe(delimiter)
  })

  it('names its columns in its own words, and leaves out what isn’t a column', async () => {
    const file = 'NAME,Closing date,Colour,Kind\nOne,2027-01-31,red,A day school\n'
    expect(await dataOf(file)).toEqual([{ name: 'One', closingDate: '2027-01-31', kind: 'day' }])
    expect(await dataOf(file, { Colour: 'about', Kind: null })).toEqual([
      { name: 'One', closingDate: '2027-01-31', about: 'red' },
    ])
  })

  it('keeps formulas and scripts as plain text', async () => {
    const file = 'name,about\n"=HYPERLINK(""http://x"")",<script>alert(1)</script>\n\'=1+1,x\n'
    expect(await dataOf(file)).toEqual([
      { name: '=HYPERLINK("http://x")', about: '<script>alert(1)</script>' },
      { name: '=1+1', about: 'x' },
    ])
  })

  it('has one column for each field, and its slugs count where it has no ids', async () => {
    expect(await issuesOf('name,Name,about,ABOUT\nOne,Two,x,y\n')).toEqual([
      [1, 'Name', 'name', 'column-twice'],
      [1, 'ABOUT', 'about', 'column-twice'],
    ])
    expect(await dataOf('name,Name\nOne,Two\n', { Name: null })).toEqual([{ name: 'One' }])
    const idsOf = async (file: string) =>
      (await read(file)).map((row) => ('record' in row ? row.record.id : row.issues))
    expect(await idsOf('id,slug,name\na,b,One\n')).toEqual(['a'])
    expect(await idsOf('slug,name\nb,One\n')).toEqual(['b'])
  })

  it('has one kind of line ending, whatever it was written with', async () => {
    for (const end of ['\n', '\r\n', '\r'])
      expect(await dataOf(['name,about', '"A', 'b",c', 'D,e', ''].join(end))).toEqual([
        { name: 'A\nb', about: 'c' },
        { name: 'D', about: 'e' },
      ])
  })
})

describe('a row that isn’t valid', () => {
  it('is one with bytes that aren’t UTF-8, in a file that is', async () => {
    const good = Buffer.from('name,about\nMôreson,“Goed” – ’n plek\n')
    const latin = (text: string) => Buffer.from(text, 'latin1')
    expect(await issuesOf(Buffer.concat([good, latin('Één,Sêr\nTwo,x\n')]))).toEqual([
      [3, 'name', '\uFFFD\uFFFDn', 'encoding'],
      [3, 'about', 'S\uFFFDr', 'encoding'],
    ])
  })

  it('is reported by line, column, value and reason, together with all others', async () => {
    const file = [
      'id,Name,kind,learners,open,closingDate,months,website,place,_until',
      'a,"One',
      'with two lines",day,12,yes,2027-01-31,1|12,https://a.test,"-33.9, 18.4, Cape Town",2027-05-01',
      'b,Two,weekend,many,perhaps,31/01/2027,13,javascript:alert(1),here,soon',
      ',,day',
      'c d,Three',
      'e,Five,day,1,yes,2027-01-31,1,https://a.test,"1,1",2027-05-01,more',
    ].join('\r\n')
    expect(await issuesOf(file)).toEqual([
      [4, 'learners', 'many', 'type'],
      [4, 'kind', 'weekend', 'choice'],
      [4, 'open', 'perhaps', 'type'],
      [4, 'closingDate', '31/01/2027', 'type'],
      [4, 'months', '[13]', 'type'],
      [4, 'website', 'javascript:alert(1)', 'link'],
      [4, 'place', 'here', 'type'],
      [4, '_until', 'soon', 'moment'],
      [5, 'name', '', 'missing'],
      [5, 'id', '', 'id'],
      [6, 'id', 'c d', 'id'],
      [7, '', 'more', 'columns'],
    ])
  })

  it.each([
    ['a quote that is not closed', 'name\nOne\n"Two\nThree\n', [[3, '', '', 'quotes']]],
    ['a quote in the middle', 'name\nOne\nTwo "x" y\n', [[3, '', '', 'quotes']]],
    ['JSON that ends early', '[{"name":"One"},\n{"name":', [[2, '', '{"name":', 'json']]],
    [
      'JSON that is none',
      '[{"name":"One"},\n{name: 2},\n3]',
      [
        [2, '', '{name: 2}', 'json'],
        [3, '', '3', 'object'],
      ],
    ],
    [
      'a line of JSON Lines',
      '{"name":"One"}\n\n{"name":}\n{"name":"Three"}',
      [[3, '', '{"name":}', 'json']],
    ],
    [
      'a member that is no field',
      '[{"name":"One","colour":"red"}]',
      [[1, 'colour', 'red', 'unknown-field']],
    ],
    ['what no database keeps', '[{"name":"a\\u0000b"}]', [[1, 'name', 'a\0b', 'unkeepable']]],
    [
      'half a character',
      '[{"name":"One","levels":{"\\ud800":1}}]',
      [[1, 'levels', '{"\\ud800":1}', 'unkeepable']],
    ],
    ['a row without an end', `name\n"${'x'.repeat(300_000)}`, [[2, '', '', 'row-too-long']]],
  ])('is found: %s', async (_what, file, issues) => {
    expect(await issuesOf(file)).toEqual(issues)
  })
})
