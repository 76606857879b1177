/**
 * The personality traits, IPIP and the interests: their keys follow the pattern line by line, their
 * scores are those of the reference.
 */

import { describe, expect, it } from 'vitest'
import { judgeQuality } from '#engine/scoring/quality.ts'
import { HEXAGON, score, scoreFacets, type Answers } from '#engine/scoring/scoring.ts'
import { flattenTexts } from '#engine/documents/texts.ts'
import table from '#tests/cases/scoring-traits.json' with { type: 'json' }
import { catalog } from '#tests/support/documents.ts'

type Trait = { readonly mean: number; readonly score: number }
type Case = {
  readonly description: string
  readonly assessment: string
  readonly answers: string
  readonly mean: string
  readonly expect: Readonly<Record<string, readonly string[]>>
  readonly facets?: Readonly<Record<string, number>>
  readonly flags: readonly string[]
}

const instrument = (id: string) => ({
  items: catalog.get('assessment', id)!.items!.map((item) => item.id),
  key: catalog.get('scoring', id)!,
})
const answered = (items: readonly string[], values: readonly number[]): Answers =>
  Object.fromEntries(items.map((id, index) => [id, values[index % values.length]!]))

/** `11R` -> line 11, reversed; for worry the other way round, because the scale is its opposite. */
function rowOf(
  written: string,
  scale: string,
): { readonly position: number; readonly reverse: boolean } {
  const turned = written.endsWith('R')
  return { position: Number.parseInt(written, 10), reverse: scale === 'worry' ? !turned : turned }
}

describe.each(['big_5', 'ipip'] as const)('the key of %s', (id) => {
  const { items, key } = instrument(id)
  const pattern = Object.entries(table.key[id]).map(([name, lines]) => ({
    scale: name === 'worry' ? 'emotional_stability' : name,
    rows: lines.split(' ').map((line) => rowOf(line, name)),
  }))

  it.each(pattern)(
    'has the lines of $scale where the pattern has them, and reverses the same ones',
    ({ scale, rows }) => {
      const found = items.flatMap((item, index) => {
        const row = key.items.find((each) => each.id === item)!
        return row.scale === scale ? [{ position: index + 1, reverse: row.reverse === true }] : []
      })
      expect(found).toEqual(rows)
      expect(items.filter((item) => item.startsWith(`${scale}_`))).toEqual(
        rows.map((_, index) => `${scale}_${index + 1}`),
      )
    },
  )

  it('names each line once', () => {
    expect(new Set(items).size).toBe(id === 'big_5' ? 60 : 50)
    expect(key.items.map((item) => item.id).sort()).toEqual([...items].sort())
  })

  it('doesn’t mistake a strong profile for agreement with everything', () => {
    // A careful user at either end of every trait still has a mean raw answer near the middle.
    for (let ends = 0; ends < 32; ends++) {
      const answers = Object.fromEntries(
        key.items.map((item) => {
          const much =
            ((ends >> key.scales.findIndex((scale) => scale.id === item.scale)) & 1) === 1
          return [item.id, much === (item.reverse !== true) ? 5 : 1]
        }),
      )
      expect(judgeQuality(answers, {}, items, key).flags).not.toContain('yes-saying')
    }
  })
})

describe('the traits of big_5', () => {
  const { items, key } = instrument('big_5')

  it('have twelve lines each, six of them reversed', () => {
    for (const { id } of key.scales) {
      const lines = key.items.filter(({ scale }) => scale === id)
      expect([lines.length, lines.filter(({ reverse }) => reverse).length]).toEqual([12, 6])
    }
  })

  it('have three facets each, with four lines of their own, two of them reversed, and no line in two facets', () => {
    expect(
      Object.fromEntries(
        key.facets!.map((facet) => [
          facet.id,
          facet.items.map((item) => items.indexOf(item.id) + 1),
        ]),
      ),
    ).toEqual(
      Object.fromEntries(
        Object.entries(table.facets).map(([id, lines]) => [
          id,
          lines.split(' ').map((line) => Number.parseInt(line, 10)),
        ]),
      ),
    )
    for (const facet of key.facets!) {
      const lines = facet.items.map(({ id }) => key.items.find((item) => item.id === id)!)
      expect([...new Set(lines.map(({ scale }) => scale))], facet.id).toEqual([facet.scale])
      expect(
        lines.filter(({ reverse }) => reverse),
        facet.id,
      ).toHaveLength(2)
    }
    for (const { id } of key.scales)
      expect(key.facets!.filter(({ scale }) => scale === id)).toHaveLength(3)
    expect(new Set(key.facets!.flatMap((facet) => facet.items.map(({ id }) => id))).size).toBe(60)
  })
})

describe('the scores', () => {
  it.each(table.cases as readonly Case[])('$assessment: $description', (given) => {
    const { items, key } = instrument(given.assessment)
    const values = [...given.answers].map(Number)
    expect(values).toHaveLength(items.length)
    const answers = answered(items, values)

    const metrics = score(answers, key) as Readonly<Record<string, Trait>>
    expect(
      Object.fromEntries(
        Object.entries(metrics).map(([trait, { mean, score: of100 }]) => [
          trait,
          [mean.toFixed(3), of100.toFixed(1)],
        ]),
      ),
    ).toEqual(given.expect)
    expect((values.reduce((sum, value) => sum + value, 0) / values.length).toFixed(3)).toBe(
      given.mean,
    )
    expect(scoreFacets(answers, key)).toEqual(given.facets ?? {})
    expect(judgeQuality(answers, {}, items, key).flags).toEqual(given.flags)
  })
})

describe('the interests', () => {
  const { items, key } = instrument('interests')

  it('ask in the order R, I, A, S, E, C, eight times over', () => {
    expect(items).toEqual(
      Array.from(
        { length: 48 },
        (_, index) => `${HEXAGON[index % 6]}_${Math.floor(index / 6) + 1}`,
      ),
    )
    expect(key.items.map(({ id, scale, reverse }) => [id, scale, reverse])).toEqual(
      items.map((id) => [id, id[0], undefined]),
    )
  })

  it('use the same 0 to 40 scale as the worker type, with the same code', () => {
    const given = [5, 4, 2, 1, 3, 4]
    const workerType = instrument('holland_code')
    expect(score(answered(items, given), key)).toEqual({
      R: 40,
      I: 30,
      A: 10,
      S: 0,
      E: 20,
      C: 30,
      code: 'RIC',
      tied: true,
      consistency: 'high',
      range: 40,
      scale: { lowest: 0, highest: 40 },
      even: false,
    })
    expect(score(answered(items, given), key)).toEqual(
      score(answered(workerType.items, given), workerType.key),
    )
  })
})

describe('the texts of the lines', () => {
  const words = (language: string, id: string) => {
    const texts = flattenTexts(catalog.get('locale', language)!.texts)
    return catalog.get('assessment', id)!.items!.map(({ text }) => texts[text]!)
  }

  it.each(['en', 'af'])('are short in %s, and no two lines are the same', (language) => {
    const all = ['big_5', 'ipip', 'interests', 'holland_code'].flatMap((id) => words(language, id))
    expect(new Set(all).size).toBe(60 + 50 + 48 + 60)
    expect(all.filter((line) => line.split(' ').length > 15)).toEqual([])
  })
})
