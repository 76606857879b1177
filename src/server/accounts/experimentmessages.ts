/** Tells experimenters that one of them was paused without their doing, or that its figures are hidden. */

import type { ExperimentDocument } from '#engine/documents/kinds.ts'
import { languageFor, sendMessage, writeMessage, type Outgoing } from './messages.ts'
import type { Tx } from '#server/database/database.ts'
import type { Release } from '#server/release/compose.ts'
import type { Lost } from '#server/release/pausing.ts'
import { experimenters } from '#server/store/console.ts'
import type { ServerContext } from '#server/start/context.ts'

/**
 * Writes the messages in the transaction that pauses it.
 *
 * @returns what is to be sent once that is committed
 */
export async function tellExperimenters(
  context: ServerContext,
  tx: Tx,
  release: Release,
  name: 'experimentPaused' | 'experimentLost' | 'experimentSplit',
  { title }: Pick<ExperimentDocument, 'title'>,
  arm?: string,
): Promise<Outgoing[]> {
  const messages: Outgoing[] = []
  for (const { id: userId, email, language } of await experimenters(tx))
    if (email !== null)
      messages.push(
        await writeMessage(
          context,
          tx,
          release,
          languageFor(release, { language }),
          { channel: 'email', value: email, userId },
          name,
          { experiment: title, ...(arm !== undefined && { arm }) },
        ),
      )
  return messages
}

/** Tells experimenters that a publish has paused what no longer fits; sent once it is published. */
export function pausedMessages(context: ServerContext, release: Release) {
  let messages: Outgoing[] = []
  const tell = async (tx: Tx, paused: readonly Lost[]) => {
    messages = []
    for (const { id: experiment, arm } of paused) {
      const title = release.catalog.get('experiment', experiment)?.title ?? experiment
      messages.push(
        ...(await tellExperimenters(context, tx, release, 'experimentLost', { title }, arm)),
      )
    }
  }
  const send = () => {
    for (const each of messages) sendMessage(context, each)
  }
  return { tell, send }
}
