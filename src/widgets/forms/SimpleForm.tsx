/**
 * A short form on our own CSS: it is on the first screen, where a form library would be larger than
 * the page. Longer ones are profile sections (section-form).
 */

import { useEffect, useRef, useState, type FormEvent } from 'react'
import Type from 'typebox'
import { useAction, useHref } from '#engine/react/context.ts'
import { isLacking, needs } from '#engine/react/needs.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { Rich, useText } from '#engine/react/text.tsx'
import { Link } from 'react-router-dom'
import { Button } from '#widgets/parts/Button.tsx'
import { ErrorSummary } from './ErrorSummary.tsx'
import { Heading } from '#widgets/parts/Heading.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import { next as nextProp } from './nextProps.ts'
import { fieldProblem, readProblem, type FormProblem } from './simpleform.ts'
import { SimpleExtra } from './SimpleExtra.tsx'
import { SimpleField } from './SimpleField.tsx'
import { useNext } from './useNext.ts'
import css from './SimpleForm.module.css'

const Text = Type.String({ 'x-ref': 'text' })
const Route = Type.String({ 'x-ref': 'route' })

export const Props = Type.Object(
  {
    action: Type.String({ description: 'Action of the app that receives the values.' }),
    fields: Type.Array(
      Type.Object(
        {
          id: Type.String({ pattern: '^[A-Za-z][A-Za-z0-9]*$' }),
          kind: Type.Enum(['email', 'password', 'new-password', 'code', 'text', 'phone', 'choice']),
          list: Type.Optional(
            Type.String({ 'x-ref': 'list', description: 'Of a choice: what there is to choose.' }),
          ),
          label: Text,
          hint: Type.Optional(Text),
          autocomplete: Type.Optional(Type.String({ maxLength: 40 })),
          requiredMessage: Type.Optional(Text),
          initial: Type.Optional(
            Type.Union([Type.String({ maxLength: 200 }), Type.Null()], {
              description: 'What the fields hold at first, usually bound.',
            }),
          ),
          optional: Type.Optional(Type.Boolean()),
        },
        { additionalProperties: false },
      ),
      {
        maxItems: 6,
        description: 'Without any it is a button, and what there is to say about it.',
      },
    ),
    button: Text,
    look: Type.Optional(Type.Enum(['step', 'main'])),
    anchor: Type.Optional(
      Type.String({
        pattern: '^[a-z][a-z-]*$',
        description: 'Id of the section, for links into the page.',
      }),
    ),
    title: Type.Optional(Text),
    text: Type.Optional(Text),
    values: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        description: 'Values to fill into the title and the text.',
      }),
    ),
    footnote: Type.Optional(Type.String({ 'x-ref': 'text', 'x-rich': true })),
    footnoteLink: Type.Optional(
      Type.Object({ text: Text, routeName: Route }, { additionalProperties: false }),
    ),
    doneText: Type.Optional(
      Type.String({ 'x-ref': 'text', description: 'Shown when it worked and the page stays.' }),
    ),
    doneLook: Type.Optional(
      Type.Union([Type.Literal('ok'), Type.Literal('wait')], {
        description: 'Where it worked and there is still something to wait for: `wait`.',
      }),
    ),
    next: nextProp,
    needs,
    extra: Type.Optional(
      Type.Array(
        Type.Object(
          {
            id: Type.String(),
            text: Text,
            routeName: Type.Optional(Route),
            action: Type.Optional(Type.String()),
            values: Type.Optional(
              Type.Record(Type.String(), Type.String({ maxLength: 80 }), {
                description: 'What the action receives, or the query of the route.',
              }),
            ),
            show: Type.Optional(
              Type.Boolean({ description: 'Usually bound: to the configuration.' }),
            ),
            needs,
            doneText: Type.Optional(Text),
          },
          { additionalProperties: false },
        ),
        { maxItems: 3 },
      ),
    ),
  },
  { additionalProperties: false },
)

