/** A preview moves on to a newer one in place: its page, scroll position and focus stay. */

import { askAgain } from './api.ts'
import { adoptRelease } from './live.ts'
import { basePath, pathHere } from './preview.ts'
import { fetchUser } from './session.ts'
import type { AppConfiguration } from './store.ts'

/** @returns whether it is shown now; else the page is as it was */
export async function adoptPreview(token: string): Promise<boolean> {
  const before = window.__tsela
  if (before === undefined) return false
  // Every call from here on is one of the newer preview.
  window.__tsela = { ...before, preview: token }
  try {
    const response = await askAgain('app-configuration', null)
    if (response.status === 200) {
      const configuration = (await response.json()) as AppConfiguration
      const adoption = await adoptRelease(configuration, () => true, basePath() + pathHere())
      if (adoption !== 'unchanged') {
        await fetchUser()
        return true
      }
    }
  } catch (error) {
    window.__tsela = before
    throw error
  }
  window.__tsela = before
  return false
}
