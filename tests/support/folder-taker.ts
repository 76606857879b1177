/**
 * A process that takes a data folder on request, and reports whether it got it: for tests of the
 * lock.
 */

import { startEmbedded, type Embedded } from '#server/database/embedded.ts'

/** `as`: from then on as another user, if this process may switch. */
export type Order = { take: string; at: number; as?: number | undefined } | { leave: true }
export type Outcome = { got: true } | { refused: string } | { left: true }

const childFile = new URL('./quiet-child.mjs', import.meta.url)
let held: Embedded | undefined

// From now on programs are searched here: if there are none, this machine has no flock(1).
process.env['PATH'] = process.env['TAKER_PATH'] ?? ''

function become(user: number): void {
  process.setgroups!([])
  process.setgid!(user)
  process.setuid!(user)
}

function answer(outcome: Outcome): void {
  process.send!(outcome)
}

process.on('message', (order: Order) => {
  if ('leave' in order) {
    void (held?.stop() ?? Promise.resolve()).then(() => answer({ left: true }))
    held = undefined
    return
  }
  // At the same moment as the others: the delivery of messages would put them in sequence.
  while (Date.now() < order.at);
  if (order.as !== undefined) become(order.as)
  startEmbedded({ dataDir: order.take, childFile, log: () => undefined, execArgv: [] }).then(
    (embedded) => {
      held = embedded
      answer({ got: true })
    },
    (error: unknown) => answer({ refused: error instanceof Error ? error.message : String(error) }),
  )
})
process.on('disconnect', () => process.exit(0))
