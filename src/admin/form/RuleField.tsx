/**
 * A rule: described in plain words, edited as groups of conditions, or as JSON Logic where those
 * are not enough.
 */

import { useState, type ReactNode } from 'react'
import type { Json } from '#engine/documents/json.ts'
import { readRule, readSources, type RulePart } from '#engine/rules/ruleparts.ts'
import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import type { FieldProps } from './field.ts'
import { FieldFrame } from './FieldFrame.tsx'
import css from './Rule.module.css'
import { JsonText } from './JsonText.tsx'
import { RuleEditor } from './RuleEditor.tsx'
import { RuleTry, useCanTry } from './RuleTry.tsx'
import { SourceEditor } from './SourceEditor.tsx'
import { useRuleWords, useWords, type RuleLine } from './words.ts'

type Props = {
  field: FieldProps
  rule: Json
  onRule: (rule: Json) => void
  /** It computes a value instead of a condition. */
  asValue?: boolean
  tools?: ReactNode
}

export function RuleField({ field, rule, onRule, asValue = false, tools }: Props) {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  const [asJson, setAsJson] = useState(false)
  const part = readRule(rule)
  const canTry = useCanTry(rule)
  const sources = asValue ? readSources(rule) : null
  const hasWords = asValue ? sources !== null : part.is !== 'other'
  return (
    <FieldFrame field={field} group within tools={tools}>
      {(ids) => (
        <div className={css['rule']}>
          <div className={css['said']}>
            {asValue ? <Sources rule={rule} /> : <ReadOut part={part} />}
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
                <RuleEditor part={part} onRule={onRule} />
              )}
              {!asValue && canTry && <RuleTry rule={rule} part={part} />}
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

function ReadOut({ part }: { part: RulePart }) {
  const say = useRuleWords()
  return (
    <div className={css['words']}>
      <Line line={say(part)} />
    </div>
  )
}

function Line({ line: { text, parts } }: { line: RuleLine }) {
  if (parts.length === 0) return <span>{text}</span>
  return (
    <>
      <span>{text}</span>
      <ul>
        {parts.map((part, index) => (
          <li key={index}>
            <Line line={part} />
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
