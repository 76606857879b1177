/** Problems of the open document, in one place: never "no problems" before that is known. */

import { useMemo, type ReactNode } from 'react'
import { BOUNDS } from '#engine/documents/bounds.ts'
import type { CheckResult } from '#engine/contract/admincontract.ts'
import type { Problem } from '#engine/contract/problems.ts'
import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import type { Read } from '#admin/parts/client.ts'
import { ProblemList, type ProblemListProps } from '../diff/ProblemList.tsx'
import { lineAt } from '../json/fault.ts'
import { usePlace } from '#admin/parts/usePlace.ts'
import { isError } from './problems.ts'
import { faultOf } from './session.ts'
import type { Editor } from './useEditor.ts'

type Props = Pick<ProblemListProps, 'onFix' | 'lineOf'> & {
  readonly editor: Pick<Editor, 'session' | 'saving'>
  /** `menu/main`. */
  readonly document: string
  /** Problems of this document. */
  readonly problems: readonly Problem[]
  /** Check of all drafts together. */
  readonly check: Pick<Read<CheckResult>, 'value' | 'busy' | 'error' | 'reload'>
  readonly onJump: (problem: Problem) => void
  /**
   * Jumps to a place in the text that the form cannot currently show: a pointer or a character
   * offset.
   */
  readonly onPlace: (to: string | number) => void
  /** The control that restores a removed document. */
  readonly removed: ReactNode
}

export function ProblemPanel({
  editor: { session, saving },
  document,
  problems,
  check,
  onJump,
  onPlace,
  removed,
  ...list
}: Props) {
  const t = useText()
  const state = useStateInWords(saving.state, check)
  const elsewhere = (check.value?.problems ?? []).filter(
    (problem) => problem.document !== document && isError(problem),
  )
  const others = elsewhere.length > 0 && (
    <ProblemList problems={elsewhere} document={document} onJump={onJump} />
  )
  if (session.broken) return <FaultLine text={session.text} onPlace={onPlace} />
  if (session.document === null) return removed
  if (saving.state === 'refused')
    return (
      <Refused problems={saving.problems ?? []} message={saving.message ?? ''} onPlace={onPlace} />
    )
  const line = (words: string) => (
    <p className="small mute" role="status">
      {words}{' '}
      {check.error !== undefined && !check.busy && (
        <Button look="text" small onClick={check.reload}>
          {t('common.tryAgain')}
        </Button>
      )}
    </p>
  )
  if (problems.length > 0) {
    return (
      <>
        <ProblemList problems={problems} document={document} onJump={onJump} {...list} />
        {state !== null && line(state)}
      </>
    )
  }
  if (state !== null) return line(state)
  return (
    <>
      {line(t(others === false ? 'console.problems.none' : 'console.problems.noneHere'))}
      {others}
    </>
  )
}

/** Why the problems aren't known yet; null if they are. */
function useStateInWords(
  state: Editor['saving']['state'],
  { value, busy, error }: Props['check'],
): string | null {
  const t = useText()
  if (state === 'offline' || state === 'stale' || state === 'broken')
    return t('console.problems.unsaved')
  if (state === 'waiting' || state === 'saving' || busy) return t('console.editor.checking')
  if (error !== undefined) return t('console.problems.unchecked')
  return value === undefined ? t('console.editor.checking') : null
}

/** Why the text is not a valid document: the line of the error, or which limit is exceeded. */
function FaultLine({ text, onPlace }: { text: string; onPlace: Props['onPlace'] }) {
  const t = useText()
  const placeOf = usePlace()
  const fault = useMemo(() => faultOf(text), [text])
  if (fault === null) return null
  if (fault.is === 'syntax')
    return (
      <Faulty
        words={t('console.problems.unreadable', { line: lineAt(text, fault.at) })}
        onGo={() => onPlace(fault.at)}
      />
    )
  const { bound, pointer } = fault
  const most = bound in BOUNDS ? BOUNDS[bound as keyof typeof BOUNDS] : 0
  return (
    <Faulty
      words={t(`console.bounds.${bound}`, { most })}
      place={placeOf(pointer)}
      onGo={() => onPlace(pointer)}
    />
  )
}

function Refused({
  problems,
  message,
  onPlace,
}: {
  problems: readonly Problem[]
  message: string
  onPlace: Props['onPlace']
}) {
  const placeOf = usePlace()
  if (problems.length === 0) return <Note look="bad">{message}</Note>
  return problems.map(({ pointer, message: words }, index) => (
    <Faulty
      key={index}
      words={words.charAt(0).toUpperCase() + words.slice(1)}
      place={placeOf(pointer)}
      onGo={() => onPlace(pointer)}
    />
  ))
}

function Faulty({ words, place = '', onGo }: { words: string; place?: string; onGo: () => void }) {
  const t = useText()
  return (
    <Note look="bad">
      {words} {place !== '' && <span className="small">{place} </span>}
      <Button look="text" small onClick={onGo}>
        {t('console.problems.jump')}
      </Button>
    </Note>
  )
}
