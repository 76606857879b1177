/** For whom a rule holds: imaginary people beside it, with the conditions that decided. */

import { useEffect, useEffectEvent, useState } from 'react'
import type { PersonaInput, RulesTried } from '#engine/contract/admincontract.ts'
import type { Json } from '#engine/documents/json.ts'
import { writeRule, type RulePart } from '#engine/rules/ruleparts.ts'
import { variablesOf } from '#engine/rules/rules.ts'
import { useRenderContext, useScope } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { isDone, useConsole } from '#admin/parts/client.ts'
import { firstPersona } from '#admin/parts/persona.ts'
import { PersonaPicker } from '#admin/parts/PersonaPicker.tsx'
import { usePersonaWords } from '#admin/parts/usePersonaWords.ts'
import { Icon } from '#widgets/parts/Icon.tsx'
import { useForm } from './context.ts'
import css from './Rule.module.css'
import { flatten, useRuleWords } from './words.ts'

/** After the last key: users are still typing. */
const PAUSE_MS = 500

type Tried = readonly (readonly (boolean | null)[])[]

/** Can imaginary people be asked? Not about the page, its data or the form that they would fill in. */
export function useCanTry(rule: Json): boolean {
  const { scope } = useForm()
  const asked = [...variablesOf(rule, {})]
  return (
    scope.members?.['session'] !== undefined &&
    asked.every((path) => !/^(?:route|data|target|value|measure)(?:\.|$)/.test(path))
  )
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
  const call = useConsole()
  const { catalog } = useRenderContext()
  const { facts, language } = useScope()
  const some = { country: facts.country, language, plan: catalog.plans[0]?.id ?? '' }
  const [own, setOwn] = useState<PersonaInput>({ ...some, stage: 'workerType', age: 17 })
  const [tried, setTried] = useState<Tried | 'failed' | null>(null)
  const people: readonly PersonaInput[] = [
    { ...some, stage: 'signedOut' },
    { ...some, stage: 'onboarding', age: 15 },
    { ...firstPersona(facts.country, language), age: 25 },
    own,
  ]
  const parts = part.is === 'group' ? part.parts : []
  const asked = { rules: [rule, ...parts.map(writeRule)], personas: people }
  const ask = useEffectEvent(async (isHere: () => boolean) => {
    const reply = await call({ path: 'admin/rules/try', method: 'POST', body: asked }).catch(
      () => null,
    )
    if (!isHere()) return
    setTried(reply !== null && isDone(reply) ? (reply.value as RulesTried).holds : 'failed')
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
  return (
    <div>
      {tried === 'failed' && <p className="small mute">{t('console.rule.try.failed')}</p>}
      <ul aria-label={t('console.rule.try.title')}>
        {people.map((persona, index) => (
          <Person
            key={index}
            persona={persona}
            part={part}
            holds={Array.isArray(tried) ? (tried as Tried)[index] : undefined}
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
  const say = useRuleWords()
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
              condition: flatten(say(condition)),
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
