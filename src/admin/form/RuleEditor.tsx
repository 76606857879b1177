/** Conditions in groups: all, any or none of them. Every change produces a complete rule. */

import { useId, useRef } from 'react'
import type { Json } from '#engine/documents/json.ts'
import {
  ALONE,
  writeRule,
  type Comparison,
  type Condition,
  type Group,
  type RulePart,
} from '#engine/rules/ruleparts.ts'
import {
  comparisonsFor,
  conditionOn,
  variablesIn,
  withComparison,
} from '#engine/rules/rulechoices.ts'
import { comparisonWord } from '#engine/rules/rulewords.ts'
import { lookUp, type VarType } from '#engine/rules/ruletypes.ts'
import { useText } from '#engine/react/text.tsx'
import { SelectControl } from '#admin/parts/Control.tsx'
import { Button, IconButton } from '#widgets/parts/Button.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import { Combo } from './Combo.tsx'
import { useForm } from './context.ts'
import { JsonText } from './JsonText.tsx'
import { useOptions } from './options.ts'
import { RuleValue } from './RuleValue.tsx'
import css from './Rule.module.css'
import { useWords } from './words.ts'

/** Deeper rules are unreadable here; edit them as JSON. */
const MAX_DEPTH = 3
const GROUPS = ['all', 'any', 'none', 'notAll'] as const satisfies readonly Group['of'][]

export function RuleEditor({ part, onRule }: { part: RulePart; onRule: (rule: Json) => void }) {
  const change = (next: RulePart) => onRule(writeRule(next))
  // A single condition becomes a group of one, so that another can be added.
  const group: Group =
    part.is === 'group'
      ? part
      : { is: 'group', of: 'all', parts: part.is === 'fixed' && part.holds ? [] : [part] }
  return <GroupEditor group={group} onChange={change} depth={1} />
}

function GroupEditor({
  group,
  onChange,
  onRemove,
  depth,
}: {
  group: Group
  onChange: (group: Group) => void
  onRemove?: () => void
  depth: number
}) {
  const t = useText()
  const { scope } = useForm()
  const rules = useOptions('rule')
  const list = useRef<HTMLUListElement>(null)
  const { parts } = group
  const put = (next: readonly RulePart[]) => onChange({ ...group, parts: next })
  const addCondition = () => {
    const first = variablesIn(scope)[0]?.path ?? 'language'
    put([...parts, conditionOn(first, typeOf(scope, first), today())])
    // What it is about is chosen next.
    requestAnimationFrame(() =>
      [...(list.current?.children ?? [])].at(-1)?.querySelector<HTMLInputElement>('input')?.focus(),
    )
  }
  return (
    <fieldset className={css['group']}>
      <legend className="hidden-text">{t('console.rule.group')}</legend>
      <div className={css['head']}>
        <SelectControl
          label={t('console.rule.group')}
          value={group.of}
          choices={GROUPS.map((id) => ({ id, label: t(`console.rule.groups.${id}`) }))}
          onChange={(of) => onChange({ ...group, of: of as Group['of'] })}
        />
        {onRemove && (
          <IconButton label={t('console.rule.removeGroup')} onClick={onRemove}>
            <Icon name="close" size="s" />
          </IconButton>
        )}
      </div>
      {parts.length === 0 && <p className="small mute">{t('console.rule.noConditions')}</p>}
      <ul className={css['parts']} ref={list}>
        {parts.map((part, index) => (
          <li key={index}>
            <PartEditor
              part={part}
              depth={depth}
              onChange={(next) => put(parts.map((each, at) => (at === index ? next : each)))}
              onRemove={() => put(parts.filter((_each, at) => at !== index))}
            />
          </li>
        ))}
      </ul>
      <div className={css['adders']}>
        <Button look="text" small icon={<Icon name="plus" size="s" />} onClick={addCondition}>
          {t('console.rule.addCondition')}
        </Button>
        {rules !== null && (
          <Button
            look="text"
            small
            icon={<Icon name="plus" size="s" />}
            onClick={() => put([...parts, { is: 'named', name: rules[0]!.id, negated: false }])}
          >
            {t('console.rule.addNamed')}
          </Button>
        )}
        {depth < MAX_DEPTH && (
          <Button
            look="text"
            small
            icon={<Icon name="plus" size="s" />}
            onClick={() =>
              put([
                ...parts,
                {
                  is: 'group',
                  of: group.of === 'any' ? 'all' : 'any',
                  parts: [{ is: 'fixed', holds: true }],
                },
              ])
            }
          >
            {t('console.rule.addGroup')}
          </Button>
        )}
      </div>
    </fieldset>
  )
}

