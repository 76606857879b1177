/** Nothing is told of fewer than ten people, nor can it be taken from what is told of others. Pure. */

import { FROM, type Counted } from './groups.ts'
import { shareOf } from './items.ts'
import type { Estimate } from './moments.ts'

type Cells = Pick<Counted, 'people' | 'attempts' | 'careless' | 'stopped'>

/**
 * The languages that a figure of all of them is about: those that can't be told by themselves are
 * left out, unless they can be told together. What is said of all, less what is said of each, would
 * tell them.
 */
export function tellable(
  languages: readonly Counted[],
  isTellable: (all: Cells) => boolean,
): readonly Counted[] {
  const told = languages.filter(isTellable)
  const rest = languages.filter((each) => !told.includes(each))
  const together = {
    people: sumOf(rest, (each) => each.people),
    attempts: sumOf(rest, (each) => each.attempts),
    careless: sumOf(rest, (each) => each.careless),
    stopped: new Map([[0, sumOf(rest, stoppedOf)]]),
  }
  return isTellable(together) ? languages : told
}

function stoppedOf({ stopped }: Pick<Counted, 'stopped'>): number {
  return [...stopped.values()].reduce((sum, count) => sum + count, 0)
}

export function beganOf(each: Pick<Counted, 'attempts' | 'stopped'>): number {
  return each.attempts + stoppedOf(each)
}

/** Neither those who are counted nor the rest are fewer than ten, if there are any. */
export function isTold(count: number, all: number): boolean {
  return [count, all - count].every((cell) => cell === 0 || cell >= FROM.cell)
}

export function shareTold(count: number, all: number): Estimate | null {
  return all >= FROM.cell && isTold(count, all) ? shareOf(count, all) : null
}

export function sumOf<Each>(all: readonly Each[], value: (each: Each) => number): number {
  return all.reduce((sum, each) => sum + value(each), 0)
}
