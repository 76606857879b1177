/** What the lists of devices and of sign-ins share. */

import { dayOf } from '#engine/documents/intl.ts'

export type Device = {
  readonly id: string
  readonly current: boolean
  /** "Chrome, Android"; null if the browser didn't say. */
  readonly device: string | null
  /** ISO 8601. */
  readonly since: string
  readonly seen: string
}

export type SignIn = {
  readonly id: string
  readonly outcome: 'in' | 'wrong'
  /** Besides a password or another service. */
  readonly how?: 'code' | 'recovery' | 'passkey' | null
  readonly device: string | null
  /** Wrong passwords within an hour are counted in one entry. */
  readonly times: number
  readonly at: string
}

export function isPhone(device: string | null): boolean {
  return device !== null && /Android|iPhone|KaiOS/.test(device)
}

/** "9 November, 22:14" */
export function momentOf(iso: string, language: string): string {
  const time = new Intl.DateTimeFormat(language, {
    hour: '2-digit',
    minute: '2-digit',
    hour12: false,
  })
  return `${dayOf(iso, language)}, ${time.format(new Date(iso))}`
}
