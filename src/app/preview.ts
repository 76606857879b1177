/**
 * Whether this page is a preview of unpublished drafts: the same app below `/preview/<token>`, with
 * a simulated user. Every call carries the token, and nothing is stored. boot.ts reads the address.
 */

/** Requests that the boot script has started by the time the app runs. */
export type Booted = {
  readonly configuration: Promise<Response>
  readonly user: Promise<Response>
  /** Token of the preview; null on the live site. */
  readonly preview: string | null
  /** The form that was submitted before the app was there to take it. */
  sent?: number
}

declare global {
  interface Window {
    __tsela?: Booted
  }
}

/** The simulated user and when the preview expires: `preview` of the configuration. */
export type PreviewInfo = {
  readonly plan: string
  readonly stage: string
  readonly expiresAt: string
  readonly language?: string
  readonly country?: string
}

export function previewToken(): string | null {
  return typeof window === 'undefined' ? null : (window.__tsela?.preview ?? null)
}

export function isPreview(): boolean {
  return previewToken() !== null
}

/** Prefix of every path on this page; empty outside previews. */
export function basePath(): string {
  const token = previewToken()
  return token === null ? '' : `/preview/${token}`
}

/** The path of the current page, as routes know it. */
export function pathHere(): string {
  return location.pathname.slice(basePath().length) || '/'
}

/** Headers of every call of a preview. */
export function previewHeaders(): Readonly<Record<string, string>> {
  const token = previewToken()
  return token === null ? {} : { 'X-Preview': token }
}
