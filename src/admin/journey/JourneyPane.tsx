/** The path that people walk down, in words, and where imaginary people land: live, and with the draft. */

import { useMemo, useState, type KeyboardEvent, type MouseEvent } from 'react'
import type { Names, PersonaInput } from '#engine/contract/admincontract.ts'
import type { Json } from '#engine/documents/json.ts'
import { useRenderContext, useScope } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { readRule } from '#engine/rules/ruleparts.ts'
import { Chip } from '#widgets/parts/Chip.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import { FormContext } from '#admin/form/context.ts'
import { readingContext } from '#admin/form/reading.ts'
import { useTried } from '#admin/form/tried.ts'
import { useRuleSentence } from '#admin/form/sentence.ts'
import { useWords } from '#admin/form/words.ts'
import { moveAndStay } from '#admin/parts/moved.ts'
import { namedCountries } from '#admin/parts/persona.ts'
import { usePersonaWords } from '#admin/parts/usePersonaWords.ts'
import { canWalk, firstOf, pathOf, type PathStep } from './path.ts'
import css from './JourneyPane.module.css'

type Props = {
  names: Names
  document: Json | null
  live: Json | null
  /** The row that is edited. */
  part: string | null
  onEdit: (pointer: string) => void
  /** Absent if the order can't change. */
  onMove?: (pointer: string, by: number) => void
}

export function JourneyPane({ names, document, live, part, onEdit, onMove }: Props) {
  const form = useMemo(() => readingContext(names, 'flow'), [names])
  const path = pathOf(document, live)
  if (path === null) return null
  const before = pathOf(live, live) ?? []
  return (
    <FormContext value={form}>
      <div className={css['journey']}>
        <Path path={path} part={part} onEdit={onEdit} {...(onMove && { onMove })} />
        {canWalk(path, before) && <Walkers path={path} before={before} />}
      </div>
    </FormContext>
  )
}

/** The people alone: where a draft takes them elsewhere than what is live does. */
export function JourneyPeople({
  names,
  document,
  live,
}: Pick<Props, 'names' | 'document' | 'live'>) {
  const form = useMemo(() => readingContext(names, 'flow'), [names])
  const [path, before] = [pathOf(document, live), pathOf(live, live)]
  if (path === null || before === null || !canWalk(path, before)) return null
  return (
    <FormContext value={form}>
      <Walkers path={path} before={before} />
    </FormContext>
  )
}

function Path({
  path,
  part,
  onEdit,
  onMove,
}: Pick<Props, 'part' | 'onEdit' | 'onMove'> & { path: readonly PathStep[] }) {
  const t = useText()
  const say = useRuleSentence()
  const leads = useLeads()
  const [said, setSaid] = useState('')
  const moveBy = (event: KeyboardEvent<HTMLElement> | MouseEvent<HTMLElement>, by: number) => {
    const item = event.currentTarget.closest('li')
    const from = path.findIndex(({ id }) => id === item?.dataset['step'])
    const step = path[from]
    if (item === null || step === undefined || path[from + by] === undefined) return
    moveAndStay(item, () => onMove?.(`/rows/${step.id}`, by))
    setSaid(t('console.form.moved', { place: from + by + 1, of: path.length }))
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const by = event.altKey ? { ArrowUp: -1, ArrowDown: 1 }[event.key] : undefined
    if (by === undefined || onMove === undefined) return
    event.preventDefault()
    moveBy(event, by)
  }
  return (
    <section aria-labelledby="journey-path">
      <h2 id="journey-path" className={css['title']}>
        {t('console.journey.title')}
      </h2>
      <p className="small mute">{t('console.journey.text')}</p>
      <ol className={css['path']}>
        {path.map((step, index) => {
          const at = `/rows/${step.id}`
          return (
            <li key={step.id} data-step={step.id} className={css[step.look]}>
              <button
                type="button"
                className={css['step']}
                aria-keyshortcuts={onMove && 'Alt+ArrowUp Alt+ArrowDown'}
                onKeyDown={onKeyDown}
                aria-current={part === at || part?.startsWith(`${at}/`) ? 'true' : undefined}
                onClick={() => onEdit(at)}
              >
                <span>
                  {t('console.journey.when')}{' '}
                  <span className={css['when']}>{say(readRule(step.when))}</span>
                </span>
                <span className={css['to']}>
                  <Icon name="next" size="s" /> {leads(step)}
                </span>
                {step.look === 'changed' && <Chip look="wait">{t('console.journey.changed')}</Chip>}
              </button>
              {onMove && (
                <span className={css['movers']}>
                  {([-1, 1] as const).map((by) => (
                    <button
                      key={by}
                      type="button"
                      className={css['mover']}
                      aria-label={t(
                        by < 0 ? 'console.journey.earlierOf' : 'console.journey.laterOf',
                        { step: leads(step) },
                      )}
                      aria-disabled={path[index + by] === undefined || undefined}
                      onClick={(event) => moveBy(event, by)}
                      onKeyDown={onKeyDown}
                    >
                      <Icon name="down" size="s" />
                      {t(by < 0 ? 'console.journey.earlier' : 'console.journey.later')}
                    </button>
                  ))}
                </span>
              )}
            </li>
          )
        })}
        <li className={css['rest']}>{t('console.journey.rest')}</li>
      </ol>
      <p className="hidden-text" role="status">
        {said}
      </p>
    </section>
  )
}

