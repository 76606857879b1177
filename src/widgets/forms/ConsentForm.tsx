/**
 * What users agree to. Optional consents are never ticked beforehand and look no smaller (look.md
 * 4, Forms).
 */

import { useEffect, useRef, useState, type FormEvent } from 'react'
import Type from 'typebox'
import { ageOn } from '#engine/decide/age.ts'
import { askedConsents, isAnswered, type AskedConsent } from '#engine/decide/consents.ts'
import { useAction, useRenderContext } from '#engine/react/context.ts'
import { defineWidget } from '#engine/react/registry.ts'
import type { User } from '#engine/rules/scope.ts'
import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { Heading } from '#widgets/parts/Heading.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import { ConsentCard } from './ConsentCard.tsx'
import { ErrorSummary } from './ErrorSummary.tsx'
import { readProblem, type FormProblem } from './simpleform.ts'

export const Props = Type.Object(
  {
    action: Type.String({
      description:
        'Receives { terms: { granted: true, version: 1 } ... }, an answer for each that is asked.',
    }),
    button: Type.String({ 'x-ref': 'text' }),
    title: Type.Optional(Type.String({ 'x-ref': 'text' })),
    answered: Type.Optional(
      Type.Boolean({
        description: 'Shows those too that were answered before, as they were, to change them.',
      }),
    ),
    doneText: Type.Optional(
      Type.String({ 'x-ref': 'text', description: 'Shown once it is saved.' }),
    ),
  },
  { additionalProperties: false, 'x-needs': ['consent-list'] },
)

export const ConsentForm = defineWidget<typeof Props>(
  'consent-form',
  function ConsentForm({ action, button, title, answered = false, doneText, id, level }) {
    const t = useText()
    const send = useAction<Record<string, { granted: boolean; version: number }>, unknown>(action)
    const all = useAsked()
    const consents = useRenderContext().scope.user?.consents ?? NOTHING_SAID
    const asked = answered ? all : all.filter((each) => !isAnswered(each, consents[each.item.id]))
    const [changed, setChanged] = useState<Readonly<Record<string, boolean>>>({})
    const isTicked = ({ item }: AskedConsent) =>
      changed[item.id] ?? (answered && consents[item.id]?.granted === true)
    const [problem, setProblem] = useState<FormProblem | null>(null)
    const [busy, setBusy] = useState(false)
    const [isDone, setIsDone] = useState(false)
    const [refusals, setRefusals] = useState(0)
    const summary = useRef<HTMLDivElement>(null)
    const fields = asked.map(({ item }) => ({
      id: item.id,
      label: item.label,
      kind: 'text' as const,
    }))
    useEffect(() => {
      if (refusals > 0) summary.current?.focus()
    }, [refusals])

    function refuse(found: FormProblem) {
      setProblem(found)
      setRefusals((count) => count + 1)
    }

    function tick(item: string, on: boolean) {
      setChanged({ ...changed, [item]: on })
      setIsDone(false)
      if (problem)
        setProblem({ ...problem, fields: problem.fields.filter((each) => each.id !== item) })
    }

    async function submit(event: FormEvent) {
      event.preventDefault()
      if (busy) return
      const missing = asked.filter((each) => each.needed && !isTicked(each))
      if (missing.length > 0)
        return refuse({
          texts: [],
          fields: missing.map(({ item }) => ({ id: item.id, texts: ['consent.needed'] })),
        })
      setProblem(null)
      setBusy(true)
      try {
        await send(
          Object.fromEntries(
            asked.map((each) => [
              each.item.id,
              { granted: isTicked(each), version: each.item.version },
            ]),
          ),
        )
        setIsDone(true)
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
        {title !== undefined && <Heading level={level}>{t(title)}</Heading>}
        {problem && <ErrorSummary ref={summary} problem={problem} fields={fields} formId={id} />}
        {asked.map((each) => (
          <ConsentCard
            key={each.item.id}
            item={each.item}
            needed={each.needed}
            id={`${id}-${each.item.id}`}
            on={isTicked(each)}
            problem={problem?.fields.find((field) => field.id === each.item.id)?.texts}
            onTick={(on) => tick(each.item.id, on)}
          />
        ))}
        <Button look={answered ? 'main' : 'step'} type="submit" block={!answered} busy={busy}>
          {t(button)}
        </Button>
        {doneText !== undefined && (
          <div role="status">{isDone && <Note look="ok">{t(doneText)}</Note>}</div>
        )}
      </form>
    )
  },
)

const NOTHING_SAID: User['consents'] = {}

/** The consents that this user is asked for, by the same rules as on the server. */
function useAsked(): AskedConsent[] {
  const { catalog, scope } = useRenderContext()
  return askedConsents(catalog, {
    plan: scope.user?.app.accountType ?? null,
    country: scope.facts.country,
    age: ageOn(scope.user?.profile['birthDate'], new Date().toISOString()),
    config: scope.config,
  })
}
