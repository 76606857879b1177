/** For whom a rule holds: imaginary people beside it, with the conditions that decided. */

import { useState } from 'react'
import type { PersonaInput } from '#engine/contract/admincontract.ts'
import type { Json } from '#engine/documents/json.ts'
import { writeRule, type RulePart } from '#engine/rules/ruleparts.ts'
import { useRenderContext, useScope } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { firstPersona } from '#admin/parts/persona.ts'
import { PersonaPicker } from '#admin/parts/PersonaPicker.tsx'
import { usePersonaWords } from '#admin/parts/usePersonaWords.ts'
import { Icon } from '#widgets/parts/Icon.tsx'
import { useRuleScope } from './context.ts'
import css from './Rule.module.css'
import { isOfPeople, useTried } from './tried.ts'
import { useRuleSentence } from './sentence.ts'

/** Can imaginary people be asked by the rules of this document? */
export function useCanTry(rule: Json): boolean {
  const scope = useRuleScope()
  return scope.members?.['session'] !== undefined && isOfPeople(rule)
}

type Props = { rule: Json; part: RulePart }

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

function People({ rule, part }: Props) {
  const t = useText()
  const { catalog } = useRenderContext()
  const { facts, language } = useScope()
  const some = { country: facts.country, language, plan: catalog.plans[0]?.id ?? '' }
  const [own, setOwn] = useState<PersonaInput>({ ...some, stage: 'workerType', age: 17 })
  const people: readonly PersonaInput[] = [
    { ...some, stage: 'signedOut' },
    { ...some, stage: 'onboarding', age: 15 },
    { ...firstPersona(facts.country, language), age: 25 },
    own,
  ]
  const parts = part.is === 'group' ? part.parts : []
  const tried = useTried([rule, ...parts.map(writeRule)], people)
  return (
    <div>
      {tried === 'failed' && <p className="small mute">{t('console.rule.try.failed')}</p>}
      <ul aria-label={t('console.rule.try.title')}>
        {people.map((persona, index) => (
          <Person
            key={index}
            persona={persona}
            part={part}
            holds={tried === 'failed' ? undefined : tried?.[index]}
          />
        ))}
      </ul>
      <p className={css['label']}>{t('console.rule.try.own')}</p>
      <PersonaPicker persona={own} onChange={setOwn} />
    </div>
  )
}

function Person({
  persona,
  part,
  holds,
}: {
  persona: PersonaInput
  part: RulePart
  /** Of the rule, and of each of its conditions. */
  holds: readonly (boolean | null)[] | undefined
}) {
  const t = useText()
  const say = useRuleSentence()
  const who = usePersonaWords(persona).join(' · ')
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
