/** What a page is called in its tab, in the history and by a screen reader. */

import { store } from './store.ts'

export function setTitle(words: string | undefined): void {
  document.title = [words, store.appConfiguration?.appName].filter(Boolean).join(' · ')
}
