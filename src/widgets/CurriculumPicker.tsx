/** Which curriculum somebody follows; subjects are shown for it (spec 4, Subject-choice guard). */

import Type from 'typebox'
import { useState, type FormEvent } from 'react'
import { useAction, useScope } from '#engine/react/context.ts'
import { defineWidget, type DataState } from '#engine/react/registry.ts'
import { useText, type TextRef } from '#engine/react/text.tsx'
import { Button } from './Button.tsx'
import { NotReady } from './NotReady.tsx'
import { Note } from './Note.tsx'
import { readProblem } from './simpleform.ts'
import css from './CurriculumPicker.module.css'

export const Props = Type.Object({ action: Type.String({ description: 'Is given the key of the chosen curriculum.' }) }, { additionalProperties: false })

/** GET school-curricula: an object keyed by curriculum; what the values hold beside a name is the server's own (spec 7). */
type Curricula = Readonly<Record<string, { readonly name?: string }>>

export const CurriculumPicker = defineWidget<typeof Props>('curriculum-picker', function CurriculumPicker({ action, id, data }) {
  const state = data as DataState<Curricula> | undefined
  return state?.status === 'ready' ? <Picker curricula={state.value} action={action} id={id} /> : <NotReady state={state} looks={['tall', 'tall']} />
})

function Picker({ curricula, action, id }: { curricula: Curricula; action: string; id: string }) {
  const t = useText()
  const save = useAction<string, unknown>(action)
  const current = useScope().user?.profile['schoolCurriculum']
  const [chosen, setChosen] = useState(typeof current === 'string' && Object.hasOwn(curricula, current) ? current : '')
  const [state, setState] = useState<{ busy: boolean; problem: TextRef | null }>({ busy: false, problem: null })
  const keys = Object.keys(curricula)
  if (keys.length === 0) return <Note look="doubt">{t('curriculum.none')}</Note>
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (chosen === '') return setState({ busy: false, problem: 'curriculum.choose' })
    setState({ busy: true, problem: null })
    save(chosen).then(
      () => setState({ busy: false, problem: null }),
      (error: unknown) => setState({ busy: false, problem: readProblem(error, []).texts[0] ?? 'simpleForm.failed' }),
    )
  }
  return (
    <form method="post" noValidate onSubmit={submit} className="stack">
      {state.problem && (
        <Note look="bad" alert>
          {t(state.problem)}
        </Note>
      )}
      <fieldset className={css['list']}>
        <legend className="hidden-text">{t('curriculum.legend')}</legend>
        {keys.map((key) => (
          <label key={key} className={css['row']}>
            <input type="radio" name={id} value={key} checked={chosen === key} onChange={() => setChosen(key)} />
            <span className="grow">{curricula[key]?.name ?? key}</span>
          </label>
        ))}
      </fieldset>
      <Button look="step" type="submit" block busy={state.busy}>
        {t('curriculum.button')}
      </Button>
    </form>
  )
}
