/** Careers say no more of a result than its report does. */

import { describe, expect, it } from 'vitest'
import { fitOf, personOf } from '#server/catalogue/fit.ts'
import { catalog, makeUser } from '../support/documents.ts'
import { saidOnPaper, sixTypes, textOf } from '../support/saidonpaper.ts'
import { modelPerson, randomness } from '../support/simulated.ts'
import { score } from '#engine/scoring/scoring.ts'

const LETTERS = [...'RIASEC']
const six = (values: readonly number[]) =>
  Object.fromEntries(LETTERS.map((letter, at) => [letter, values[at]!])) as Record<
    'R' | 'I' | 'A' | 'S' | 'E' | 'C',
    number
  >

function personWith(sums: readonly number[], confidence = 'ok') {
  const user = makeUser({ plan: 'powerPlus', taken: ['holland_code'] })
  return personOf(catalog, {
    assessments: {
      holland_code: {
        ...user.assessments['holland_code']!,
        metrics: sixTypes(sums).metrics,
        quality: { confidence, flags: [] },
      },
    },
  })
}

describe('a career beside a result', () => {
  it.each([
    // even within the error, low, and only just above the middle
    [[24, 22, 20, 18, 20, 16]],
    [[18, 10, 6, 4, 8, 2]],
    [[21, 12, 10, 12, 8, 12]],
  ])('is never strong, and has no reason, where the report names no type: %j', (sums) => {
    const fit = fitOf(personWith(sums), six(sums.map((sum) => sum / 4)))
    expect(fit).toEqual({ level: 'fair', closeness: 'fair', hedge: 'rough' })
    const said = saidOnPaper('worker-type', { holland_code: sixTypes(sums) }).join(' ')
    expect(said).not.toContain(textOf('worker.mostLike.builder'))
  })

  it('shares only what the report names: “high” is above the middle', () => {
    const fit = fitOf(personWith([36, 10, 4, 2, 2, 8]), six([7, 6, 1, 1, 1, 3]))
    expect(fit).toMatchObject({ level: 'strong', why: { shared: ['R'], more: 'I', less: null } })
  })

  it('is called strong only where another day would say so too', () => {
    const person = personWith([40, 30, 10, 0, 20, 30])!
    // The worked example (assessments 1): r .907, .589 and −.983.
    const said = (career: readonly number[]) => {
      const { level, closeness } = fitOf(person, six(career))
      return [level, closeness]
    }
    expect(said([6.5, 3, 1.5, 1.2, 2.5, 4])).toEqual(['strong', 'strong'])
    expect(said([4, 6.7, 2, 2.5, 2, 3.5])).toEqual(['fair', 'fair'])
    // r .771 and .662: either could be the other on another day.
    expect(said([5.5, 5.8, 2, 2.5, 2, 3.5])).toEqual(['strong', 'fair-strong'])
    expect(said([4.5, 6.4, 2, 2.5, 2, 3.5])).toEqual(['fair', 'fair-strong'])
    expect(said([1.5, 3, 5, 6.5, 4, 2])).toEqual(['low', 'low'])
    // Own errors replace borrowed ones: a scale that is nearly exact leaves hardly anything between.
    const exact = { ...person, errors: six([0.8, 0.8, 0.8, 0.8, 0.8, 0.8]) }
    expect(fitOf(exact, six([5.5, 5.8, 2, 2.5, 2, 3.5]))).toMatchObject({ closeness: 'strong' })
  })

  it('says that a result is less certain', () => {
    const career = six([7, 6, 1, 1, 1, 3])
    expect(fitOf(personWith([36, 30, 4, 2, 2, 8], 'low'), career)).toMatchObject({
      level: 'strong',
      hedge: 'unsure',
    })
    expect(fitOf(personWith([36, 30, 4, 2, 2, 8]), career)).not.toHaveProperty('hedge')
  })

  it('follows the report for everybody', () => {
    const instrument = {
      key: catalog.get('scoring', 'holland_code')!,
      document: catalog.get('assessment', 'holland_code')!,
    }
    const random = randomness(991)
    let rough = 0
    for (let at = 0; at < 200; at++) {
      const metrics = score(modelPerson(instrument, random).answers, instrument.key) as Record<
        string,
        number
      >
      const sums = LETTERS.map((letter) => metrics[letter]!)
      const person = personWith(sums)!
      const said = saidOnPaper('worker-type', { holland_code: sixTypes(sums) })
      const isLed = said.some((words) => words.startsWith('You like to '))
      expect(person.liked !== null).toBe(isLed)
      if (!isLed) rough++
    }
    expect(rough).toBeGreaterThan(10)
  })
})
