/** Stands for the embedded database where only its process matters: says that it is ready, notes that it was begun, and ends as it is told. */

import { appendFileSync } from 'node:fs'

appendFileSync(`${process.argv[2]}.begun`, `${process.pid}\n`)
process.on('message', (message) => {
  if (message === 'close') process.exit(0)
  if (message === 'ping') process.send('pong')
})
process.on('disconnect', () => process.exit(0))
process.send('ready')
