/**
 * What a game is told while it is played: a press of its buttons or keys, and that somebody is no longer there. Native
 * listeners on nodes that stand there already; what happens is handed on with the time of the event, within its handler.
 */

import type { Device } from '#engine/tasks/log.ts'
import { deviceOf, onAway } from './frames.ts'

export type Inputs<Answer extends string> = {
  /** Holds the buttons. */
  readonly root: HTMLElement
  /** The attribute of a button that says what it answers, without `data-`. */
  readonly attribute: string
  readonly keys: Readonly<Record<string, Answer>>
  readonly onPress: (at: number, answer: Answer, device: Device) => void
  /** Escape, or the page is no longer looked at. */
  readonly onAway: (at: number) => void
  /** A finger or the main button of a mouse that goes down beside the buttons. */
  readonly onElsewhere?: (event: PointerEvent) => void
}

/** @returns how to stop listening */
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
  // A button that is pressed otherwise: by a switch, a reader, or Enter.
  const onClick = (event: MouseEvent): void => {
    const answer = answerOf(event)
    if (answer !== undefined && event.detail === 0) onPress(event.timeStamp, answer, 'keyboard')
  }
  const onKey = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Escape') return away(event.timeStamp)
    const answer = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key]
    if (answer === undefined) return
    // The page must not scroll; a key that is held down is one press.
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
