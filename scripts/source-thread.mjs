/**
 * A thread that runs TypeScript, in tests and in development: a thread of Node 20 takes no loader
 * from its command line.
 *
 *   new Worker('scripts/source-thread.mjs', { argv: [address of the file] })
 */

import { register } from 'tsx/esm/api'

register()
await import(process.argv[2])
