/** Instead of the questions: they are answered already, perhaps on another phone. */

import { useHref } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { ButtonLink } from '#widgets/parts/Button.tsx'
import type { Level } from '#widgets/parts/Heading.tsx'
import { apiError } from '#widgets/parts/problem.ts'
import { StateScene } from '#widgets/parts/StateScene.tsx'

/** Whether an attempt was refused because there is a result, or one from a few days ago. */
export function isTaken(error: unknown): boolean {
  return ['attempt/taken', 'attempt/too-soon'].includes(apiError(error)?.code ?? '')
}

export function AlreadyTaken({
  error,
  doneRoute,
  level,
}: {
  error: unknown
  doneRoute: string
  level: Level
}) {
  const t = useText()
  const href = useHref()
  return (
    <StateScene
      scene="arrived"
      level={level}
      title={t('quiz.taken')}
      text={apiError(error)?.message ?? ''}
    >
      <ButtonLink look="step" replace to={href(doneRoute)}>
        {t('quiz.readReport')}
      </ButtonLink>
    </StateScene>
  )
}
