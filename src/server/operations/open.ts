/**
 * Opens the database for a command without a server: PostgreSQL beside running servers, the
 * embedded database in their place.
 */

import { join } from 'node:path'
import { systemClock } from '#server/base/clock.ts'
import { readCommonPasswords } from '#server/catalogue/content.ts'
import type { Database } from '#server/database/database.ts'
import { refuseDemo } from '#server/start/demo.ts'
import { startEmbedded, type Embedded } from '#server/database/embedded.ts'
import type { Environment } from '#server/base/environment.ts'
import { adoptKeys } from '#server/database/keys.ts'
import { outboxOnly, smtpMailer } from '#server/accounts/mailer.ts'
import { noSender } from '#server/accounts/sms.ts'
import { migrate } from '#server/database/migrate.ts'
import { loadBase } from '#server/release/compose.ts'
import { childFile, databaseOf, requireAnswer } from '#server/start/start.ts'
import { ServerContext } from '#server/start/context.ts'

export type Opened = { readonly database: Database; readonly close: () => Promise<void> }

/** @throws with one clear sentence: the folder is in use, or the database refuses the connection */
export async function openDatabase(
  environment: Environment,
  log: (line: string) => void,
): Promise<Opened> {
  let embedded: Embedded | null = null
  if (environment.databaseUrl === null)
    embedded = await startEmbedded({ dataDir: environment.dataDir, childFile: childFile(), log })
  const database = databaseOf(environment)
  const close = async () => {
    await database.close()
    await embedded?.stop()
  }
  try {
    if (environment.databaseUrl !== null) await requireAnswer(database, environment.databaseUrl)
    return { database, close }
  } catch (error) {
    await close()
    throw error
  }
}

/**
 * @param strict fail if a secret is missing that values are sealed with
 * @throws with one clear sentence
 */
export async function openContext(
  environment: Environment,
  root: string,
  log: (line: string) => void,
  strict: boolean,
): Promise<{ context: ServerContext; close: () => Promise<void> }> {
  const base = loadBase(join(root, 'schemas'), join(root, 'dist', 'checked.txt'))
  const contentDir = join(root, 'content')
  const { database, close } = await openDatabase(environment, log)
  try {
    const mailer = environment.smtpUrl === null ? outboxOnly : smtpMailer(environment.smtpUrl)
    const context = new ServerContext({
      environment,
      database,
      clock: systemClock,
      base,
      contentDir,
      mailer,
      // No command sends text messages.
      sms: noSender,
      clientDir: null,
      prerender: null,
      commonPasswords: readCommonPasswords(contentDir),
    })
    await database.alone(async () => {
      await migrate(database)
      if (environment.demo) await refuseDemo(context)
      if (strict) await adoptKeys(database, context.secrets)
    })
    return {
      context,
      close: async () => {
        mailer.close()
        context.ownMailers.close()
        context.documentWorkers.close()
        context.papers.close()
        await close()
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}
