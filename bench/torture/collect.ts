/**
 * Loaded into a server before its own code (`node --import`): on SIGUSR2 it collects the garbage
 * and writes how many bytes of the heap are still in use, as `retained 12345`. The heap between two
 * collections says nothing about what is retained.
 */

import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

process.on('SIGUSR2', () => {
  // What has a finaliser goes at the second collection.
  collect()
  collect()
  process.stdout.write(`retained ${process.memoryUsage().heapUsed}\n`)
})
