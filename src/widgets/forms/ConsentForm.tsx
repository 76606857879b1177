/** What somebody agrees to. Optional ones are never ticked beforehand and look no smaller (look.md 4, Forms). */

import { useEffect, useRef, useState, type FormEvent } from 'react'
import Type from 'typebox'
import { useAction } from '#engine/react/context.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { ConsentCard } from './ConsentCard.tsx'
import { ErrorSummary } from './ErrorSummary.tsx'
import { readProblem, type FormProblem } from './simpleform.ts'

export const Props = Type.Object(
  {
    action: Type.String({
      description: 'Receives { terms: true, marketing: false ... } for every item that is asked.',
    }),
    items: Type.Array(
      Type.Object(
        {
          id: Type.Enum([
            'terms',
            'marketing',
            'internalMarketingSharing',
            'parent',
            'researchContact',
          ]),
          title: Type.String({ 'x-ref': 'text' }),
          text: Type.String({ 'x-ref': 'text' }),
          link: Type.Optional(
            Type.Object(
              {
                text: Type.String({ 'x-ref': 'text' }),
                routeName: Type.String({ 'x-ref': 'route' }),
              },
              { additionalProperties: false },
            ),
          ),
          needed: Type.Boolean(),
          ask: Type.Boolean({
            description: 'Bound to the configuration: an instance asks for only some of them.',
          }),
          lock: Type.Optional(
            Type.Enum(['no-overlay', 'tighten-only'], {
              description:
                "A tenant can't loosen this: a user who can't accept the terms would be stuck here for ever.",
            }),
          ),
        },
        { additionalProperties: false },
      ),
      { minItems: 1, maxItems: 5 },
    ),
    button: Type.String({ 'x-ref': 'text' }),
  },
  { additionalProperties: false },
)

export const ConsentForm = defineWidget<typeof Props>(
  'consent-form',
  function ConsentForm({ action, items, button, id }) {
    const t = useText()
    const send = useAction<Record<string, boolean>, unknown>(action)
    const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
    const [problem, setProblem] = useState<FormProblem | null>(null)
    const [busy, setBusy] = useState(false)
    const [refusals, setRefusals] = useState(0)
    const summary = useRef<HTMLDivElement>(null)
    const asked = items.filter(({ ask }) => ask)
    const fields = asked.map((item) => ({ id: item.id, label: item.title, kind: 'text' as const }))
    useEffect(() => {
      if (refusals > 0) summary.current?.focus()
    }, [refusals])

    function refuse(found: FormProblem) {
      setProblem(found)
      setRefusals((count) => count + 1)
    }

    function tick(item: string, on: boolean) {
      const next = new Set(ticked)
      if (on) next.add(item)
      else next.delete(item)
      setTicked(next)
      if (problem)
        setProblem({ ...problem, fields: problem.fields.filter((each) => each.id !== item) })
    }

    async function submit(event: FormEvent) {
      event.preventDefault()
      if (busy) return
      const missing = asked.filter((item) => item.needed && !ticked.has(item.id))
      if (missing.length > 0)
        return refuse({
          texts: [],
          fields: missing.map((item) => ({ id: item.id, texts: ['consent.needed'] })),
        })
      setProblem(null)
      setBusy(true)
      try {
        await send(Object.fromEntries(asked.map((item) => [item.id, ticked.has(item.id)])))
      } catch (error) {
        refuse(readProblem(error, fields))
      }
      setBusy(false)
    }

    return (
      <form
        data-form="consents"
        method="post"
        noValidate
        onSubmit={(event) => void submit(event)}
        className="stack"
      >
        {problem && <ErrorSummary ref={summary} problem={problem} fields={fields} formId={id} />}
        {asked.map((item) => (
          <ConsentCard
            key={item.id}
            item={item}
            id={`${id}-${item.id}`}
            on={ticked.has(item.id)}
            problem={problem?.fields.find((each) => each.id === item.id)?.texts}
            onTick={(on) => tick(item.id, on)}
          />
        ))}
        <Button look="step" type="submit" block busy={busy}>
          {t(button)}
        </Button>
      </form>
    )
  },
)
