/** The path that people walk down, in words, and where imaginary people land: live, and with the draft. */

import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { Names, PersonaInput, RulesTried } from '#engine/contract/admincontract.ts'
import type { Json } from '#engine/documents/json.ts'
import { useRenderContext, useScope } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { readRule } from '#engine/rules/ruleparts.ts'
import { Chip } from '#widgets/parts/Chip.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import { FormContext } from '#admin/form/context.ts'
import { readingContext } from '#admin/form/reading.ts'
import { flatten, useRuleWords, useWords } from '#admin/form/words.ts'
import { isDone, useConsole } from '#admin/parts/client.ts'
import { usePersonaWords } from '#admin/parts/usePersonaWords.ts'
import { canWalk, firstOf, pathOf, type PathStep } from './path.ts'
import css from './JourneyPane.module.css'

/** After the last key: users are still typing. */
const PAUSE_MS = 500

type Props = {
  names: Names
  document: Json | null
  live: Json | null
  /** The row that is edited. */
  part: string | null
  onEdit: (pointer: string) => void
}

export function JourneyPane({ names, document, live, part, onEdit }: Props) {
  const form = useMemo(() => readingContext(names, 'flow'), [names])
  const path = pathOf(document, live)
  if (path === null) return null
  const before = pathOf(live, live) ?? []
  return (
    <FormContext value={form}>
      <div className={css['journey']}>
        <Path path={path} part={part} onEdit={onEdit} />
        {canWalk(path, before) && <Walkers path={path} before={before} />}
      </div>
    </FormContext>
  )
}

function Path({
  path,
  part,
  onEdit,
}: Pick<Props, 'part' | 'onEdit'> & { path: readonly PathStep[] }) {
  const t = useText()
  const say = useRuleWords()
  const leads = useLeads()
  return (
    <section aria-labelledby="journey-path">
      <h2 id="journey-path" className={css['title']}>
        {t('console.journey.title')}
      </h2>
      <p className="small mute">{t('console.journey.text')}</p>
      <ol className={css['path']}>
        {path.map((step) => {
          const at = `/rows/${step.id}`
          return (
            <li key={step.id} className={css[step.look]}>
              <button
                type="button"
                className={css['step']}
                aria-current={part !== null && part.startsWith(at) ? 'true' : undefined}
                onClick={() => onEdit(at)}
              >
                <span>
                  {t('console.journey.when')}{' '}
                  <span className={css['when']}>{flatten(say(readRule(step.when)))}</span>
                </span>
                <span className={css['to']}>
                  <Icon name="next" size="s" /> {leads(step)}
                </span>
                {step.look === 'changed' && <Chip look="wait">{t('console.journey.changed')}</Chip>}
              </button>
            </li>
          )
        })}
        <li className={css['rest']}>{t('console.journey.rest')}</li>
      </ol>
    </section>
  )
}

/** Where a step leads, in the words of the console. */
function useLeads(): (step: PathStep) => string {
  const words = useWords()
  const { catalog } = useRenderContext()
  return ({ to }) => {
    if ('does' in to) return words.branch(to.does)
    // A page is known by its title, one that isn't live yet by its address.
    const title = to.target === 'route' ? catalog.route(to.id)?.title : undefined
    const said = title === undefined ? undefined : words.reference('text', title)
    if (said !== undefined && said !== title) return said
    return to.target === 'stage' ? words.value(to.id) : words.reference(to.target, to.id)
  }
}

type Paths = { path: readonly PathStep[]; before: readonly PathStep[] }

function Walkers({ path, before }: Paths) {
  const t = useText()
  const people = usePeople()
  const holds = useTried([...before, ...path], people)
  const leads = useLeads()
  const lands = (of: readonly PathStep[], answers: readonly (boolean | null)[]) => {
    const step = firstOf(of, answers)
    return step === null ? t('console.journey.stays') : leads(step)
  }
  const landings = people.map((_, at) => {
    const answers = holds?.[at]
    return answers === undefined
      ? null
      : {
          before: lands(before, answers.slice(0, before.length)),
          after: lands(path, answers.slice(before.length)),
        }
  })
  const moved = landings.filter((each) => each !== null && each.before !== each.after).length
  return (
    <section className={css['people']} aria-labelledby="journey-people">
      <h2 id="journey-people" className={css['title']}>
        {t('console.journey.people')}
      </h2>
      <table className={css['table']}>
        <thead>
          <tr>
            <th scope="col">{t('console.journey.who')}</th>
            <th scope="col">{t('console.journey.live')}</th>
            <th scope="col">{t('console.journey.draft')}</th>
          </tr>
        </thead>
        <tbody>
          {people.map((persona, at) => {
            const found = landings[at] ?? null
            const isMoved = found !== null && found.before !== found.after
            return (
              <tr key={at} className={isMoved ? css['moved'] : undefined}>
                <th scope="row">
                  <Who persona={persona} />
                </th>
                <td>{found?.before ?? '…'}</td>
                <td>
                  <strong>{found?.after ?? '…'}</strong>
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
      <p className="small" role="status">
        {holds !== null && t('console.journey.moved', { count: moved, all: people.length })}
      </p>
    </section>
  )
}

function Who({ persona }: { persona: PersonaInput }) {
  const t = useText()
  const words = usePersonaWords(persona)
  const { done = [] } = persona
  return (
    <>
      {words.slice(0, -1).join(' · ')}
      {done.length > 0 && (
        <span className="small mute">
          {' '}
          {done.map((each) => t(`console.persona.done.${each}`)).join(', ')}
        </span>
      )}
    </>
  )
}

/** People along the way, and one of another country. */
function usePeople(): readonly PersonaInput[] {
  const { catalog } = useRenderContext()
  const { facts, language } = useScope()
  const plan = catalog.plans[0]?.id ?? ''
  const some = { country: facts.country, language, plan }
  return [
    { ...some, stage: 'onboarding', age: 15 },
    { ...some, stage: 'onboarding', age: 17, done: ['consents'] },
    { ...some, stage: 'onboarding', age: 25, done: ['consents', 'verified'] },
    {
      ...some,
      country: facts.country === 'KE' ? 'ZA' : 'KE',
      stage: 'onboarding',
      age: 15,
      done: ['verified'],
    },
    { ...some, plan: catalog.plans.at(-1)?.id ?? plan, stage: 'workerType', age: 17 },
  ]
}

/** For each person, whether the rule of each step holds; null until the server has answered. */
function useTried(
  steps: readonly PathStep[],
  people: readonly PersonaInput[],
): RulesTried['holds'] | null {
  const call = useConsole()
  const [tried, setTried] = useState<RulesTried['holds'] | null>(null)
  const asked = { rules: steps.map(({ when }) => when), personas: people }
  const ask = useEffectEvent(async (isHere: () => boolean) => {
    const reply = await call({ path: 'admin/rules/try', method: 'POST', body: asked }).catch(
      () => null,
    )
    if (isHere())
      setTried(reply !== null && isDone(reply) ? (reply.value as RulesTried).holds : null)
  })
  const key = JSON.stringify(asked)
  useEffect(() => {
    let here = true
    const timer = setTimeout(() => void ask(() => here), PAUSE_MS)
    return () => {
      here = false
      clearTimeout(timer)
    }
  }, [key])
  return tried
}
