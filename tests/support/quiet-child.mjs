/**
 * Replaces the embedded database where only its process matters: records its start, and ends as
 * told. A file `plan` beside the database decides the fate of each process in turn; without one
 * each reports ready.
 */

import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const dataDir = dirname(process.argv[2])
const file = (name) => join(dataDir, name)
appendFileSync(file('begun'), `${process.pid}\n`)
const turn = readFileSync(file('begun'), 'utf8').trim().split('\n').length - 1
const what = existsSync(file('plan'))
  ? (JSON.parse(readFileSync(file('plan'), 'utf8'))[turn] ?? 'ready')
  : 'ready'

process.on('message', (message) => {
  if (message === 'close') process.exit(0)
  if (message === 'ping') process.send('pong')
})
process.on('disconnect', () => process.exit(0))
if (what === 'killed') process.kill(process.pid, 'SIGKILL')
else if (what === 'ready') process.send('ready')
else if (what !== 'slow') {
  process.stderr.write(`${what}\n`)
  process.exit(1)
}
