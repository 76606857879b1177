/**
 * All problems of the drafts: those that block publishing first, each with its place and, if there
 * is one, its fix.
 */

import type { Problem } from '#engine/contract/problems.ts'
import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { Chip } from '#widgets/parts/Chip.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import { useTitleOf } from '#admin/parts/client.ts'
import { usePlace } from '#admin/parts/usePlace.ts'
import css from './ProblemList.module.css'

export type ProblemListProps = {
  readonly problems: readonly Problem[]
  readonly onJump: (problem: Problem) => void
  /** Applies a problem's suggestion; absent if nothing can be changed. */
  readonly onFix?: (problem: Problem) => void
  /** Line of a problem in the open text; null for problems of other documents. */
  readonly lineOf?: (problem: Problem) => number | null
  /** The open document: its own problems are listed without its name. */
  readonly document?: string
}

export function ProblemList({ problems, onJump, onFix, lineOf, document }: ProblemListProps) {
  const t = useText()
  if (problems.length === 0) return <Note look="ok">{t('console.problems.none')}</Note>
  const errors = problems.filter(({ severity }) => severity === 'error')
  const hints = problems.filter(({ severity }) => severity === 'warning')
  return (
    <>
      <p className={css['counts']} role="status">
        {errors.length > 0 && (
          <Chip look="bad">{t('console.problems.stops', { count: errors.length })}</Chip>
        )}
        {hints.length > 0 && (
          <Chip look="plain">{t('console.problems.hints', { count: hints.length })}</Chip>
        )}
      </p>
      <ul className={css['list']}>
        {[...errors, ...hints].map((problem, index) => (
          <li key={index} className={css['problem']}>
            <OneProblem
              problem={problem}
              line={lineOf?.(problem) ?? null}
              elsewhere={problem.document !== document}
              onJump={onJump}
              {...(onFix && { onFix })}
            />
          </li>
        ))}
      </ul>
    </>
  )
}

type OneProps = Pick<ProblemListProps, 'onJump' | 'onFix'> & {
  readonly problem: Problem
  readonly line: number | null
  readonly elsewhere: boolean
}

function OneProblem({ problem, line, elsewhere, onJump, onFix }: OneProps) {
  const t = useText()
  const { severity, message, suggestion, pointer } = problem
  const placeOf = usePlace()
  const titleOf = useTitleOf()
  const place = [
    ...(elsewhere ? [titleOf(problem.document) || problem.document] : []),
    placeOf(pointer),
  ]
    .filter(Boolean)
    .join(' › ')
  return (
    <>
      <span className={css[severity]}>
        <Icon
          name={severity === 'error' ? 'warning' : 'info'}
          label={t(`console.problems.${severity}`)}
        />
      </span>
      <div className={css['words']}>
        <p>
          <strong>
            {line !== null && `${t('console.problems.line', { line })} `}
            {line === null ? message.charAt(0).toUpperCase() + message.slice(1) : message}
          </strong>
          {suggestion !== undefined && (
            <span className="mute"> {t('console.problems.meant', { suggestion })}</span>
          )}
        </p>
        {place !== '' && (
          <p className={css['place']} dir="ltr">
            {place}
          </p>
        )}
      </div>
      <div className={css['ways']}>
        {suggestion !== undefined && onFix && !elsewhere && (
          <Button look="line" small onClick={() => onFix(problem)}>
            {t('console.problems.fix')}
          </Button>
        )}
        {(elsewhere || pointer !== '') && (
          <Button look="text" small onClick={() => onJump(problem)}>
            {t('console.problems.jump')}
          </Button>
        )}
      </div>
    </>
  )
}