/** Where a step leads, in the words of the console. */
function useLeads(): (step: PathStep) => string {
  const words = useWords()
  const { catalog } = useRenderContext()
  return ({ to }) => {
    if ('does' in to) return words.branch(to.does)
    if (to.target === 'route') {
      const said = words.page(to.id)
      // What the product calls it, until the names are here.
      const title = catalog.route(to.id)?.title
      return said === to.id && title !== undefined ? words.reference('text', title) : said
    }
    return to.target === 'stage' ? words.value(to.id) : words.reference(to.target, to.id)
  }
}

type Paths = { path: readonly PathStep[]; before: readonly PathStep[] }

function Walkers({ path, before }: Paths) {
  const t = useText()
  const people = usePeople()
  const { holds: tried } = useTried({
    rules: [...before, ...path].map(({ when }) => when),
    personas: people,
  })
  const leads = useLeads()
  const said = (step: PathStep | null) => (step === null ? t('console.journey.stays') : leads(step))
  const landings =
    tried === null || typeof tried === 'string'
      ? null
      : tried.map((holds) => {
          const was = firstOf(before, holds.slice(0, before.length))
          const will = firstOf(path, holds.slice(before.length))
          const isMoved = JSON.stringify(was?.to) !== JSON.stringify(will?.to)
          return { before: said(was), after: said(will), isMoved }
        })
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
            const found = landings?.[at]
            return (
              <tr key={at} className={found?.isMoved === true ? css['moved'] : undefined}>
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
        {typeof tried === 'string' && t('console.rule.try.failed')}
        {landings !== null &&
          t('console.journey.moved', {
            count: landings.filter(({ isMoved }) => isMoved).length,
            all: people.length,
          })}
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

/** People along the way, and one of another country, if the tenant tells any apart. */
function usePeople(): readonly PersonaInput[] {
  const { catalog } = useRenderContext()
  const { facts, language } = useScope()
  const plan = catalog.plans[0]?.id ?? ''
  const some = { country: facts.country, language, plan }
  const elsewhere = namedCountries(catalog).find((code) => code !== facts.country)
  return [
    { ...some, stage: 'onboarding', age: 15 },
    { ...some, stage: 'onboarding', age: 17, done: ['consents'] },
    { ...some, stage: 'onboarding', age: 25, done: ['consents', 'verified'] },
    {
      ...some,
      country: elsewhere ?? facts.country,
      stage: 'onboarding',
      age: 15,
      done: ['verified'],
    },
    { ...some, plan: catalog.plans.at(-1)?.id ?? plan, stage: 'workerType', age: 17 },
  ]
}
