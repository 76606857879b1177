/** The progress of an attempt on this phone. */

import { useEffect, useEffectEvent, useState } from 'react'
import type { QuizPeek } from '#engine/scoring/quiz.ts'
import { useAction } from '#engine/react/context.ts'
import type { Translate } from '#engine/react/text.tsx'

/** @returns null until it is known and if there is none: not knowing is no reason not to start */
export function usePeek(assessment: string): QuizPeek {
  const peek = useAction<string, QuizPeek>('attempt.peek')
  const [found, setFound] = useState<QuizPeek>(null)
  const look = useEffectEvent(() => peek(assessment))
  useEffect(() => {
    let here = true
    look().then(
      (begun) => here && setFound(begun),
      () => {},
    )
    return () => void (here = false)
  }, [assessment])
  return found
}

/** The label of the button to the questions: where to continue, if some are answered. */
export function wordsOfStart(t: Translate, waiting: QuizPeek, fresh = 'intro.start'): string {
  if (waiting === null || waiting.answered === 0) return t(fresh)
  const { answered, total } = waiting
  return answered < total
    ? t('intro.goOn', { at: answered + 1, total })
    : t('intro.finish', { total })
}
