/** Asks before something important is sent, and says what the server refuses. */

import { useState, type ReactNode } from 'react'
import { useText } from '#engine/react/text.tsx'
import { Button, type ButtonLook } from '#widgets/parts/Button.tsx'
import { Dialog } from '#widgets/parts/Dialog.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import { isDone, refusalOf, useConsole, type ConsoleCall, type ConsoleResponse } from './client.ts'

type Props = {
  call: ConsoleCall
  title: string
  text: string
  button: string
  onClose: () => void
  /** With what the server responds. */ onDone: (value: unknown) => void
  /** Of the button: red if it can't be undone. */ look?: ButtonLook
  /** What is missing before it can be sent, in words. */ missing?: string | null
  /** What the server refuses, if its message alone doesn't say it. */
  refused?: (response: ConsoleResponse) => ReactNode
  /** What else is asked. */ children?: ReactNode
}

export function ConfirmCall({
  call,
  title,
  text,
  button,
  onClose,
  onDone,
  look = 'danger',
  missing = null,
  refused,
  children,
}: Props) {
  const t = useText()
  const send = useConsole()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<ReactNode>(null)
  const confirm = async () => {
    if (missing !== null) return setProblem(<Wrong>{missing}</Wrong>)
    setBusy(true)
    setProblem(null)
    try {
      const response = await send(call)
      if (isDone(response)) return onDone(response.value)
      setProblem(refused?.(response) ?? <Wrong>{refusalOf(response).message}</Wrong>)
    } catch {
      setProblem(<Wrong>{t('console.failed')}</Wrong>)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog open onClose={onClose} title={title}>
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void confirm()
        }}
      >
        <p>{text}</p>
        {children}
        {problem}
        <Button type="submit" look={look} busy={busy}>
          {button}
        </Button>
      </form>
    </Dialog>
  )
}

function Wrong({ children }: { children: string }) {
  return (
    <Note look="bad" alert>
      {children}
    </Note>
  )
}
