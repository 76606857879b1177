/** A database whose messages can be delayed, for load generators. */

import { once } from 'node:events'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { folderOf } from '#tests/support/wire.ts'
import { root } from './processes.ts'

export class SlowDatabase {
  private constructor(
    readonly worker: Worker,
    /** Where the server connects to. */
    readonly url: string,
  ) {}

  static async before(databaseUrl: string): Promise<SlowDatabase> {
    const worker = new Worker(join(root, 'dist', 'torture', 'slow.js'), {
      workerData: { folder: folderOf({ connectionString: databaseUrl }) },
    })
    const [url] = (await once(worker, 'message')) as [string]
    return new SlowDatabase(worker, url)
  }

  /** Delay of each message to the database, in milliseconds. */
  set delayMs(value: number) {
    this.worker.postMessage(value)
  }

  async close(): Promise<void> {
    const ended = once(this.worker, 'exit')
    this.worker.postMessage('close')
    await ended
  }
}
