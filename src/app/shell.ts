/** What the app passes to the frame of a page. */

import type { AppConfiguration, Scheme } from './store.ts'

/** App state that the frame shows, and its event handlers. */
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

/**
 * The specification offers help only where a support chat is configured (spec 2); so does an
 * instance that says so (docs/decisions/0085).
 */
export const offersHelp = ({ help, integrations }: Shell['config']): boolean =>
  help !== 'chat' || Boolean(integrations.crispChatId)
