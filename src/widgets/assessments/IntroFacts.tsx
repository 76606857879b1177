/** What to expect, in numbers: questions, minutes, and no wrong answers. */

import { formatOf, lengthOf } from '#engine/scoring/answervalue.ts'
import type { DocumentOf } from '#engine/documents/kinds.ts'
import { useText } from '#engine/react/text.tsx'
import css from './IntroFacts.module.css'

/**
 * @param total the number of items of an attempt on this phone, if the document was loaded without
 * them
 */
export function IntroFacts({
  document,
  total,
}: {
  document: DocumentOf<'assessment'>
  total?: number | undefined
}) {
  const t = useText()
  const { asked, count = total ?? 0 } = lengthOf(document)
  const format = formatOf(document)
  return (
    <dl className={css['facts']}>
      {count > 0 && <Fact number={count} words={t(`intro.asked.${asked}`, { count })} />}
      <Fact number={document.minutes} words={t('intro.minutes', { count: document.minutes })} />
      {/* Ability tests have wrong answers, and a task can be played well or badly. */}
      {(format === 'scale' || format === 'rank') && <Fact number={0} words={t('intro.wrong')} />}
    </dl>
  )
}

function Fact({ number, words }: { number: number; words: string }) {
  return (
    <div>
      <dt>{words}</dt>
      <dd>{number}</dd>
    </div>
  )
}
