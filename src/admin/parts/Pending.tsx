/** Shown while a response is loading, or if it failed. */

import type { ReactNode } from 'react'
import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import { Skeletons } from '#widgets/parts/Skeleton.tsx'
import { ConsoleRefusal, type Read } from './client.ts'

/** @param away the text for a lost connection or a server error */
export function Pending<T>({
  read,
  away,
  children,
}: {
  read: Read<T>
  away?: string
  children: (value: T) => ReactNode
}) {
  const t = useText()
  if (read.value !== undefined) return children(read.value)
  if (read.error === undefined)
    return <Skeletons looks={['title', 'line', 'line', 'half']} label={t('common.loading')} />
  return (
    <Failed
      message={read.error instanceof ConsoleRefusal ? read.error.message : (away ?? '')}
      onRetry={read.reload}
    />
  )
}

/**
 * @param message the server's own message; without one there was no connection, or the server
 * failed
 */
export function Failed({ message, onRetry }: { message: string; onRetry: () => void }) {
  const t = useText()
  return (
    <div className="stack">
      <Note look="bad" alert>
        {message || t('console.failed')}
      </Note>
      <Button look="line" small onClick={onRetry}>
        {t('common.tryAgain')}
      </Button>
    </div>
  )
}
