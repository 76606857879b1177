/** What somebody may ask for of their own: everything that is stored, and its end. Comes when it is asked for. */

import { mutate } from 'swr'
import { call } from './api.ts'
import { say } from './i18n.ts'
import { openOutbox } from './outbox.ts'
import { forgetPages } from './pagesof.ts'
import { forgetPending } from './pending.ts'
import { forgetPerson } from './session.ts'
import { showSnackbar, store } from './store.ts'

/** @throws ApiFailure or NoSignal */
export async function exportOwn(): Promise<{ name: string; file: Blob }> {
  const everything = await call<{ tenant: string; exportedAt: string }>('users/me/export')
  return {
    name: `${everything.tenant}-my-data-${everything.exportedAt.slice(0, 10)}.json`,
    file: new Blob([JSON.stringify(everything, null, 2)], { type: 'application/json' }),
  }
}

/** Erases the account, and what this device keeps of it. @throws ApiFailure or NoSignal: then nothing has gone */
export async function eraseOwn(): Promise<void> {
  const user = store.user?._id
  await call('users/me', { method: 'DELETE' })
  if (user !== undefined) {
    const shelf = await openOutbox()
    for (const attempt of await shelf.attemptsOf(user)) await shelf.dropAttempt(attempt)
    await shelf.drop((await shelf.rowsOf(user)).map(({ id }) => id))
  }
  await forgetPending().catch(() => undefined)
  forgetPerson('/home')
  await forgetPages(null).catch(() => undefined)
  // Nothing of a former person is shown.
  await mutate(() => true, undefined, { revalidate: false })
  showSnackbar(say('ownData.erased'))
}
