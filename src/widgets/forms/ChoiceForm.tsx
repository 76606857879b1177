/**
 * Lets the user choose one of the page's data and passes it to an action, such as a curriculum
 * (spec 4, Subject-choice guard); or one of a few choices that its document names.
 */

import Type, { type Static } from 'typebox'
import { useState, type FormEvent } from 'react'
import { useAction } from '#engine/react/context.ts'
import { defineWidget, type DataState } from '#engine/react/registry.ts'
import { useText, type TextRef } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { Heading, type Level } from '#widgets/parts/Heading.tsx'
import { Missing, missingProp } from '#widgets/parts/Missing.tsx'
import { NotReady } from '#widgets/parts/NotReady.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import { next as nextProp } from './nextProps.ts'
import { readProblem } from './simpleform.ts'
import { useNext } from './useNext.ts'
import css from './ChoiceForm.module.css'

const Text = Type.String({ 'x-ref': 'text' })

export const Props = Type.Object(
  {
    action: Type.String({
      description: 'Is given the key of the choice; with values, { choice } and these.',
    }),
    legend: Type.String({
      'x-ref': 'text',
      description: 'Label of the choice, for screen readers only.',
    }),
    title: Type.Optional(Text),
    options: Type.Optional(
      Type.Array(
        Type.Object(
          {
            id: Type.String({ pattern: '^[a-z][A-Za-z]*$' }),
            text: Text,
            hint: Type.Optional(Text),
          },
          { additionalProperties: false },
        ),
        {
          minItems: 2,
          maxItems: 6,
          description: 'What there is to choose; without it, the page’s data.',
        },
      ),
    ),
    values: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        description: 'With options: what the action receives besides the choice, usually bound.',
      }),
    ),
    current: Type.Optional(
      Type.Union([Type.String(), Type.Null()], {
        description: 'Key of what was chosen before, usually bound.',
      }),
    ),
    button: Text,
    look: Type.Optional(
      Type.Enum(['step', 'line'], { description: 'Of the button; default: step.' }),
    ),
    choose: Type.String({ 'x-ref': 'text', description: 'Shown if nothing is chosen yet.' }),
    none: Type.String({
      'x-ref': 'text',
      description: 'Shown if there is nothing to choose from.',
    }),
    missing: missingProp,
    doneText: Type.Optional(
      Type.String({ 'x-ref': 'text', description: 'Shown when it worked and the page stays.' }),
    ),
    next: nextProp,
  },
  { additionalProperties: false },
)

/**
 * An object by key; other members of the values are internal to the server (spec 7,
 * school-curricula).
 */
type Choices = Readonly<Record<string, { readonly name?: string; readonly hint?: string }>>
type Options = NonNullable<Static<typeof Props>['options']>

function choicesOf(options: Options, t: (text: string) => string): Choices {
  return Object.fromEntries(
    options.map(({ id, text, hint }) => [
      id,
      { name: t(text), ...(hint !== undefined && { hint: t(hint) }) },
    ]),
  )
}

export const ChoiceForm = defineWidget<typeof Props>(
  'choice-form',
  function ChoiceForm({ data, options, missing, ...props }) {
    const t = useText()
    const state = data as DataState<Choices> | undefined
    const named = options && choicesOf(options, t)
    if (missing && state?.status === 'failed' && state.missing === true)
      return <Missing {...missing} />
    return state?.status === 'ready' ? (
      <Picker {...props} choices={named ?? state.value} />
    ) : named && state === undefined ? (
      <Picker {...props} choices={named} />
    ) : (
      <NotReady state={state} looks={['tall', 'tall']} />
    )
  },
)

function Picker({
  choices,
  id,
  action,
  legend,
  current,
  button,
  look = 'step',
  choose,
  none,
  doneText,
  next,
  title,
  values,
  level,
}: Omit<Static<typeof Props>, 'options' | 'missing'> & {
  choices: Choices
  id: string
  level: Level
}) {
  const t = useText()
  const save = useAction<unknown, unknown>(action)
  const leave = useNext(next)
  const [chosen, setChosen] = useState(
    typeof current === 'string' && Object.hasOwn(choices, current) ? current : '',
  )
  const [state, setState] = useState<{ busy: boolean; problem: TextRef | null; done?: boolean }>({
    busy: false,
    problem: null,
  })
  const keys = Object.keys(choices)
  if (keys.length === 0) return <Note look="doubt">{t(none)}</Note>
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (chosen === '') return setState({ busy: false, problem: choose })
    setState({ busy: true, problem: null })
    save(values === undefined ? chosen : { ...values, choice: chosen })
      .then(leave)
      .then(
        () => setState({ busy: false, problem: null, done: true }),
        (error: unknown) =>
          setState({
            busy: false,
            problem: readProblem(error, []).texts[0] ?? 'simpleForm.failed',
          }),
      )
  }
  return (
    <form method="post" noValidate onSubmit={submit} className="stack">
      {title !== undefined && <Heading level={level}>{t(title)}</Heading>}
      {state.problem && (
        <Note look="bad" alert>
          {t(state.problem)}
        </Note>
      )}
      <div role="status">{state.done && doneText && <Note look="ok">{t(doneText)}</Note>}</div>
      <fieldset className={css['list']}>
        <legend className="hidden-text">{t(legend)}</legend>
        {keys.map((key) => (
          <label key={key} className={css['row']}>
            <input
              type="radio"
              name={id}
              value={key}
              checked={chosen === key}
              onChange={() => setChosen(key)}
            />
            <span className="grow">
              {choices[key]?.name ?? key}
              {choices[key]?.hint !== undefined && (
                <span className={`small mute ${css['hint']}`}>{choices[key].hint}</span>
              )}
            </span>
          </label>
        ))}
      </fieldset>
      <Button look={look} type="submit" block busy={state.busy}>
        {t(button)}
      </Button>
    </form>
  )
}
