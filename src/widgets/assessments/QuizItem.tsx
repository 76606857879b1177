/**
 * One item in the format of its assessment: a point of a scale, one of some options, or an order of
 * all of them.
 */

import { Suspense, type Ref } from 'react'
import { choicesOf, formatOf, type AnswerValue } from '#engine/scoring/answervalue.ts'
import type { DocumentOf } from '#engine/documents/kinds.ts'
import { useText } from '#engine/react/text.tsx'
import { AnswerMark } from './AnswerMark.tsx'
import type { Level } from '#widgets/parts/Heading.tsx'
import { PICTURES } from './pictures.ts'
import { QuizQuestion, type QuizLook, type QuizOption } from './QuizQuestion.tsx'
import { QuizRank } from './QuizRank.tsx'

type Assessment = DocumentOf<'assessment'>
type Item = NonNullable<Assessment['items']>[number]

type ItemProps = {
  id: string
  document: Assessment
  /** Undefined if the attempt asks for an item that its document doesn't have. */
  item: Item | undefined
  chosen: AnswerValue | undefined
  locked: boolean
  hint?: string | undefined
  level: Level
  heading: Ref<HTMLHeadingElement>
  onAnswer: (value: AnswerValue) => void
}

/** Longer than this, in characters, an option is a sentence. */
const MAX_WORD = 18

export function QuizItem({
  id,
  document,
  item,
  chosen,
  locked,
  hint,
  level,
  heading,
  onAnswer,
}: ItemProps) {
  const t = useText()
  const statement = t(item?.text ?? 'quiz.unknownItem')
  const common = { id, question: t(document.question), statement, locked, hint, level, heading }
  const choices = item === undefined ? [] : choicesOf(document, item.id)
  if (formatOf(document) === 'rank') {
    const before = Array.isArray(chosen) ? (chosen as readonly string[]) : undefined
    return (
      <QuizRank
        key={item?.id}
        {...common}
        options={choices.map((choice) => ({ id: choice.id, words: t(choice.text) }))}
        chosen={before}
        onAnswer={onAnswer}
      />
    )
  }
  const { options, look } =
    formatOf(document) === 'scale'
      ? onScale(document, t)
      : ofChoices(
          choices.map((choice) => ({ id: choice.id, value: choice.id, words: t(choice.text) })),
        )
  const Picture = item?.picture === undefined ? undefined : PICTURES[item.picture]
  return (
    <QuizQuestion
      {...common}
      item={item?.id ?? ''}
      options={options}
      look={look}
      chosen={Array.isArray(chosen) ? undefined : (chosen as number | string | undefined)}
      onAnswer={onAnswer}
      {...(Picture !== undefined && {
        picture: (
          <Suspense fallback={<span />}>
            <Picture label={statement} />
          </Suspense>
        ),
        inWords: t('quiz.inWords'),
      })}
    />
  )
}

function onScale(
  { responseScale }: Assessment,
  t: (key: string) => string,
): { options: QuizOption[]; look: QuizLook } {
  const points = [...(responseScale?.options ?? [])].sort((a, b) => a.value - b.value)
  const look = responseScale?.look ?? 'stones'
  return {
    look: 'scale',
    options: points.map(({ id, value, label }, index) => ({
      id,
      value,
      words: t(label),
      mark: <AnswerMark look={look} step={index} of={points.length} />,
    })),
  }
}

function ofChoices(options: QuizOption[]): { options: QuizOption[]; look: QuizLook } {
  return {
    options,
    look: options.every(({ words }) => words.length <= MAX_WORD) ? 'pairs' : 'words',
  }
}
