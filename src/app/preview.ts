/**
 * Whether this page is a preview of what nobody has published yet: the same app below `/preview/<token>`, of an imagined
 * person, whose every call says so, and which keeps nothing. The boot script has read the address; see boot.ts.
 */

/** What the boot script has under way when the app comes. */
export type Booted = {
  readonly configuration: Promise<Response>
  readonly user: Promise<Response>
  /** Token of the preview that this page is; null where it is the live product. */
  readonly preview: string | null
}

declare global {
  interface Window {
    __tsela?: Booted
  }
}

/** Who is imagined, and how long the preview can be looked at: `preview` of the configuration. */
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

/** What stands before every path of this page; empty where it is no preview. */
export function basePath(): string {
  const token = previewToken()
  return token === null ? '' : `/preview/${token}`
}

/** The path of the present page, as routes know it. */
export function pathHere(): string {
  return location.pathname.slice(basePath().length) || '/'
}

/** What every call of a preview says. */
export function previewHeaders(): Readonly<Record<string, string>> {
  const token = previewToken()
  return token === null ? {} : { 'X-Preview': token }
}
