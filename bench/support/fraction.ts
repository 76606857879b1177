/**
 * A machine with less processor: a process gets only a fraction of the time, stopped and continued
 * by signals. It makes overload reachable from a load generator on the same machine.
 */

import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** Short beside what a call takes, long beside what a signal costs. */
const PERIOD_MS = 50

/** Runs in a process of its own: the generator's timers are late just when it is busiest. */
const ALTERNATE = `
  const [pid, period, share] = process.argv.slice(1).map(Number)
  const cell = new Int32Array(new SharedArrayBuffer(4))
  const wait = (ms) => Atomics.wait(cell, 0, 0, ms)
  let ending = false
  const turn = () => {
    process.kill(pid, 'SIGSTOP')
    wait(period * (1 - share))
    process.kill(pid, 'SIGCONT')
    if (ending) process.exit()
    wait(period * share)
    setImmediate(turn)
  }
  process.on('SIGTERM', () => (ending = true))
  process.on('disconnect', () => (ending = true))
  turn()
`

/**
 * @param share of the time that it runs, 0 to 1
 * @returns ends it, and lets the process run freely
 */
export function runFraction(pid: number, share: number): () => Promise<void> {
  const child = spawn(
    process.execPath,
    ['-e', ALTERNATE, String(pid), String(PERIOD_MS), String(share)],
    { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] },
  )
  const ended = once(child, 'exit')
  return async () => {
    child.kill('SIGTERM')
    await ended
  }
}
