/**
 * Usage tracking: which events exist and which properties each needs, without personal data. The
 * browser creates them; the server accepts no others.
 */

/** Something that happened on a page. */
export type Tracked =
  | {
      readonly type: 'linkClick'
      readonly intent: string
      readonly name: string
      readonly scope: string
    }
  | { readonly type: 'pageView'; readonly pageName: string; readonly sections: readonly string[] }
  | { readonly type: 'pageExit'; readonly pageName: string; readonly ms: number }
  | { readonly type: 'formStart' | 'formComplete'; readonly name: string }

export const EVENT_NAMES = [
  'linkClick',
  'pageView',
  'pageExit',
  'formStart',
  'formComplete',
] as const
/** Somebody has seen the place that an experiment is about, in the arm that is named. */
export const EXPOSURE = 'exposure'
/** Why an event isn't stored, although the others of its batch are. */
export const EVENT_REFUSALS = [
  'event/future',
  'event/no-unit',
  'event/unknown-experiment',
  'event/other-arm',
  'event/too-many',
] as const
export type EventRefusal = (typeof EVENT_REFUSALS)[number]
/** Maximum number of events per request. */
export const MAX_EVENTS = 100

/**
 * Our own names and values: ids and numbers. An email address, a name or a sentence does not match.
 */
export const EVENT_WORD = '^[A-Za-z0-9_./:-]{1,80}$'

export function deviceType(userAgent: string): 'Mobile' | 'Desktop' {
  return /Mobi|Android|iPhone|iPad|iPod/i.test(userAgent) ? 'Mobile' : 'Desktop'
}

/** An event of our own, as it is queued on a device and accepted by the server. */
export type OwnEvent = {
  readonly id: string
  readonly name: Tracked['type'] | typeof EXPOSURE
  readonly at: string
  readonly props: Readonly<Record<string, string | number | readonly string[]>>
}

/**
 * @returns null for an event with foreign values: it is dropped, so that no personal data gets in
 */
export function ownEvent(
  event: Tracked,
  page: string,
  userAgent: string,
  id: string,
  at: string,
): OwnEvent | null {
  const { type, ...said } = event
  const props = { ...said, ...(type === 'pageView' ? { device: deviceType(userAgent) } : { page }) }
  const word = new RegExp(EVENT_WORD)
  const fits = Object.values(props)
    .flat()
    .every((value) => typeof value === 'number' || word.test(value))
  return fits ? { id, name: type, at, props } : null
}
