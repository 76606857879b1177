/**
 * Favourites that this device has not sent yet. In local storage, because it can be written at the
 * click itself: the page may be left before anything asynchronous has happened.
 */

import { newId } from './newid.ts'
import { keep, store } from './store.ts'

/** Keys are `heart/user/type/id`, values `method id-of-the-write`. */
export const HEART = 'heart/'

/** @returns the write's id, which a newer tap on the same heart replaces */
export function keepHeart(type: string, id: string, on: boolean): string {
  const write = newId()
  if (store.user !== null)
    keep(`${HEART}${store.user._id}/${type}/${id}`, `${on ? 'PUT' : 'DELETE'} ${write}`)
  return write
}
