/**
 * Perceiving, understanding and managing emotions: the worked examples, and what their keys and
 * research forms must hold.
 */

import { describe, expect, it } from 'vitest'
import { choicesOf, optionsOf } from '#engine/scoring/answervalue.ts'
import { score, type Answers, type ScoringKey } from '#engine/scoring/scoring.ts'
import { flattenTexts } from '#engine/documents/texts.ts'
import table from '#tests/cases/scoring-feelings.json' with { type: 'json' }
import { catalog } from '#tests/support/documents.ts'

type Faces = {
  readonly description: string
  readonly chosen: Readonly<Record<string, Readonly<Record<string, number>>>>
  readonly score: string
  readonly emotions: Readonly<Record<string, string>>
}
type Actions = {
  readonly description: string
  readonly weights: Readonly<Record<string, number>>
  readonly score: string
}
type KeyItem = ScoringKey['items'][number]

const faces = table.faces as readonly unknown[] as readonly Faces[]
const actions = table.actions as readonly unknown[] as readonly Actions[]

const instrument = (id: string) => ({
  document: catalog.get('assessment', id)!,
  items: catalog.get('assessment', id)!.items!,
  key: catalog.get('scoring', id)!,
})
const keyOf = (items: readonly KeyItem[], more: Partial<ScoringKey> = {}) =>
  ({
    kind: 'scoring',
    id: 'test',
    v: 1,
    title: 'Test',
    source: 'test',
    assessment: 'test',
    scales: [{ id: 'score', aggregate: 'share', from: 0 }],
    items,
    ...more,
  }) as ScoringKey
const printed = (value: unknown, digits: number) => (value as number).toFixed(digits)
const rightOf = (key: ScoringKey, id: string) => key.items.find((item) => item.id === id)!.correct!

describe('faces', () => {
  it.each(faces)('$description', ({ chosen, score: expected, emotions }) => {
    const rows = Object.entries(chosen).flatMap(([shown, picks]) =>
      Object.entries(picks).flatMap(([pick, times]) =>
        Array.from({ length: times }, () => ({ shown, pick })),
      ),
    )
    const key = keyOf(
      rows.map(({ shown }, index) => ({ id: `p_${index}`, scale: 'score', correct: shown })),
      { derive: [{ id: 'emotions', op: 'hit-rates' }] },
    )
    const metrics = score(
      Object.fromEntries(rows.map(({ pick }, index) => [`p_${index}`, pick])),
      key,
    )
    expect(printed(metrics['score'], 1)).toBe(expected)
    expect(
      Object.fromEntries(
        Object.entries(metrics['emotions'] as Record<string, number>).map(([id, rate]) => [
          id,
          printed(rate, 3),
        ]),
      ),
    ).toEqual(emotions)
  })

  const { document, items, key } = instrument('perceiving_emotion')

  it('are eighteen different pictures, one for each of six feelings at three strengths', () => {
    const options = document.options!.map(({ id }) => id)
    expect(new Set(items.map(({ picture }) => picture)).size).toBe(18)
    for (const option of options)
      expect(
        key.items
          .filter(({ correct }) => correct === option)
          .map(({ note }) => note)
          .sort(),
      ).toEqual(['clear', 'slight', 'strong'])
  })

  it('never show one feeling twice in a row', () => {
    const shown = items.map(({ id }) => rightOf(key, id))
    expect(shown.filter((each, index) => each === shown[index - 1])).toEqual([])
  })

  it.each(['en', 'af'])('are described in words that name no feeling, in %s', (language) => {
    const texts = flattenTexts(catalog.get('locale', language)!.texts)
    const names = Object.entries(texts).flatMap(([name, text]) =>
      name.startsWith('emotion.') ? [text.toLowerCase()] : [],
    )
    for (const item of [...items, ...document.practice!]) {
      const told = texts[item.text]!.toLowerCase()
      expect(names.filter((name) => told.includes(name))).toEqual([])
      expect(told).not.toMatch(
        /happy|smil|sad\b|cry|afraid|scare|angry|surpris|disgust|bly\b|gelukkig|glimlag|hartseer|huil|bang|kwaad|verbaas|walg/,
      )
      expect(told.split(' ').length).toBeLessThanOrEqual(15)
    }
  })
})

describe('situations', () => {
  const { items, key } = instrument('understanding_emotion')

  it.each(table.situations)(
    '$right of nineteen right gives $score',
    ({ right, score: expected }) => {
      const wrong = (id: string) =>
        optionsOf(catalog.get('assessment', 'understanding_emotion')!, id).find(
          (option) => option !== rightOf(key, id),
        )!
      const answers: Answers = Object.fromEntries(
        items.map(({ id }, index) => [id, index < right ? rightOf(key, id) : wrong(id)]),
      )
      expect(printed(score(answers, key)['score'], 1)).toBe(expected)
    },
  )

  it('offer five different feelings each, with a reason for the right one, which is in each position about as often', () => {
    for (const item of items) expect(new Set(item.options!.map(({ text }) => text)).size).toBe(5)
    expect(key.items.every(({ note }) => note !== undefined)).toBe(true)
    expect(places(key.items.map(({ correct }) => correct!))).toEqual({
      a: 4,
      b: 4,
      c: 3,
      d: 4,
      e: 4,
    })
  })
})

