/** A secondary action of a short form: a link, or a request such as a new code. */

import { useState } from 'react'
import { useAction, useHref } from '#engine/react/context.ts'
import { useText, type TextRef } from '#engine/react/text.tsx'
import { Button, ButtonLink } from '#widgets/parts/Button.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import { readProblem } from './simpleform.ts'

type Props = {
  text: string
  routeName?: string
  action?: string
  values?: Readonly<Record<string, string>>
  doneText?: string
}

export function SimpleExtra({ text, routeName, action = '', values, doneText }: Props) {
  const t = useText()
  const href = useHref()
  const ask = useAction<typeof values, unknown>(action)
  const [state, setState] = useState<{ busy: boolean; done: boolean; problem: TextRef | null }>({
    busy: false,
    done: false,
    problem: null,
  })
  if (routeName !== undefined) {
    return (
      <ButtonLink look="text" block to={href(routeName, {}, values)}>
        {t(text)}
      </ButtonLink>
    )
  }
  const press = () => {
    setState({ busy: true, done: false, problem: null })
    ask(values).then(
      () => setState({ busy: false, done: true, problem: null }),
      (error: unknown) =>
        setState({
          busy: false,
          done: false,
          problem: readProblem(error, []).texts[0] ?? 'simpleForm.failed',
        }),
    )
  }
  return (
    <>
      <Button look="text" block busy={state.busy} onClick={press}>
        {t(text)}
      </Button>
      <div role="status">
        {state.done && doneText && <Note look="ok">{t(doneText)}</Note>}
        {state.problem && <Note look="bad">{t(state.problem)}</Note>}
      </div>
    </>
  )
}