export const SimpleForm = defineWidget<typeof Props>(
  'simple-form',
  function SimpleForm({
    action,
    fields,
    button,
    look = 'step',
    anchor,
    title,
    text,
    values: said,
    footnote,
    footnoteLink,
    doneText,
    doneLook = 'ok',
    next,
    needs: own,
    extra = [],
    id,
    level,
  }) {
    const t = useText()
    const href = useHref()
    const send = useAction<Record<string, string>, unknown>(action)
    const leave = useNext(next)
    const [values, setValues] = useState<Readonly<Record<string, string>>>(() =>
      Object.fromEntries(fields.map((field) => [field.id, field.initial ?? ''])),
    )
    const [problem, setProblem] = useState<FormProblem | null>(null)
    const [state, setState] = useState<'open' | 'busy' | 'done'>('open')
    const [refusals, setRefusals] = useState(0)
    const summary = useRef<HTMLDivElement>(null)
    const form = useRef<HTMLFormElement>(null)
    // Once for each rejected submit, not for each corrected field: the focus stays where the user
    // types.
    useEffect(() => {
      if (refusals > 0) summary.current?.focus()
    }, [refusals])

    function refuse(found: FormProblem) {
      setProblem(found)
      setRefusals((count) => count + 1)
    }

    async function submit(event: FormEvent) {
      event.preventDefault()
      if (state === 'busy') return
      const given = Object.fromEntries(
        fields.map((field) => [
          field.id,
          field.kind.endsWith('password')
            ? (values[field.id] ?? '')
            : (values[field.id] ?? '').trim(),
        ]),
      )
      const found = fields.flatMap((field) => fieldProblem(field, given[field.id]!) ?? [])
      if (found.length > 0) return refuse({ texts: [], fields: found })
      setProblem(null)
      setState('busy')
      try {
        await send(given)
        await leave()
        setState('done')
        // Secrets are cleared from the page.
        setValues((kept) =>
          Object.fromEntries(
            fields
              .filter(({ kind }) => !kind.endsWith('password') && kind !== 'code')
              .map((field) => [field.id, kept[field.id] ?? '']),
          ),
        )
      } catch (error) {
        setState('open')
        refuse(readProblem(error, fields))
      }
    }

    function change(field: (typeof fields)[number], value: string) {
      setValues({ ...values, [field.id]: value })
      if (state === 'done') setState('open')
      // A corrected field loses its error; the others keep theirs.
      if (problem?.fields.some((each) => each.id === field.id))
        setProblem({ ...problem, fields: problem.fields.filter((each) => each.id !== field.id) })
    }

    if (isLacking(own)) return null
    return (
      <section
        id={anchor}
        tabIndex={anchor === undefined ? undefined : -1}
        aria-labelledby={title && `${id}-title`}
        className={css['section']}
      >
        {title && (
          <header>
            <Heading level={level} id={`${id}-title`}>
              {t(title, said)}
            </Heading>
            {text && <p className="mute">{t(text, said)}</p>}
          </header>
        )}
        {/* POST, so that nothing ends up in the address if the form is ever submitted without script. */}
        <form
          ref={form}
          data-form={action}
          method="post"
          noValidate
          onSubmit={(event) => void submit(event)}
          className="stack"
        >
          {problem && <ErrorSummary ref={summary} problem={problem} fields={fields} formId={id} />}
          <div role="status">
            {state === 'done' && doneText && <Note look={doneLook}>{t(doneText)}</Note>}
          </div>
          {fields.map((field) => (
            <SimpleField
              key={field.id}
              field={field}
              id={`${id}-${field.id}`}
              value={values[field.id] ?? ''}
              problem={problem?.fields.find((each) => each.id === field.id)}
              onChange={(value) => change(field, value)}
              onFull={() => setTimeout(() => form.current?.requestSubmit())}
            />
          ))}
          <Button look={look} type="submit" block busy={state === 'busy'}>
            {t(button)}
          </Button>
          {footnote && (
            <div className="small mute">
              <Rich>{t(footnote)}</Rich>{' '}
              {footnoteLink && (
                <Link to={href(footnoteLink.routeName)}>{t(footnoteLink.text)}</Link>
              )}
            </div>
          )}
        </form>
        {extra.length > 0 && (
          <div className={css['extra']}>
            {extra.map(
              ({ show, needs: its, ...each }) =>
                show !== false && !isLacking(its) && <SimpleExtra key={each.id} {...each} />,
            )}
          </div>
        )}
      </section>
    )
  },
)
