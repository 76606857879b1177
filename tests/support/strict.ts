/** A test with an unhandled rejection, or with output on console.error, fails. */

import { afterEach, beforeEach, expect, vi } from 'vitest'

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation((...args: unknown[]) => {
    complaints.push(args.map(String).join(' '))
  })
})

const complaints: string[] = []

afterEach(() => {
  expect(complaints.splice(0), 'console.error was called').toEqual([])
})

/** For a test that expects a complaint: returns and clears the ones so far. */
export function takeComplaints(): string[] {
  return complaints.splice(0)
}
