/**
 * `npm start` is up to three processes: npm, its shell, and the server. npm passes signals on only
 * to the shell, which ends without forwarding them; and if npm is killed with SIGKILL, both remain.
 * So the server watches npm.
 */

import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'

const LOOK_MS = 250
const SHELL = /^-?(?:sh|bash|dash|ash|zsh|ksh|busybox)$/

/**
 * Stops this process, as SIGTERM does, when the npm that started it is gone. Does nothing if it was
 * started otherwise.
 */
export function endWithNpm() {
  if (process.env.npm_lifecycle_event === undefined) return
  const shell = process.ppid
  const { parent: npm, command } = about(shell)
  const isGone = SHELL.test(command)
    ? () => process.ppid !== shell || !isChildOf(shell, npm)
    : () => process.ppid !== shell
  const timer = setInterval(() => {
    if (!isGone()) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, LOOK_MS)
  timer.unref()
}

/** Parent and program of a process; empty if unknown. */
function about(pid) {
  const fromProc = stat(pid)
  if (fromProc !== null) return fromProc
  const { stdout } = spawnSync('ps', ['-o', 'ppid=,comm=', '-p', String(pid)], { encoding: 'utf8' })
  const [, parent, command = ''] = /^\s*(\d+)\s+(.+)$/m.exec(stdout ?? '') ?? []
  return { parent: Number(parent), command: basename(command.trim()) }
}

/**
 * An orphaned process gets another parent at once; where that cannot be observed, check npm itself.
 */
function isChildOf(shell, npm) {
  const fromProc = stat(shell)
  if (fromProc !== null) return fromProc.parent === npm
  try {
    return process.kill(npm, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}

function stat(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const end = text.lastIndexOf(')')
    return {
      parent: Number(text.slice(end + 2).split(' ')[1]),
      command: text.slice(text.indexOf('(') + 1, end),
    }
  } catch {
    return null
  }
}
