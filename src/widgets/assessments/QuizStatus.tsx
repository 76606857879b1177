/** Where the answers are: a status chip, and a download if this phone can't store them. */

import { useEffect, useState } from 'react'
import type { QuizSession, QuizStatus } from '#engine/scoring/quiz.ts'
import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { Chip } from '#widgets/parts/Chip.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import { saveFile } from '#widgets/parts/savefile.ts'
import css from './Quiz.module.css'

/**
 * Every answer goes from saved to sent; screen readers announce only a status that lasts this long.
 */
const SETTLED_MS = 3000

/**
 * @param any is there an answer yet, to say something about?
 * @param short next to two buttons there is little room on a small phone; screen readers get the
 * full text
 */
export function SavedChip({
  status,
  any,
  short = false,
}: {
  status: QuizStatus
  any: boolean
  short?: boolean
}) {
  const t = useText()
  // While the user keeps answering, the newest answer is always still being sent, so the status
  // counts those that have arrived.
  const isLeaving = status.saved === 'phone' && status.online && status.sent > 0
  const words = !any
    ? ''
    : isLeaving
      ? t('quiz.saved.some', { sent: status.sent, here: status.unsent })
      : t(`quiz.saved.${status.saved}`)
  const settled = useSettled(words)
  return (
    <span className={css['saved']}>
      {any && (
        <Chip
          look={
            status.saved === 'sent'
              ? 'ok'
              : status.saved === 'memory'
                ? 'bad'
                : status.online
                  ? 'brand'
                  : 'wait'
          }
        >
          <Icon name={status.saved === 'memory' ? 'warning' : 'phone'} />
          <span aria-hidden="true">
            {short && status.saved === 'phone' && !isLeaving ? t('quiz.saved.here') : words}
          </span>
        </Chip>
      )}
      <span className="hidden-text" role="status">
        {settled}
      </span>
    </span>
  )
}

function useSettled(words: string): string {
  const [settled, setSettled] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSettled(words), SETTLED_MS)
    return () => clearTimeout(timer)
  }, [words])
  return settled
}

export function KeepFile({ session, text }: { session: QuizSession; text: string }) {
  const t = useText()
  return (
    <div className={css['keep']}>
      <Note look="wait">
        <div className="stack-s">
          <p>{text}</p>
          <Button
            look="line"
            small
            icon={<Icon name="download" size="s" />}
            onClick={() => void keepAnswers(session)}
          >
            {t('quiz.saveFile')}
          </Button>
        </div>
      </Note>
    </div>
  )
}

async function keepAnswers(session: QuizSession): Promise<void> {
  saveFile(`answers-${session.attempt}.json`, (await session.file()) as Blob)
}
