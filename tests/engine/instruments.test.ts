/**
 * Laws that hold for every shipped instrument, whatever it measures, derived from its documents.
 */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatOf, lengthOf, optionsOf, type AnswerValue } from '#engine/scoring/answervalue.ts'
import { judgeQuality } from '#engine/scoring/quality.ts'
import { score, scoreFacets, scoreScales, type Answers } from '#engine/scoring/scoring.ts'
import { catalog } from '#tests/support/documents.ts'

const RUNS = { seed: 7, numRuns: 200 }
const INSTRUMENTS = catalog
  .all('scoring')
  .filter(({ items }) => items.length > 0)
  .map((key) => ({ id: key.id, key, document: catalog.get('assessment', key.assessment)! }))
type Instrument = (typeof INSTRUMENTS)[number]

/** Any answer that the item takes. */
const answerTo = ({ document }: Instrument, item: string): fc.Arbitrary<AnswerValue> => {
  const options = optionsOf(document, item)
  const { min, max } = document.responseScale ?? { min: 1, max: 1 }
  return formatOf(document) === 'scale'
    ? fc.integer({ min, max })
    : formatOf(document) === 'choice'
      ? fc.constantFrom(...options)
      : fc.shuffledSubarray(options, { minLength: options.length })
}
const answersTo = (instrument: Instrument): fc.Arbitrary<Answers> =>
  fc.record(
    Object.fromEntries(instrument.document.items!.map(({ id }) => [id, answerTo(instrument, id)])),
  )

describe.each(INSTRUMENTS)('$id', (instrument) => {
  const { key, document } = instrument

  it('scores exactly the items that are asked, each once', () => {
    expect(key.items.map(({ id }) => id).sort()).toEqual(document.items!.map(({ id }) => id).sort())
    expect(new Set(key.items.map(({ id }) => id)).size).toBe(key.items.length)
  })

  it('has at least one item for every scale', () => {
    const fed = new Set(
      key.items.flatMap((item) => (item.ranks ? optionsOf(document, item.id) : [item.scale!])),
    )
    expect(key.scales.map(({ id }) => id).filter((id) => !fed.has(id))).toEqual([])
  })

  it('gives the same result whatever the order of answering', () => {
    fc.assert(
      fc.property(answersTo(instrument), fc.integer(), (answers, seed) => {
        const entries = Object.entries(answers)
        const turned = Object.fromEntries(
          [
            ...entries.slice(Math.abs(seed) % entries.length),
            ...entries.slice(0, Math.abs(seed) % entries.length),
          ].reverse(),
        )
        expect(score(turned, key)).toEqual(score(answers, key))
      }),
      RUNS,
    )
  })

  it('stays within what is possible', () => {
    fc.assert(
      fc.property(answersTo(instrument), (answers) => {
        const scales = scoreScales(answers, key)
        for (const scale of key.scales) {
          const items = key.items.filter((item) => item.ranks === true || item.scale === scale.id)
          const value = scales[scale.id]!
          const times = scale.times ?? 1
          const { min, max } =
            key.responseScale ??
            (items[0]!.ranks
              ? { min: 1, max: optionsOf(document, items[0]!.id).length }
              : { min: 0, max: 1 })
          const many =
            scale.aggregate === 'sum' ? items.length : scale.aggregate === 'share' ? 100 : 1
          expect(value).toBeGreaterThanOrEqual((min - scale.from) * many * times - 1e-9)
          expect(value).toBeLessThanOrEqual((max - scale.from) * many * times + 1e-9)
        }
        for (const facet of Object.values(scoreFacets(answers, key))) {
          expect(facet).toBeGreaterThanOrEqual(-1e-9)
          expect(facet).toBeLessThanOrEqual(100 + 1e-9)
        }
        expect(() => judgeQuality(answers, {}, Object.keys(answers), key)).not.toThrow()
      }),
      RUNS,
    )
  })

  it.runIf(formatOf(document) !== 'choice')(
    'mirrors every scale when every answer is reversed',
    () => {
      fc.assert(
        fc.property(answersTo(instrument), (answers) => {
          const turned = Object.fromEntries(
            Object.entries(answers).map(([id, value]) => [
              id,
              Array.isArray(value)
                ? [...(value as string[])].reverse()
                : key.responseScale!.min + key.responseScale!.max - (value as number),
            ]),
          )
          const before = scoreScales(answers, key)
          const after = scoreScales(turned, key)
          for (const scale of key.scales) {
            const items = key.items.filter((item) => item.ranks === true || item.scale === scale.id)
            const { min, max } = key.responseScale ?? {
              min: 1,
              max: optionsOf(document, items[0]!.id).length,
            }
            const many = (scale.aggregate === 'sum' ? items.length : 1) * (scale.times ?? 1)
            expect(after[scale.id]).toBeCloseTo(
              (min + max - 2 * scale.from) * many - before[scale.id]!,
              9,
            )
          }
        }),
        RUNS,
      )
    },
  )

  it('is null, never 0, if too little was answered', () => {
    expect(Object.values(scoreScales({}, key)).every((value) => value === null)).toBe(true)
  })
})

it.each([
  ['big_5', 'lines', 60],
  ['understanding_emotion', 'questions', 19],
  ['perceiving_emotion', 'pictures', 18],
  ['learning_styles', 'sets', 12],
  ['maze', 'levels', 3],
] as const)('the length of %s is told in %s', (id, asked, count) => {
  const document = catalog.get('assessment', id)!
  expect(lengthOf(document)).toEqual({ asked, count })
  // A frame has only the heads of documents: for a task that is everything, for others the answer
  // format.
  const { items: _items, ...head } = document
  expect(lengthOf(head).count).toBe(asked === 'levels' ? count : undefined)
})

describe('keys stay on the server', () => {
  it('no item or option gives its answer away', () => {
    for (const { key, document } of INSTRUMENTS.filter(
      (each) => formatOf(each.document) === 'choice',
    )) {
      const right = key.items.map((item) =>
        optionsOf(document, item.id).indexOf(
          item.correct ?? [...item.weights!].sort((a, b) => b.weight - a.weight)[0]!.id,
        ),
      )
      const places = new Set(optionsOf(document, key.items[0]!.id)).size
      // Spread over all positions: no position is right in half of the items.
      for (let place = 0; place < places; place++)
        expect(
          right.filter((each) => each === place).length,
          `${document.id}, place ${place}`,
        ).toBeLessThan(key.items.length / 2)
      expect(
        key.items.filter(
          ({ id, correct }) => correct !== undefined && id.includes(correct) && correct.length > 1,
        ),
      ).toEqual([])
    }
  })
})
