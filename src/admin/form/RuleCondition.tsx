/** One condition of a rule: what to look at, how to compare it, and with what. */

import type { Json } from '#engine/documents/json.ts'
import { ALONE, type Comparison, type Condition, type RulePart } from '#engine/rules/ruleparts.ts'
import { comparisonsFor, conditionOn, withComparison } from '#engine/rules/rulechoices.ts'
import { comparisonWord } from '#engine/rules/rulewords.ts'
import { lookUp, type VarType } from '#engine/rules/ruletypes.ts'
import { useText } from '#engine/react/text.tsx'
import { SelectControl } from '#admin/parts/Control.tsx'
import { Combo } from './Combo.tsx'
import { useRuleScope } from './context.ts'
import { useOptions } from './options.ts'
import { RuleValue } from './RuleValue.tsx'
import { useVariableOptions } from './useVariableOptions.ts'
import { useWords } from './words.ts'

export function NamedEditor({
  part,
  onChange,
}: {
  part: Extract<RulePart, { is: 'named' }>
  onChange: (part: RulePart) => void
}) {
  const t = useText()
  const words = useWords()
  const rules = useOptions('rule') ?? []
  return (
    <>
      <Combo
        label={t('console.rule.which')}
        options={rules}
        value={part.name}
        shown={part.name === '' ? '' : words.reference('rule', part.name)}
        placeholder={t('console.rule.chooseRule')}
        onPick={(name) => onChange({ ...part, name })}
      />
      <SelectControl
        label={t('console.rule.comparison')}
        value={String(part.negated)}
        choices={[
          { id: 'false', label: t('console.rule.compare.yes') },
          { id: 'true', label: t('console.rule.compare.no') },
        ]}
        onChange={(negated) => onChange({ ...part, negated: negated === 'true' })}
      />
    </>
  )
}

export function ConditionEditor({
  condition,
  onChange,
}: {
  condition: Condition
  onChange: (part: RulePart) => void
}) {
  const t = useText()
  const words = useWords()
  const scope = useRuleScope()
  const { subject, comparison, value } = condition
  const known = typeOf(scope, subject.variable)
  const type: VarType | undefined = subject.counted ? { is: 'number' } : known
  const variables = useVariableOptions()
  const offered = comparisonsFor(type)
  const comparisons: readonly Comparison[] = offered.includes(comparison)
    ? offered
    : [comparison, ...offered]
  return (
    <>
      <Combo
        label={t('console.rule.variable')}
        options={variables}
        value={subject.variable}
        placeholder={t('console.rule.chooseVariable')}
        plain
        rareLabel={(count) => t('console.rule.rare', { count })}
        shown={
          subject.variable === ''
            ? ''
            : subject.counted
              ? t('console.rule.count', { variable: words.variable(subject.variable) })
              : words.variable(subject.variable)
        }
        isFree={(typed) => typeOf(scope, typed) !== undefined}
        onPick={(variable) => onChange(conditionOn(variable, typeOf(scope, variable)))}
      />
      {subject.variable !== '' && (
        <SelectControl
          label={t('console.rule.comparison')}
          value={comparison}
          choices={comparisons.map((id) => ({
            id,
            label: t(`console.rule.compare.${comparisonWord(id, type?.date !== undefined)}`),
          }))}
          onChange={(next) => onChange(withComparison(condition, next as Comparison))}
        />
      )}
      {!ALONE.has(comparison) && (
        <RuleValue
          variable={subject.variable}
          type={type}
          comparison={comparison}
          value={value}
          onChange={(next) => onChange(withValue(condition, next))}
        />
      )}
    </>
  )
}

/** Without a value it isn't finished. */
function withValue({ value: _before, ...rest }: Condition, value: Json | undefined): Condition {
  return value === undefined ? rest : { ...rest, value }
}

function typeOf(scope: VarType, path: string): VarType | undefined {
  const found = path === '' ? { unknown: true } : lookUp(scope, path)
  return 'type' in found ? found.type : undefined
}
