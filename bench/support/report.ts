/**
 * The output of benchmarks and torture tests: the machine, a table, and one machine-readable JSON
 * line.
 */

import { cpus, loadavg, release, totalmem } from 'node:os'

export type Row = Readonly<Record<string, string | number>>

/**
 * Medians and ratios mean little on a busy machine, so each report states the load at its start.
 */
const LOAD_AT_START = loadavg()[0]!

export function machine() {
  const cores = cpus()
  return {
    cores: cores.length,
    cpu: cores[0]?.model ?? 'unknown',
    memory_gb: Math.round(totalmem() / 2 ** 30),
    node: process.versions.node,
    kernel: release(),
    load: round(LOAD_AT_START, 2),
  }
}

export function report(name: string, rows: readonly Row[], figures: object): void {
  const { cores, cpu, memory_gb, node, load } = machine()
  process.stdout.write(
    `\n${name}: ${cores} cores of ${cpu}, ${memory_gb} GB, Node ${node}; load ${load} at the start\n`,
  )
  console.table(Object.fromEntries(rows.map(({ what, ...rest }) => [what, rest])))
  process.stdout.write(
    `${JSON.stringify({ bench: name, at: new Date().toISOString(), ...figures, machine: machine() })}\n`,
  )
}

export function median(values: readonly number[]): number {
  return percentile(values, 50)
}

/** The smallest value that this percentage of all values does not exceed (nearest rank). */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? Number.NaN
}

export function round(value: number, digits = 1): number {
  const factor = 10 ** digits
  return Math.round(value * factor) / factor
}
