/** Which test files of a step took longest, from the reports of its runner. */

import { existsSync, readFileSync } from 'node:fs'

const MAX_FILES = 10

/** @returns lines to print; none if the runner ended before it wrote its report */
function slowest(step, seconds) {
  const rows = [...seconds].sort(([, a], [, b]) => b - a).slice(0, MAX_FILES)
  if (rows.length === 0) return ''
  const lines = rows.map(([file, took]) => `${took.toFixed(0).padStart(6)} s  ${file}\n`)
  return `\n== the slowest files of ${step}\n${lines.join('')}`
}

function read(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}

export function slowestOfVitest(step, file) {
  const { testResults = [] } = read(file)
  return slowest(
    step,
    testResults.map(({ name, startTime, endTime }) => [
      name.slice(name.lastIndexOf('/tests/') + 1),
      (endTime - startTime) / 1000,
    ]),
  )
}

export function slowestOfBrowser(step, file) {
  const seconds = new Map()
  const visit = ({ specs = [], suites = [] }) => {
    for (const { file: name, tests } of specs)
      for (const { duration } of tests.flatMap(({ results }) => results))
        seconds.set(name, (seconds.get(name) ?? 0) + duration / 1000)
    suites.forEach(visit)
  }
  visit(read(file))
  return slowest(step, seconds)
}
