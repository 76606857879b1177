/** What the frame of a page is given by the app. */

import type { AppConfiguration, Scheme } from './store.ts'

/** What the frame shows of the app's state, and what people do with it. */
export type Shell = {
  readonly config: AppConfiguration
  readonly year: number
  readonly language: string
  readonly scheme: Scheme
  readonly online: boolean
  readonly menuCollapsed: boolean
  readonly onLanguage: (language: string) => void
  readonly onScheme: (scheme: Scheme) => void
  readonly onCollapse: () => void
  readonly onLogout: () => void
  readonly onHelp: () => void
}
