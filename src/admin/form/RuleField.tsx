/**
 * A rule: described in plain words, edited as groups of conditions, or as JSON Logic where those
 * are not enough.
 */

import { useMemo, useState, type ReactNode } from 'react'
import { canonical, type Json } from '#engine/documents/json.ts'
import { readRule, readSources, type Group, type RulePart } from '#engine/rules/ruleparts.ts'
import { BLANK, finishedRule, isFinished } from '#engine/rules/unfinished.ts'
import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { Chip } from '#widgets/parts/Chip.tsx'
import { RuleScope, useForm } from './context.ts'
import type { FieldProps } from './field.ts'
import { FieldFrame } from './FieldFrame.tsx'
import css from './Rule.module.css'
import { JsonText } from './JsonText.tsx'
import { RuleEditor } from './RuleEditor.tsx'
import { RuleTry } from './RuleTry.tsx'
import { SourceEditor } from './SourceEditor.tsx'
import { useRuleLine } from './sentence.ts'
import { useWords } from './words.ts'

type Props = {
  field: FieldProps
  rule: Json
  onRule: (rule: Json) => void
  /** It computes a value instead of a condition. */
  asValue?: boolean
  tools?: ReactNode
}

/** More conditions than this are easier to read one below the other. */
const MAX_IN_SENTENCE = 3

export function RuleField(props: Props) {
  const { scopeAt } = useForm()
  const { at } = props.field
  const scope = useMemo(() => scopeAt(at), [scopeAt, at])
  return (
    <RuleScope value={scope}>
      <Rule {...props} />
    </RuleScope>
  )
}

function Rule({ field, rule, onRule, asValue = false, tools }: Props) {
  const t = useText()
  // A rule that somebody has just added says nothing yet: the first condition waits to be chosen.
  const { added } = useForm()
  const isNew = added === field.at && rule === true && field.schema['x-always'] !== true
  const [isOpen, setOpen] = useState(isNew)
  const [asJson, setAsJson] = useState(false)
  const part = readRule(rule)
  const { group, change } = useGroup(rule, part, isNew, onRule)
  const sources = asValue ? readSources(rule) : null
  const hasWords = asValue ? sources !== null : part.is !== 'other'
  return (
    <FieldFrame field={field} group within tools={tools}>
      {(ids) => (
        <div className={css['rule']}>
          <div className={css['said']}>
            {asValue ? <Sources rule={rule} /> : <ReadOut part={part} />}
            {!asValue && !isFinished(group) && (
              <Chip look="wait">{t('console.rule.unfinishedShort')}</Chip>
            )}
            {!field.readOnly && (
              <Button look="text" small aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
                {t(isOpen ? 'console.form.done' : 'console.form.change')}
                <span className="hidden-text">: {field.label}</span>
              </Button>
            )}
          </div>
          {isOpen && !field.readOnly && (
            <div className={css['editor']}>
              {asJson || !hasWords ? (
                <>
                  <label className={css['label']} htmlFor={ids.id}>
                    {t('console.rule.json')}
                  </label>
                  <JsonText ids={ids} value={rule} readOnly={false} onChange={onRule} />
                </>
              ) : sources !== null ? (
                <SourceEditor sources={sources} onRule={onRule} />
              ) : (
                <RuleEditor group={group} onChange={change} />
              )}
              {!asValue && <RuleTry rule={rule} part={part} at={field.at} />}
              <div className={css['foot']}>
                {hasWords ? (
                  <Button look="text" small onClick={() => setAsJson(!asJson)}>
                    {t(asJson ? 'console.rule.asWords' : 'console.rule.asJson')}
                  </Button>
                ) : (
                  <>
                    <p className="small mute">{t('console.rule.noWords')}</p>
                    <Button
                      look="text"
                      small
                      onClick={() => onRule(asValue ? { var: 'language' } : true)}
                    >
                      {t('console.rule.startAnew')}
                    </Button>
                  </>
                )}
              </div>
            </div>
          )}
        </div>
      )}
    </FieldFrame>
  )
}

/** What is put together here, with conditions that aren't finished and so not in the rule. */
function useGroup(rule: Json, part: RulePart, isNew: boolean, onRule: (rule: Json) => void) {
  const [draft, setDraft] = useState<Group | null>(
    isNew ? { is: 'group', of: 'all', parts: [BLANK] } : null,
  )
  const isSame = (made: Json) => canonical(made) === canonical(rule)
  // A rule that has changed elsewhere wins.
  const group = draft !== null && isSame(finishedRule(draft)) ? draft : groupOf(part)
  const change = (next: Group) => {
    setDraft(next)
    const made = finishedRule(next)
    if (!isSame(made)) onRule(made)
  }
  return { group, change }
}

/** A single condition becomes a group of one, so that another can be added. */
function groupOf(part: RulePart): Group {
  if (part.is === 'group') return part
  return { is: 'group', of: 'all', parts: part.is === 'fixed' && part.holds ? [] : [part] }
}

function ReadOut({ part }: { part: RulePart }) {
  return (
    <div className={css['words']}>
      <Said part={part} />
    </div>
  )
}

function Said({ part }: { part: RulePart }) {
  const t = useText()
  const say = useRuleLine()
  const isLong =
    part.is === 'group' &&
    (part.parts.length > MAX_IN_SENTENCE || part.parts.some((each) => each.is === 'group'))
  if (!isLong) return <span>{say(part)}</span>
  return (
    <>
      <span>{t(`console.rule.${part.of}`)}</span>
      <ul>
        {part.parts.map((each, index) => (
          <li key={index}>
            <Said part={each} />
          </li>
        ))}
      </ul>
    </>
  )
}

function Sources({ rule }: { rule: Json }) {
  const t = useText()
  const words = useWords()
  const sources = readSources(rule)
  const said = sources?.map((source) =>
    'variable' in source ? words.variable(source.variable) : words.value(source.fixed),
  )
  return (
    <div className={css['words']}>
      {said === undefined
        ? t('console.rule.other', { value: JSON.stringify(rule) })
        : said.reduce((all, each) => t('console.rule.orElse', { first: all, then: each }))}
    </div>
  )
}