describe('actions', () => {
  it.each(actions)('$description', ({ weights, score: expected }) => {
    const chosen = Object.entries(weights).flatMap(([weight, times]) =>
      Array.from({ length: times }, () => Number(weight)),
    )
    const key = keyOf(
      chosen.map((weight, index) => ({
        id: `m_${index}`,
        scale: 'score',
        weights: [
          { id: 'a', weight },
          { id: 'b', weight: 1 - weight },
        ],
      })),
    )
    expect(
      printed(
        score(Object.fromEntries(chosen.map((_, index) => [`m_${index}`, 'a'])), key)['score'],
        1,
      ),
    ).toBe(expected)
  })

  const { document, key } = instrument('managing_emotion')
  const best = ({ weights }: KeyItem) => [...weights!].sort((a, b) => b.weight - a.weight)

  it('have four weights each in steps of .05, one of them clearly best', () => {
    for (const item of key.items) {
      expect(item.weights!.map(({ id }) => id)).toEqual(optionsOf(document, item.id))
      for (const { weight } of item.weights!)
        expect(Math.abs(weight * 20 - Math.round(weight * 20))).toBeLessThan(1e-9)
      const [first, second] = best(item)
      expect(first!.weight - second!.weight).toBeGreaterThanOrEqual(0.1)
    }
    expect(places(key.items.map((item) => best(item)[0]!.id))).toEqual({ a: 4, b: 4, c: 5, d: 5 })
  })

  it.each([
    ['en', 'managing_emotion'],
    ['af', 'managing_emotion'],
    ['en', 'stem_b'],
    ['af', 'stem_b'],
  ])('don’t give away the best one by its length, in %s, %s', (language, id) => {
    const { document, items, key } = instrument(id)
    const texts = flattenTexts(catalog.get('locale', language)!.texts)
    const longest = items.filter(({ id: asked }) => {
      const lengths = choicesOf(document, asked).map((option) => ({
        id: option.id,
        length: texts[option.text]!.length,
      }))
      return (
        lengths.sort((a, b) => b.length - a.length)[0]!.id ===
        best(key.items.find((item) => item.id === asked)!)[0]!.id
      )
    })
    expect(longest.length).toBeLessThanOrEqual(6)
  })

  it('say that their weights are provisional', () => {
    for (const id of ['managing_emotion', 'stem_b']) {
      const { title, source, note } = instrument(id).key
      for (const said of [title, source, note]) expect(said).toMatch(/provisional/i)
    }
  })
})

describe.each([
  ['stem_b', 'managing_emotion'],
  ['steu_b', 'understanding_emotion'],
])('%s', (id, from) => {
  const form = instrument(id)
  const model = instrument(from)
  const itemOf = ({ items }: typeof form, item: string) => items.find((each) => each.id === item)!
  /** What an item is meant to ask: the reason for its key, and the key. */
  const blueprint = (one: typeof form) =>
    one.key.items
      .map(({ id: item, ...keyed }) => ({
        ...keyed,
        options: id === 'steu_b' ? itemOf(one, item).options : optionsOf(one.document, item),
      }))
      .sort((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)))

  it(`has the blueprint of ${from}, item by item, and the same rules`, () => {
    expect(blueprint(form)).toEqual(blueprint(model))
    expect(form.key.scales).toEqual(model.key.scales)
    // What was measured of them is each one's own.
    expect({ ...form.key.quality, note: '' }).toEqual({ ...model.key.quality, note: '' })
    expect(form.items.map((item) => item.id)).toEqual(
      form.items.map((_, index) => `${id}_${index + 1}`),
    )
  })

  it.each(['en', 'af'])(`asks nothing that ${from} asks, in %s`, (language) => {
    const texts = flattenTexts(catalog.get('locale', language)!.texts)
    const said = ({ document, items }: typeof form) =>
      items.flatMap((item) => [
        texts[item.text]!,
        ...(id === 'stem_b'
          ? choicesOf(document, item.id).map((option) => texts[option.text]!)
          : []),
      ])
    const own = said(form)
    expect(own.filter((text) => said(model).includes(text))).toEqual([])
    expect(new Set(own).size).toBe(own.length)
    // Afrikaans says the same in more words: articles and negation are written apart.
    const most = language === 'af' ? 18 : 15
    for (const { text } of form.items)
      expect(texts[text]!.split(' ').length, text).toBeLessThanOrEqual(most)
  })
})

/** How often each option is the right one. */
function places(ids: readonly string[]): Record<string, number> {
  return Object.fromEntries(
    [...new Set(ids)].sort().map((id) => [id, ids.filter((each) => each === id).length]),
  )
}

describe('managing emotion corrected for chance', () => {
  const key = catalog.get('scoring', 'managing_emotion')!
  const choosing = (pick: (weights: readonly { id: string; weight: number }[]) => string) =>
    score(Object.fromEntries(key.items.map(({ id, weights }) => [id, pick(weights!)])), key)

  it('is 100 for the best action each time, and 0 for the worst', () => {
    const byWeight = (weights: readonly { id: string; weight: number }[]) =>
      [...weights].sort((a, b) => b.weight - a.weight)
    expect(choosing((weights) => byWeight(weights)[0]!.id)['corrected']).toBeCloseTo(100, 10)
    expect(choosing((weights) => byWeight(weights).at(-1)!.id)['corrected']).toBe(0)
  })

  it('stays below the second step for one letter throughout', () => {
    for (const letter of ['a', 'b', 'c', 'd']) {
      const metrics = choosing(() => letter)
      expect(metrics['score']).toBeGreaterThan(25)
      expect(metrics['corrected']).toBeLessThan(40)
    }
  })
})
