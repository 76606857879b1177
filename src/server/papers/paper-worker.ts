/** Sets files in a process beside the server, one after another. */

import type { Message, Reply } from '#server/workspace/process.ts'
import { Compiler } from './compiler.ts'
import type { Template } from './template.ts'

let compiler: Compiler | null = null

process.on('message', ({ task, args }: Message) => {
  // Reading the fonts isn't the file's time.
  let reply: Reply
  try {
    compiler ??= new Compiler()
    send({ begun: true })
    reply = { result: compiler.pdf(task as Template, args as string) }
  } catch (error) {
    reply = { failed: error instanceof Error ? error.message : String(error) }
  }
  send(reply)
})
// It lives exactly as long as its server.
process.on('disconnect', () => process.exit())

function send(reply: Reply): void {
  process.send?.(reply)
}
