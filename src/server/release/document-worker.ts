/**
 * Works on a tenant's documents in a process beside the server: it may take seconds, and learners
 * must not wait for it.
 */

import { Refusal } from '#engine/contract/problems.ts'
import { Kept, type Opened, type Sent } from '#server/workspace/opened.ts'
import type { Message, Reply } from '#server/workspace/process.ts'
import { TASKS, type TaskName } from '#server/workspace/tasks.ts'

const kept = new Kept()

process.on(
  'message',
  ({
    task,
    args,
    texts,
    workspace,
  }: Message & { readonly task: TaskName; readonly workspace: Sent }) => {
    send({ begun: true })
    let reply: Reply
    try {
      for (const [sha, text] of texts) kept.add(sha, text)
      const work = TASKS[task] as (
        opened: Opened,
        args: unknown,
        progress: (at: string) => void,
      ) => unknown
      reply = { result: work(kept.open(workspace), args, (at) => send({ at })) }
    } catch (error) {
      if (error instanceof Refusal) {
        const { extra, fields } = error.detail
        reply = {
          refused: error.code,
          detail: { ...(extra && { extra }), ...(fields && { fields }) },
        }
      } else
        reply = { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) }
    }
    send(reply)
  },
)
// It lives exactly as long as its server.
process.on('disconnect', () => process.exit())

function send(reply: Reply): void {
  process.send?.(reply)
}