/** YYYY-MM-DD where the administrator is. */
function today(): string {
  return new Date().toLocaleDateString('sv-SE')
}

function typeOf(scope: VarType, path: string): VarType | undefined {
  const found = lookUp(scope, path)
  return 'type' in found ? found.type : undefined
}

function PartEditor({
  part,
  onChange,
  onRemove,
  depth,
}: {
  part: RulePart
  onChange: (part: RulePart) => void
  onRemove: () => void
  depth: number
}) {
  const t = useText()
  if (part.is === 'group')
    return <GroupEditor group={part} onChange={onChange} onRemove={onRemove} depth={depth + 1} />
  return (
    <div className={css['part']}>
      <div className={css['fields']}>
        {part.is === 'condition' && <ConditionEditor condition={part} onChange={onChange} />}
        {part.is === 'named' && <NamedEditor part={part} onChange={onChange} />}
        {part.is === 'fixed' && (
          <SelectControl
            label={t('console.rule.condition')}
            value={String(part.holds)}
            choices={[
              { id: 'true', label: t('console.rule.always') },
              { id: 'false', label: t('console.rule.never') },
            ]}
            onChange={(holds) => onChange({ is: 'fixed', holds: holds === 'true' })}
          />
        )}
        {part.is === 'other' && <OtherEditor part={part} onChange={onChange} />}
      </div>
      <IconButton label={t('console.rule.removeCondition')} onClick={onRemove}>
        <Icon name="close" size="s" />
      </IconButton>
    </div>
  )
}

function OtherEditor({
  part,
  onChange,
}: {
  part: Extract<RulePart, { is: 'other' }>
  onChange: (part: RulePart) => void
}) {
  const t = useText()
  const id = useId()
  return (
    <>
      <label className={css['label']} htmlFor={id}>
        {t('console.rule.json')}
      </label>
      <JsonText
        ids={{ id, describedBy: undefined, invalid: undefined }}
        value={part.rule}
        readOnly={false}
        onChange={(rule) => onChange({ is: 'other', rule })}
      />
    </>
  )
}

function NamedEditor({
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
        shown={words.reference('rule', part.name)}
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

function ConditionEditor({
  condition,
  onChange,
}: {
  condition: Condition
  onChange: (part: RulePart) => void
}) {
  const t = useText()
  const words = useWords()
  const { scope } = useForm()
  const { subject, comparison, value } = condition
  const known = typeOf(scope, subject.variable)
  const type: VarType | undefined = subject.counted ? { is: 'number' } : known
  const variables = variablesIn(scope).map(({ path }) => ({
    id: path,
    title: words.variable(path),
  }))
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
        shown={
          subject.counted
            ? t('console.rule.count', { variable: words.variable(subject.variable) })
            : words.variable(subject.variable)
        }
        isFree={(typed) => typeOf(scope, typed) !== undefined}
        onPick={(variable) => onChange(conditionOn(variable, typeOf(scope, variable), today()))}
      />
      <SelectControl
        label={t('console.rule.comparison')}
        value={comparison}
        choices={comparisons.map((id) => ({
          id,
          label: t(`console.rule.compare.${comparisonWord(id, type?.date !== undefined)}`),
        }))}
        onChange={(next) => onChange(withComparison(condition, next as Comparison, type, today()))}
      />
      {!ALONE.has(comparison) && value !== undefined && (
        <RuleValue
          variable={subject.variable}
          type={type}
          comparison={comparison}
          value={value}
          onChange={(next) => onChange({ ...condition, value: next })}
        />
      )}
    </>
  )
}
