/**
 * The user's own data: export of everything stored, and deletion of the account. Loaded on demand.
 */

import { mutate } from 'swr'
import { call } from './api.ts'
import { say } from './i18n.ts'
import { openOutbox } from './outbox.ts'
import { forgetPages } from './pagesof.ts'
import { forgetPending } from './pending.ts'
import { forgetPerson } from './session.ts'
import { showSnackbar, store } from './store.ts'

const SESSIONS = 'auth/sessions'

/** @throws ApiFailure or NoSignal */
export async function exportAccount(): Promise<{ name: string; file: Blob }> {
  const everything = await call<{ tenant: string; exportedAt: string }>('users/me/export')
  return {
    name: `${everything.tenant}-my-data-${everything.exportedAt.slice(0, 10)}.json`,
    file: new Blob([JSON.stringify(everything, null, 2)], { type: 'application/json' }),
  }
}

/**
 * Deletes the account and its data on this device. @throws ApiFailure or NoSignal: then nothing was
 * deleted
 */
export async function deleteAccount(): Promise<void> {
  const user = store.user?._id
  await call('users/me', { method: 'DELETE' })
  if (user !== undefined) {
    const outbox = await openOutbox()
    for (const attempt of await outbox.attemptsOf(user)) await outbox.dropAttempt(attempt)
    await outbox.drop((await outbox.rowsOf(user)).map(({ id }) => id))
  }
  await forgetPending().catch(() => undefined)
  forgetPerson('/home')
  await forgetPages(null).catch(() => undefined)
  // Drop everything cached for the previous user.
  await mutate(() => true, undefined, { revalidate: false })
  showSnackbar(say('ownData.erased'))
}

/** Signs out a device of the user's, by its id, or all `others`. @throws ApiFailure or NoSignal */
export async function endSession(id: string): Promise<void> {
  await call(`auth/sessions/${encodeURIComponent(id)}`, { method: 'DELETE' })
  await mutate((key) => Array.isArray(key) && key[0] === SESSIONS)
}
