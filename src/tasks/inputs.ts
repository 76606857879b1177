/**
 * Input during play: presses of buttons and keys, and the user leaving. Native listeners on
 * existing nodes; each press is passed on synchronously, with the event's own timestamp.
 */

import type { Device } from '#engine/tasks/log.ts'
import { deviceOf, onAway } from './frames.ts'

export type Inputs<Answer extends string> = {
  /** Contains the buttons. */
  readonly root: HTMLElement
  /** The data attribute of a button that holds its answer, without `data-`. */
  readonly attribute: string
  readonly keys: Readonly<Record<string, Answer>>
  readonly onPress: (at: number, answer: Answer, device: Device) => void
  /** Escape was pressed, or the page lost focus or visibility. */
  readonly onAway: (at: number) => void
  /** A touch or primary mouse press outside the buttons. */
  readonly onElsewhere?: (event: PointerEvent) => void
}

/** @returns a function that removes the listeners */
export function listen<Answer extends string>({
  root,
  attribute,
  keys,
  onPress,
  onAway: away,
  onElsewhere,
}: Inputs<Answer>): () => void {
  const buttons = `[data-${attribute}]`
  const answerOf = (event: Event) =>
    (event.target as Element).closest<HTMLElement>(buttons)?.dataset[attribute] as
      | Answer
      | undefined
  const onDown = (event: PointerEvent): void => {
    if (event.button !== 0) return
    const answer = answerOf(event)
    if (answer === undefined) return onElsewhere?.(event)
    event.preventDefault()
    onPress(event.timeStamp, answer, deviceOf(event))
  }
  // A button activated otherwise: by a switch, a screen reader, or Enter.
  const onClick = (event: MouseEvent): void => {
    const answer = answerOf(event)
    if (answer !== undefined && event.detail === 0) onPress(event.timeStamp, answer, 'keyboard')
  }
  const onKey = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Escape') return away(event.timeStamp)
    const answer = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key]
    if (answer === undefined) return
    // Prevent scrolling; a held key counts as one press.
    event.preventDefault()
    if (!event.repeat) onPress(event.timeStamp, answer, 'keyboard')
  }
  const stopAway = onAway(away)
  root.addEventListener('pointerdown', onDown)
  root.addEventListener('click', onClick)
  addEventListener('keydown', onKey)
  return () => {
    stopAway()
    root.removeEventListener('pointerdown', onDown)
    root.removeEventListener('click', onClick)
    removeEventListener('keydown', onKey)
  }
}
