/**
 * A long torture in parts, one for each seed, with a file that keeps what each of them found. A part
 * that was broken off stays in the file as such, and is replaced only by the same part run to its end.
 */

import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'

type Counts = Readonly<Record<string, number>>
export type Part = {
  readonly seed: number
  readonly learners: number
  /** When it began. */
  readonly at: string
  /** Both are absent of a part that was broken off. */
  readonly figures?: Counts
  readonly faults?: Counts
}

/** @throws Error if this seed has been run to its end: its learners would be counted twice */
export function beginPart(file: string, seed: number, learners: number, at: Date): void {
  const parts = read(file)
  if (parts.some((part) => part.seed === seed && part.faults !== undefined))
    throw new Error(`${file} has the part of SEED=${seed} already; take another seed`)
  const others = parts.filter((part) => part.seed !== seed)
  write(file, [...others, { seed, learners, at: at.toISOString() }])
}

/** @returns all parts so far */
export function endPart(file: string, seed: number, figures: Counts, faults: Counts): Part[] {
  const parts = read(file).map((part) => (part.seed === seed ? { ...part, figures, faults } : part))
  write(file, parts)
  return parts
}

/** Sums of the parts that were run to their ends, and how many weren't. */
export function totalOf(parts: readonly Part[]): {
  readonly whole: number
  readonly brokenOff: number
  readonly learners: number
  readonly figures: Counts
  readonly faults: Counts
} {
  const whole = parts.filter(({ faults }) => faults !== undefined)
  return {
    whole: whole.length,
    brokenOff: parts.length - whole.length,
    learners: whole.reduce((sum, part) => sum + part.learners, 0),
    figures: added(whole.map(({ figures = {} }) => figures)),
    faults: added(whole.map(({ faults = {} }) => faults)),
  }
}

function added(all: readonly Counts[]): Counts {
  const sums: Record<string, number> = {}
  for (const counts of all)
    for (const [name, n] of Object.entries(counts)) sums[name] = (sums[name] ?? 0) + n
  return sums
}

function read(file: string): Part[] {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Part[]) : []
}

/** Whole or not at all: a run may be ended at any moment. */
function write(file: string, parts: readonly Part[]): void {
  writeFileSync(`${file}.new`, `${JSON.stringify(parts, null, 2)}\n`)
  renameSync(`${file}.new`, file)
}
