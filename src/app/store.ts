/**
 * The global state (spec 3) in one valtio store. Documents and texts are not in it: they don't
 * change while a page is open.
 */

import { proxy } from 'valtio'
import {
  NO_ONBOARDING,
  type InstanceConfig,
  type Onboarding,
  type User,
} from '#engine/rules/scope.ts'
import { isPreview, type PreviewInfo } from './preview.ts'

/** `GET app-configuration` as the browser receives it. */
export type AppConfiguration = InstanceConfig & {
  readonly version: string
  readonly release: string
  /** Minimum version of the interpreting code; older code cannot draw these documents. */
  readonly engine?: number
  /** language -> bundle of the frame */
  readonly bundles: Readonly<Record<string, string>>
  readonly languageNames: Readonly<Record<string, string>>
  readonly theme: string | null
  /** Experiment -> the arm that this is; absent outside experiments. */
  readonly experiments?: Readonly<Record<string, string>>
  /** Place on a page -> the experiments whose change is there. */
  readonly exposures?: Readonly<Record<string, readonly string[]>>
  /** Only in demo mode. */
  readonly demo?: true
  /** Only in a preview. */
  readonly preview?: PreviewInfo
}

export type Scheme = 'light' | 'dark' | 'system'

export type State = {
  user: User | null
  /** Whether the server has told us who is signed in. */
  initialised: boolean
  /** Requests in progress. */
  pending: number
  readonly loading: boolean
  /** A page is loading. */
  navigating: boolean
  successfulAuthTracked: boolean
  menuCollapsed: boolean
  snackBarMessage: string | null
  appLoaded: boolean
  fatalError: string | null
  appConfiguration: AppConfiguration | null
  /** The release that the server named last, if it differs from the page's. */
  announcedRelease: string | null
  language: string
  scheme: Scheme
  online: boolean
  onboarding: Onboarding
  curricula: string[] | null
  /** Where to go after the user changes, used once; null if the guard alone decides. */
  destination: string | null
  /** An assessment is on screen: nothing may navigate away from it. */
  assessmentOpen: boolean
  /** The session ended while an assessment was open: sign in in a dialog above the page. */
  signInAbove: boolean
  /** Answers on this device that the server does not have yet. */
  unsent: number
}

/**
 * Storage of a preview, for as long as its page is open. Above the store, whose initial state reads
 * it.
 */
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

/** Storage key of the configuration, for starting offline. */
export const CONFIGURATION = 'app-configuration'

/** Reads a value from local storage; null if there is none or no storage. */
export function kept(key: string): string | null {
  if (isPreview()) return memory.get(key) ?? null
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Writes a value to local storage, or removes it. Failures are ignored. */
export function keep(key: string, value: string | null): void {
  if (isPreview()) return void (value === null ? memory.delete(key) : memory.set(key, value))
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // Private windows and full phones refuse; the value then lasts as long as the page.
  }
}

export function toggleMenu(): void {
  store.menuCollapsed = !store.menuCollapsed
  keep('menu-collapsed', String(store.menuCollapsed))
}

export function showSnackbar(message: string | null): void {
  store.snackBarMessage = message
}
