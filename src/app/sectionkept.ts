/**
 * What this device has of a profile section besides the profile: writes that wait, and drafts of
 * what was typed and not saved. Drafts are in local storage, which is written before the page can be
 * left, and are deleted like what waits.
 */

import type { Draft, DraftCall } from '#engine/forms/draft.ts'
import { discardSection, pendingSection } from './pending.ts'
import { DRAFT, draftAt } from './pendingbox.ts'
import { keep, store } from './store.ts'

function draft({ section, item, keep: given }: DraftCall): Draft | null {
  if (given !== undefined)
    keep(
      `${DRAFT}${store.user?._id}/${section}/${item}`,
      given === null ? null : JSON.stringify(given),
    )
  return draftAt(section, item)
}

const ALL = { pending: pendingSection, discard: discardSection, draft }

/** @param what one of the names in actions.ts */
export function sectionKept(what: string, given: never): Promise<unknown> {
  return Promise.resolve(ALL[what as keyof typeof ALL](given))
}
