// @vitest-environment happy-dom
/** Texts to a translator and back. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { glossaryBetween } from '#engine/documents/glossary.ts'
import { compare, csvOf, readFile, rowsOf, xliffOf, type Row } from '#admin/form/translations.ts'

const EN = {
  'menu.home': 'Home',
  'hello.name': 'Hello, {{name}}',
  'a.b': '=SUM(A1)\n<b>two</b> lines, "quoted"; & more',
}
const SW = { 'menu.home': 'Nyumbani' }
const words = fc.string({ unit: 'grapheme', maxLength: 30 }).map((text) =>
  // What no text can have, and what a reader of XML takes for a line break.
  // oxlint-disable-next-line no-control-regex -- they are what is left out
  text.replaceAll(/[\u0000-\u001F\uFFFE\uFFFF]/g, ''),
)
const formats = [
  ['CSV', csvOf],
  ['XLIFF', xliffOf],
] as const

/** What a file says, whoever has read it. */
async function wordsIn(file: string) {
  const read = await readFile(file, 'en', 'sw')
  return 'fault' in read
    ? read
    : read.rows.map(({ key, source, target }) => ({ key, source, target }))
}

describe.each(formats)('%s', (_, write) => {
  it('comes back as it went out', async () => {
    const rows = rowsOf(EN, SW, false)
    expect(await wordsIn(write(rows, 'en', 'sw'))).toEqual(rows)
  })

  it('says which words a machine wrote, and which somebody has read', async () => {
    const rows = rowsOf(
      EN,
      { ...SW, 'hello.name': 'Habari {{name}}' },
      false,
      new Set(['menu.home']),
    )
    expect(await readFile(write(rows, 'en', 'sw'), 'en', 'sw')).toMatchObject({
      rows: [
        { key: 'menu.home', state: 'machine' },
        { key: 'hello.name', state: 'read' },
        { key: 'a.b', target: '', state: undefined },
      ],
    })
  })

  it('tells the translator which words are agreed on, and doesn’t read that back', async () => {
    const glossary = glossaryBetween(
      {
        terms: [
          {
            id: 'home',
            meaning: 'The first page & <more>',
            words: { en: { preferred: 'home' }, sw: { preferred: 'nyumbani' } },
          },
        ],
      },
      'en',
      'sw',
    )
    const rows = rowsOf(EN, SW, false, new Set(), glossary)
    const file = write(rows, 'en', 'sw')
    expect(rows.filter(({ note }) => note !== undefined).map(({ key }) => key)).toEqual([
      'menu.home',
    ])
    expect(file).toContain('home: nyumbani (The first page &')
    expect(await wordsIn(file)).toEqual(
      rows.map(({ key, source, target }) => ({ key, source, target })),
    )
  })

  it('comes back as it went out, whatever the words are', async () => {
    const row = fc.record({
      key: fc.stringMatching(/^[a-z]{1,8}\.[a-z]{1,8}$/),
      source: words,
      target: words,
    })
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 5 }), async (rows: Row[]) => {
        expect(await wordsIn(write(rows, 'en', 'sw'))).toEqual(rows)
      }),
      { numRuns: 300 },
    )
  })
})

describe('what is sent', () => {
  it('is every text of the language that is translated from, or only what has no words', () => {
    expect(rowsOf(EN, SW, false)).toHaveLength(3)
    expect(rowsOf(EN, SW, true).map(({ key }) => key)).toEqual(['hello.name', 'a.b'])
  })

  it('keeps a spreadsheet from evaluating it', () => {
    expect(csvOf(rowsOf(EN, {}, false), 'en', 'sw')).toContain(`a.b,"'=SUM(A1)`)
  })
})

describe('what comes back', () => {
  it.each([
    ['with semicolons', 'key;en;sw\nmenu.home;Home;Nyumba'],
    ['with tabs', 'key\ten\tsw\nmenu.home\tHome\tNyumba'],
    ['without the words it was made from, in another order', 'sw,key\nNyumba,menu.home'],
    ['with a mark of its encoding', '\uFEFFKey,EN,SW\r\nmenu.home,Home,Nyumba\r\n'],
    [
      'from another tool: a prefix, and notes',
      '<x:xliff xmlns:x="urn:oasis:names:tc:xliff:document:1.2"><x:file target-language="SW"><x:body><x:trans-unit id="menu.home"><x:source>Home</x:source><x:target>Nyumba</x:target><x:note>ok</x:note></x:trans-unit></x:body></x:file></x:xliff>',
    ],
  ])('is read %s', async (_, text) => {
    const read = await readFile(text, 'en', 'sw')
    expect(read).toMatchObject({ rows: [{ key: 'menu.home', target: 'Nyumba' }] })
  })

  it.each([
    ['nothing', '', { is: 'columns', wanted: 'key, sw' }],
    ['other columns', 'name,age\na,b', { is: 'columns', wanted: 'key, sw' }],
    ['only a head', 'key,en,sw\n', { is: 'columns', wanted: 'key, sw' }],
    ['an open quote', 'key,en,sw\na.b,"open,x\n', { is: 'broken' }],
    ['an open tag', '<xliff><file>', { is: 'broken' }],
    ['a page', '<html><body>Hello</body></html>', { is: 'columns', wanted: 'trans-unit' }],
    [
      'another language',
      '<xliff version="1.2"><file target-language="fr"><body/></file></xliff>',
      { is: 'other-language', language: 'fr' },
    ],
  ])('is refused with what is wrong: %s', async (_, text, fault) => {
    expect(await readFile(text, 'en', 'sw')).toMatchObject({ fault })
  })

  it('is compared before anything changes', () => {
    const row = (key: string, source: string, target: string): Row => ({ key, source, target })
    expect(
      compare(
        [
          row('menu.home', 'Start', 'Mwanzo'),
          row('hello.name', 'Hello, {{name}}', 'Habari'),
          row('a.b', '', ''),
          row('old.key', 'Old', 'Kale'),
        ],
        EN,
        SW,
      ),
    ).toEqual({
      changed: [{ key: 'menu.home', was: 'Nyumbani', now: 'Mwanzo' }],
      same: 1,
      read: [],
      gone: ['old.key'],
      lost: [{ key: 'hello.name', wanted: 'name', has: '' }],
      older: ['menu.home'],
    })
  })
  it.each([
    ['<target state="needs-review-translation">Nyumba</target>', 'machine'],
    ['<target state="translated" state-qualifier="leveraged-mt">Nyumba</target>', 'machine'],
    ['<target state-qualifier="mt-suggestion">Nyumba</target>', 'machine'],
    ['<target state="final">Nyumba</target>', 'read'],
    ['<target>Nyumba</target>', undefined],
  ])('may say who wrote it: %s', async (target, state) => {
    const unit = `<trans-unit id="menu.home"><source>Home</source>${target}</trans-unit>`
    const file = `<xliff version="1.2"><file target-language="sw"><body>${unit}</body></file></xliff>`
    expect(await readFile(file, 'en', 'sw')).toMatchObject({ rows: [{ state }] })
  })

  it('counts unread words as read if the file says so, though they are the same', () => {
    const row = (state: Row['state']): Row[] => [
      { key: 'menu.home', source: 'Home', target: 'Nyumbani', state },
    ]
    const unread = new Set(['menu.home'])
    expect(compare(row('read'), EN, SW, unread)).toMatchObject({ read: ['menu.home'], same: 1 })
    expect(compare(row('machine'), EN, SW, unread).read).toEqual([])
    expect(compare(row(undefined), EN, SW, unread).read).toEqual([])
    expect(compare(row('read'), EN, SW).read).toEqual([])
  })
})
