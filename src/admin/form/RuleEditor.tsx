/** Conditions in groups: all, any or none of them. Every change produces a complete rule. */

import { useId, useRef } from 'react'
import type { Group, RulePart } from '#engine/rules/ruleparts.ts'
import { BLANK, isFinished } from '#engine/rules/unfinished.ts'
import { useText } from '#engine/react/text.tsx'
import { SelectControl } from '#admin/parts/Control.tsx'
import { Button, IconButton } from '#widgets/parts/Button.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import { JsonText } from './JsonText.tsx'
import { useOptions } from './options.ts'
import { ConditionEditor, NamedEditor } from './RuleCondition.tsx'
import css from './Rule.module.css'

/** Deeper rules are unreadable here; edit them as JSON. */
const MAX_DEPTH = 3
const GROUPS = ['all', 'any', 'none', 'notAll'] as const satisfies readonly Group['of'][]

/** @param group perhaps with conditions that aren't finished: they are no part of the rule yet */
export function RuleEditor({
  group,
  onChange,
}: {
  group: Group
  onChange: (group: Group) => void
}) {
  return <GroupEditor group={group} onChange={onChange} depth={1} />
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
  const rules = useOptions('rule')
  const list = useRef<HTMLUListElement>(null)
  const { parts } = group
  const put = (next: readonly RulePart[]) => onChange({ ...group, parts: next })
  const add = (part: RulePart) => {
    put([...parts, part])
    // What it is about is chosen next.
    requestAnimationFrame(() =>
      [...(list.current?.children ?? [])].at(-1)?.querySelector<HTMLInputElement>('input')?.focus(),
    )
  }
  return (
    <fieldset className={css['group']}>
      <legend className="hidden-text">{t('console.rule.group')}</legend>
      {/* One condition has nothing to combine with. */}
      <div className={css['head']} hidden={parts.length < 2 && group.of === 'all' && !onRemove}>
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
          <li key={index} data-begin={isFinished(part) ? undefined : ''}>
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
        <Button look="text" small icon={<Icon name="plus" size="s" />} onClick={() => add(BLANK)}>
          {t('console.rule.addCondition')}
        </Button>
        {rules !== null && (
          <Button
            look="text"
            small
            icon={<Icon name="plus" size="s" />}
            onClick={() => add({ is: 'named', name: '', negated: false })}
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
              add({ is: 'group', of: group.of === 'any' ? 'all' : 'any', parts: [BLANK] })
            }
          >
            {t('console.rule.addGroup')}
          </Button>
        )}
      </div>
    </fieldset>
  )
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
        {!isFinished(part) && <p className={css['unfinished']}>{t('console.rule.unfinished')}</p>}
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
