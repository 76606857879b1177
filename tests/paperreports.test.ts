/**
 * Reports as PDFs, read back by two other programs: all words and numbers of the report, in its
 * order, with tags, for every shipped layout.
 */

import { beforeAll, describe, expect, it } from 'vitest'
import type { Block, Said } from '#engine/paper/blocks.ts'
import { card } from '#engine/paper/context.ts'
import { COUNTERPARTS } from '#engine/paper/reportpaper.ts'
import { Compiler } from '#server/papers/compiler.ts'
import { catalog } from '#tests/support/documents.ts'
import { blocksOf, dataOf, PEOPLE } from '#tests/support/paperreports.ts'
import { bare, pdfjs, pdftotext } from '#tests/support/pdf.ts'
import { wordsIn } from '#tests/support/saidonpaper.ts'

const reports = catalog.all('report').map(({ id }) => id)
let compiler: Compiler
beforeAll(() => void (compiler = new Compiler()))

const pdfOf = (blocks: readonly Block[], language = 'en') =>
  compiler.pdf('report', dataOf(blocks, language))

type Node = { readonly type: string; readonly children?: readonly Node[] }
const typesIn = (nodes: readonly Node[]): string[] =>
  nodes.flatMap(({ type, children = [] }) => [type, ...typesIn(children)])

describe('a report on paper', () => {
  it('has a counterpart for every widget of every layout', () => {
    const types = catalog.all('report').flatMap(({ children }) => typesIn(children as Node[]))
    expect(types.filter((type) => !Object.hasOwn(COUNTERPARTS, type))).toEqual([])
  })

  it.each(reports.flatMap((id) => Object.keys(PEOPLE).map((person) => [id, person] as const)))(
    '%s of a person whose results are %s has every word, in order, and tags',
    async (id, person) => {
      const blocks = blocksOf(id, 'af', person, person === 'even')
      const pdf = pdfOf(blocks, 'af')
      const { text, roles, title, language } = await pdfjs(pdf)
      const all = bare(text)
      let at = 0
      for (const words of wordsIn(blocks)) {
        const found = all.indexOf(bare(words), at)
        expect(found, `${words} after ${all.slice(at, at + 60)}`).toBeGreaterThanOrEqual(at)
        at = found
      }
      const other = new Set(pdftotext(pdf).replaceAll('\u00AD', '').split(/\s+/))
      const missing = wordsIn(blocks)
        .flatMap((words) => words.split(/\s+/))
        .filter((word) => word !== '' && !other.has(word))
      expect(missing).toEqual([])
      expect([title, language]).toEqual(['Report of Naledi', 'af'])
      expect(roles.find((role) => /^H\d/.test(role))).toBe('H1')
      expect(Buffer.from(pdf).includes('pdfuaid:part')).toBe(true)
      expect(pdf.length).toBeLessThan(90_000)
    },
  )

  it.each([
    ['ar', ['نتائجك الست', 'تحب العمل مع الناس وأن تتعلم كل يوم شيئا جديدا', 'المساعد']],
    ['am', ['ስድስቱ ውጤቶችህ', 'ከሰዎች ጋር መሥራት ትወዳለህ፤ በየቀኑም አዲስ ነገር ትማራለህ', 'ረዳት']],
  ])(
    'is written in %s letter by letter, with numbers, tags and a language',
    async (language, all) => {
      const [title = '', text = '', name = ''] = all
      const say = (words: string): Said => [[language === 'ar' ? 1 : 0, words]]
      const pdf = pdfOf(
        [
          { as: 'cover', over: [], title: say(title), lead: say(text), tiles: [], way: null },
          card(say(title), [
            { as: 'text', look: 'mute', text: say(text) },
            {
              as: 'bars',
              rows: [
                {
                  svg: null,
                  name: say(name),
                  value: say('34'),
                  text: say(text),
                  track: { at: 85, from: 70, to: 95, strong: true },
                },
              ],
            },
            { as: 'list', rows: [{ svg: null, title: say(name), text: say(text) }] },
          ]),
        ],
        language,
      )
      const read = await pdfjs(pdf)
      for (const words of [title, text, name, '34']) expect(bare(read.text)).toContain(bare(words))
      expect(bare(pdftotext(pdf))).toContain(bare(text))
      expect([read.language, read.roles.includes('H1')]).toEqual([language, true])
      expect(Buffer.from(pdf).includes('pdfuaid:part')).toBe(true)
    },
  )
})
