/** The global state (spec 3) in one valtio store. Documents and texts are not in it: they never change under a page. */

import { proxy } from 'valtio'
import {
  NO_ONBOARDING,
  type InstanceConfig,
  type Onboarding,
  type User,
} from '#engine/rules/scope.ts'
import { isPreview, type PreviewInfo } from './preview.ts'

/** `GET app-configuration` as the browser has it. */
export type AppConfiguration = InstanceConfig & {
  readonly version: string
  readonly release: string
  /** Version of what interprets the documents; a lower one cannot draw them. */
  readonly engine?: number
  /** language -> bundle of the frame */
  readonly bundles: Readonly<Record<string, string>>
  readonly languageNames: Readonly<Record<string, string>>
  readonly theme: string | null
  /** Only in demo mode. */
  readonly demo?: true
  /** Only in a preview. */
  readonly preview?: PreviewInfo
}

export type Scheme = 'light' | 'dark' | 'system'

export type State = {
  user: User | null
  /** Whether the server was asked who is signed in, and answered. */
  initialised: boolean
  /** Requests under way. */
  pending: number
  readonly loading: boolean
  /** A page is being fetched. */
  navigating: boolean
  successfulAuthTracked: boolean
  menuCollapsed: boolean
  snackBarMessage: string | null
  appLoaded: boolean
  fatalError: string | null
  appConfiguration: AppConfiguration | null
  /** The release that the server named last, where it is another than the page's. */
  announcedRelease: string | null
  language: string
  scheme: Scheme
  online: boolean
  onboarding: Onboarding
  curricula: string[] | null
  /** Where a change of who is signed in leads, once; null where the guard alone decides. */
  destination: string | null
  /** An assessment is on the screen: nothing may take the page away from under it. */
  assessmentOpen: boolean
  /** The session ended while an assessment was open: sign in above the page. */
  signInAbove: boolean
  /** Answers on this device that the server does not have yet. */
  unsent: number
}

/** What a preview remembers, for as long as its page is open. Before the store, which begins with what is remembered. */
const memory = new Map<string, string>()

export const store = proxy<State>({
  user: null,
  initialised: false,
  pending: 0,
  get loading() {
    return this.pending > 0
  },
  navigating: false,
  successfulAuthTracked: false,
  menuCollapsed: kept('menu-collapsed') === 'true',
  snackBarMessage: null,
  appLoaded: false,
  fatalError: null,
  appConfiguration: null,
  announcedRelease: null,
  language: 'en',
  scheme: 'system',
  online: typeof navigator === 'undefined' ? true : navigator.onLine,
  onboarding: NO_ONBOARDING,
  curricula: null,
  destination: null,
  assessmentOpen: false,
  signInAbove: false,
  unsent: 0,
})

/** Under which name the configuration is kept for a start without a signal. */
export const CONFIGURATION = 'app-configuration'

/** A value of local storage; null where the browser keeps none. */
export function kept(key: string): string | null {
  if (isPreview()) return memory.get(key) ?? null
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Keeps a value in local storage, or forgets it. A browser that refuses is no reason to stop. */
export function keep(key: string, value: string | null): void {
  if (isPreview()) return void (value === null ? memory.delete(key) : memory.set(key, value))
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // Private windows and full phones refuse; the value then lives as long as the page.
  }
}

export function toggleMenu(): void {
  store.menuCollapsed = !store.menuCollapsed
  keep('menu-collapsed', String(store.menuCollapsed))
}

export function showSnackbar(message: string | null): void {
  store.snackBarMessage = message
}
