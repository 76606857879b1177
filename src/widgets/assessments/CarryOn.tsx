/** Next to a result: a link to continue, if the assessment was started again on this phone. */

import { useHref, useRenderContext, useScope } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { ButtonLink } from '#widgets/parts/Button.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import { usePeek, wordsOfStart } from '#widgets/parts/usePeek.ts'

/** @param named whether to name the assessment, because the report has several */
export function CarryOn({ assessment, named = false }: { assessment: string; named?: boolean }) {
  const t = useText()
  const href = useHref()
  const document = useRenderContext().catalog.get('assessment', assessment)
  const waiting = usePeek(assessment)
  // A visitor's result is made of the very answers that wait on the device.
  const { signedIn } = useScope().session
  const route = document?.quizRoute ?? document?.startRoute
  if (
    !signedIn ||
    document === undefined ||
    route === undefined ||
    waiting === null ||
    waiting.answered === 0
  )
    return null
  return (
    <Note look="wait" {...(named && { title: t(document.label) })}>
      <div className="stack-s no-print">
        <p>{t('intro.begun')}</p>
        <div>
          <ButtonLink look="line" small to={href(route)}>
            {wordsOfStart(t, waiting)}
          </ButtonLink>
        </div>
      </div>
    </Note>
  )
}
