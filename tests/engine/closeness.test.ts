import { describe, expect, it } from 'vitest'
import { closeRuns, isFlat, leadTypes } from '#engine/closeness.ts'
import type { WorkerTypeReport } from '#engine/contract.ts'
import { importanceWord, sayWhy, shareOf } from '#engine/why.ts'

type Types = WorkerTypeReport['types']

/** Types in the order given, with their gaps; four points or fewer are close, as the server says it. */
function types(...scores: [Types[number]['letter'], number][]): Types {
  return scores.map(([letter, score], index) => {
    const next = scores[index + 1]
    const gap = next === undefined ? null : score - next[1]
    return { letter, type: letter, score, gap, close: gap !== null && gap <= 4 }
  })
}

describe('close calls', () => {
  it('names a pair and its points', () => {
    expect(closeRuns(types(['S', 34], ['I', 32], ['A', 27], ['E', 21], ['R', 16], ['C', 9]))).toEqual([{ letters: ['S', 'I'], apart: 2 }])
  })

  it('follows a chain out of the top three', () => {
    expect(closeRuns(types(['S', 38], ['I', 30], ['A', 22], ['E', 21], ['R', 19], ['C', 4]))).toEqual([{ letters: ['A', 'E', 'R'], apart: 3 }])
  })

  it('says nothing of types below the top three', () => {
    expect(closeRuns(types(['S', 38], ['I', 30], ['A', 22], ['E', 10], ['R', 9], ['C', 8]))).toEqual([])
  })

  it('knows a tie: no points apart', () => {
    expect(closeRuns(types(['S', 38], ['I', 30], ['A', 30], ['E', 10], ['R', 5], ['C', 0]))).toEqual([{ letters: ['I', 'A'], apart: 0 }])
  })

  it('keeps two pairs apart', () => {
    expect(closeRuns(types(['S', 38], ['I', 37], ['A', 30], ['E', 29], ['R', 5], ['C', 0]))).toEqual([
      { letters: ['S', 'I'], apart: 1 },
      { letters: ['A', 'E'], apart: 1 },
    ])
  })
})

describe('a result without shape', () => {
  it('is one without a code', () => expect(isFlat({ code: null, range: 0 })).toBe(true))
  it('is one whose scores lie less than four points apart', () => {
    expect(isFlat({ code: 'RIA', range: 3 })).toBe(true)
    expect(isFlat({ code: 'RIA', range: 4 })).toBe(false)
  })
})

describe('whom advice is written for', () => {
  it('the first two', () => expect(leadTypes(types(['S', 38], ['I', 30], ['A', 20], ['E', 9], ['R', 5], ['C', 0]))).toEqual(['S', 'I']))
  it('the third too where it is close', () => expect(leadTypes(types(['S', 38], ['I', 30], ['A', 29], ['E', 9], ['R', 5], ['C', 0]))).toEqual(['S', 'I', 'A']))
})

describe('why a career fits, in sentences', () => {
  it('says what is shared, then what differs', () => {
    expect(sayWhy({ shared: ['S'], more: 'C', less: null })).toEqual([
      { key: 'one', types: ['S'] },
      { key: 'more', types: ['C'] },
    ])
    expect(sayWhy({ shared: ['S', 'I'], more: null, less: 'A' })).toEqual([
      { key: 'two', types: ['S', 'I'] },
      { key: 'less', types: ['A'] },
    ])
    expect(sayWhy({ shared: [], more: 'C', less: 'A' })).toEqual([
      { key: 'none', types: [] },
      { key: 'both', types: ['C', 'A'] },
    ])
    expect(sayWhy({ shared: ['S', 'I', 'A'], more: null, less: null })).toEqual([{ key: 'three', types: ['S', 'I', 'A'] }])
  })

  it('puts person and job on one line', () => {
    expect(shareOf.person(40)).toBe(1)
    expect(shareOf.person(10)).toBe(0.25)
    expect(shareOf.job(1)).toBe(0)
    expect(shareOf.job(4)).toBe(0.5)
    expect(shareOf.job(9)).toBe(1)
  })

  it('gives importance a word', () => {
    expect([1, 2.9, 3, 3.9, 4, 5].map(importanceWord)).toEqual(['somewhat', 'somewhat', 'important', 'important', 'very', 'very'])
  })
})
