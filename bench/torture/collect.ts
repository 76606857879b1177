/**
 * Loaded into a server before its own code (`node --import`). On SIGUSR2 it collects the garbage
 * and writes how many bytes of the heap are still in use, as `retained 12345`: the heap between two
 * collections says nothing about what is retained.
 *
 * It makes the server's caches a fiftieth of their size, so that they are full before anything is
 * measured: a cache that fills up until its limit looks like a leak for hours. That of composed
 * releases keeps its size; there is one per tenant.
 */

import { register } from 'node:module'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Bytes; only the cache of composed releases is larger. */
const MAX_SMALLER = 50_000_000
const small = `
  import { LRUCache as Whole } from ${JSON.stringify(import.meta.resolve('lru-cache'))}
  const less = (size) => (size > ${MAX_SMALLER} ? size : Math.ceil(size / 50))
  export class LRUCache extends Whole {
    constructor({ max, maxSize, ...options }) {
      super({ ...options, ...(max && { max: less(max) }), ...(maxSize && { maxSize: less(maxSize) }) })
    }
  }`
const hook = `
  const url = ${JSON.stringify(addressOf(small))}
  export const resolve = (specifier, context, next) =>
    specifier === 'lru-cache' ? { url, shortCircuit: true } : next(specifier, context)`
register(addressOf(hook))

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

process.on('SIGUSR2', () => {
  // What has a finaliser goes at the second collection.
  collect()
  collect()
  process.stdout.write(`retained ${process.memoryUsage().heapUsed}\n`)
})

function addressOf(code: string): string {
  return `data:text/javascript,${encodeURIComponent(code)}`
}
