/** Time on an item in ms, without the time while the page was hidden. */

import { useEffect, useRef } from 'react'
import { stopwatch, type Stopwatch } from '#engine/scoring/quiz.ts'

export function useItemTime(item: string | undefined): Pick<Stopwatch, 'read'> {
  const kept = useRef<Stopwatch>(null)
  const watch = (kept.current ??= stopwatch(() => performance.now()))
  useEffect(() => {
    watch.restart()
    if (document.hidden) watch.pause()
  }, [watch, item])
  useEffect(() => {
    const turn = () => (document.hidden ? watch.pause() : watch.resume())
    document.addEventListener('visibilitychange', turn)
    return () => document.removeEventListener('visibilitychange', turn)
  }, [watch])
  return watch
}
