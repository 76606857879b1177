/** For whom a rule holds: imaginary people beside it, with the conditions that decided. */

import { useState } from 'react'
import type { PersonaInput } from '#engine/contract/admincontract.ts'
import type { Json } from '#engine/documents/json.ts'
import { writeRule, type RulePart } from '#engine/rules/ruleparts.ts'
import type { RulePlace } from '#engine/rules/ruleplaces.ts'
import { variablesOf } from '#engine/rules/rules.ts'
import { useRenderContext, useScope } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { firstPersona } from '#admin/parts/persona.ts'
import { PersonaPicker } from '#admin/parts/PersonaPicker.tsx'
import { usePersonaWords } from '#admin/parts/usePersonaWords.ts'
import { Icon } from '#widgets/parts/Icon.tsx'
import { useForm, useRuleScope } from './context.ts'
import css from './Rule.module.css'
import { useRuleSentence } from './sentence.ts'
import { SupposedFields } from './SupposedFields.tsx'
import { exampleOf, guessesFor, pageOf, supposedOf, type Guess, type Typed } from './supposing.ts'
import { useTried, type Answer } from './tried.ts'

type Props = { rule: Json; part: RulePart; at: string }

export function RuleTry(props: Props) {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  return (
    <details
      className={css['try']}
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>{t('console.rule.try.title')}</summary>
      {isOpen && <People {...props} />}
    </details>
  )
}

function People({ rule, part, at }: Props) {
  const t = useText()
  const { document, placeAt } = useForm()
  const place = placeAt(at)
  const { people, own, setOwn } = usePeople(place)
  const parts = part.is === 'group' ? part.parts : []
  const [reads, setReads] = useState<readonly string[]>([])
  const { supposed, fields } = useSupposed({ rule, part, at }, place, reads)
  const tried = useTried({
    rules: [rule, ...parts.map(writeRule)],
    personas: people,
    ...(place.reads !== 'scope' && { place: { document, at } }),
    ...(Object.keys(supposed).length > 0 && { supposed }),
  })
  // Named rules are known to the server alone.
  if (tried.reads !== reads) setReads(tried.reads)
  const { holds } = tried
  const said = typeof holds === 'string' ? holds : undefined
  const alone = place.reads === 'config' ? 'everybody' : place.reads === 'hint' ? 'writer' : null
  return (
    <div>
      {said !== undefined && <p className="small mute">{t(`console.rule.try.${said}`)}</p>}
      <ul aria-label={t('console.rule.try.title')}>
        {people.map((persona, index) => (
          <Person
            key={index}
            persona={persona}
            called={alone === null ? undefined : t(`console.rule.try.${alone}`)}
            part={part}
            holds={typeof holds === 'string' ? undefined : holds?.[index]}
          />
        ))}
      </ul>
      {place.reads === 'form' && place.given && holds !== null && isWaiting(holds) && (
        <p className="small mute">{t('console.rule.try.unanswered')}</p>
      )}
      <SupposedFields {...fields} />
      {alone === null && (
        <>
          <p className={css['label']}>{t('console.rule.try.own')}</p>
          <PersonaPicker persona={own} onChange={setOwn} />
        </>
      )}
    </div>
  )
}

function isWaiting(holds: Answer): boolean {
  return typeof holds !== 'string' && holds.some(([whole]) => whole === null)
}

/** Who is asked at a place: visitors fill in no forms, and the site's settings are the same for all. */
function usePeople({ reads }: RulePlace) {
  const { catalog } = useRenderContext()
  const { facts, language } = useScope()
  const some = { country: facts.country, language, plan: catalog.plans[0]?.id ?? '' }
  const [own, setOwn] = useState<PersonaInput>({ ...some, stage: 'workerType', age: 17 })
  const adult: PersonaInput = { ...firstPersona(facts.country, language), age: 25 }
  const members: readonly PersonaInput[] = [{ ...some, stage: 'onboarding', age: 15 }, adult, own]
  const isOne = reads === 'config' || reads === 'hint'
  const people: readonly PersonaInput[] = isOne
    ? [adult]
    : reads === 'scope'
      ? [{ ...some, stage: 'signedOut' }, ...members]
      : members
  return { people, own, setOwn }
}

/** What is supposed of them, for the variables that a rule reads, and the fields to change it. */
function useSupposed({ rule, part, at }: Props, place: RulePlace, told: readonly string[]) {
  const t = useText()
  const { catalog } = useRenderContext()
  const { names } = useForm()
  const scope = useRuleScope()
  const [today] = useState(() => new Date().toISOString().slice(0, 'YYYY-MM-DD'.length))
  const [changed, setChanged] = useState<Readonly<Record<string, Typed>>>({})
  const [chosen, setChosen] = useState<string>()
  const [date, setDate] = useState('')
  const reads = [...new Set([...variablesOf(rule, {}), ...told])]
  const guesses = guessesFor(reads, place, scope, part)
  const isForm = place.reads === 'form' || place.reads === 'hint'
  const titled = new Set((names['page'] ?? []).map(({ id }) => id))
  const pages = [...catalog.routes.values()].filter(({ id }) => titled.has(id))
  const page = chosen ?? pageOf(part, at, pages) ?? names['page']?.[0]?.id ?? ''
  const typed = (guess: Guess): Typed =>
    changed[guess.path] ??
    (isForm
      ? exampleOf(guess, { today, word: t('console.rule.try.example') })
      : guess.type.is === 'list'
        ? []
        : '')
  const onType = (path: string, next: Typed) => setChanged({ ...changed, [path]: next })
  return {
    supposed: supposedOf(reads, guesses, typed, { page, date }),
    fields: { reads, guesses, typed, onType, page, onPage: setChosen, date, onDate: setDate },
  }
}

function Person({
  persona,
  called,
  part,
  holds,
}: {
  persona: PersonaInput
  called: string | undefined
  part: RulePart
  /** Of the rule, and of each of its conditions. */
  holds: readonly (boolean | null)[] | undefined
}) {
  const t = useText()
  const say = useRuleSentence()
  const words = usePersonaWords(persona).join(' · ')
  const who = called ?? words
  const [whole = null, ...each] = holds ?? []
  const deciding = whole === null ? null : decidingOf(part, whole)
  const because =
    part.is === 'group' && deciding !== null
      ? part.parts.filter((_, index) => each[index] === deciding)
      : []
  return (
    <li>
      <span className={css['verdict']} data-holds={whole ?? undefined}>
        {whole !== null && <Icon name={whole ? 'tick' : 'close'} size="s" />}
        {whole === null ? '…' : t(whole ? 'console.form.yes' : 'console.form.no')}
      </span>
      <span>
        {who}
        {because.map((condition, index) => (
          <span key={index} className="small mute">
            {t(deciding === true ? 'console.rule.try.fits' : 'console.rule.try.fitsNot', {
              condition: say(condition),
            })}
          </span>
        ))}
      </span>
    </li>
  )
}

/** What those conditions of a group are that made it as it is; null: all of them together did. */
function decidingOf(part: RulePart, whole: boolean): boolean | null {
  if (part.is !== 'group') return null
  switch (part.of) {
    case 'all':
      return whole ? null : false
    case 'any':
      return whole ? true : null
    case 'none':
      return whole ? null : true
    case 'notAll':
      return whole ? false : null
  }
}
