/** A list of single values: references, texts, numbers; or checkboxes if there are few choices. */

import type { KeyboardEvent } from 'react'
import { pointer } from '#engine/documents/json.ts'
import { useText } from '#engine/react/text.tsx'
import { TextControl } from '#admin/parts/Control.tsx'
import { Button, IconButton } from '#widgets/parts/Button.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import { Combo } from './Combo.tsx'
import { useForm, useProblems } from './context.ts'
import { insertAt, moveAt, removeAt, setAt } from '#admin/parts/edit.ts'
import type { FieldProps } from './field.ts'
import { FieldFrame, ProblemLine } from './FieldFrame.tsx'
import css from './Form.module.css'
import { isTextKey } from './languages.ts'
import { useOptions } from './options.ts'
import { usePortion } from './portion.tsx'
import { ChoicesField } from './ScalarFields.tsx'
import { emptyOf, kindOf, resolve } from './shape.ts'
import { useWords } from './words.ts'

const COLOR = /^#[\da-f]{6}$/i

export function ValueList({ field }: { field: FieldProps }) {
  const { schema, definitions } = field
  const { schema: items } = resolve((schema['items'] ?? {}) as FieldProps['schema'], definitions)
  if (kindOf(items) === 'choice' && schema['x-atomic'] !== true)
    return <ChoicesField field={field} choices={items['enum'] as readonly (string | number)[]} />
  return <Rows field={field} items={items} />
}

function Rows({ field, items }: { field: FieldProps; items: FieldProps['schema'] }) {
  const t = useText()
  const { edit, goTo, say } = useForm()
  const { at, schema, label, readOnly, definitions } = field
  const options = useOptions(String(items['x-ref'] ?? ''))
  const list = field.value as readonly unknown[]
  const most =
    typeof schema['maxItems'] === 'number' ? schema['maxItems'] : Number.POSITIVE_INFINITY
  const least = typeof schema['minItems'] === 'number' ? schema['minItems'] : 0
  const indices = list.map((_value, index) => index)
  const { shown, more } = usePortion(at, indices, indices.map(String))
  const add = (value: unknown) => {
    edit((document) => insertAt(document, at, value))
    goTo(at + pointer(list.length))
  }
  const move = (index: number, by: -1 | 1) => {
    if (index + by < 0 || index + by >= list.length) return
    edit((document) => moveAt(document, at + pointer(index), by))
    say(t('console.form.moved', { place: index + by + 1, of: list.length }))
    goTo(at + pointer(index + by))
  }
  const onKeyDown = (event: KeyboardEvent, index: number) => {
    const by =
      event.altKey && !readOnly
        ? ({ ArrowUp: -1, ArrowDown: 1 } as const)[event.key as 'ArrowUp' | 'ArrowDown']
        : undefined
    if (by === undefined) return
    event.preventDefault()
    move(index, by)
  }
  return (
    <FieldFrame field={field} group>
      {() => (
        <>
          {list.length === 0 && <p className="small mute">{t('console.form.emptyList')}</p>}
          <ol className={css['values']}>
            {shown.map((index) => (
              <li key={index}>
                <div
                  className={css['value']}
                  data-at={at + pointer(index)}
                  role="presentation"
                  onKeyDown={(event) => onKeyDown(event, index)}
                >
                  <OneValue
                    field={field}
                    items={items}
                    value={list[index]}
                    index={index}
                    options={options}
                  />
                  {!readOnly && (
                    <span className={css['movers']}>
                      {index > 0 && (
                        <IconButton
                          label={t('console.form.up', { label: `${label} ${index + 1}` })}
                          onClick={() => move(index, -1)}
                        >
                          <span className={`${css['mover']} ${css['upward']}`}>
                            <Icon name="down" size="s" />
                          </span>
                        </IconButton>
                      )}
                      {list.length > least && (
                        <IconButton
                          label={t('console.form.remove', { label: `${label} ${index + 1}` })}
                          onClick={() =>
                            edit((document) => removeAt(document, at + pointer(index)))
                          }
                        >
                          <Icon name="close" size="s" />
                        </IconButton>
                      )}
                    </span>
                  )}
                </div>
              </li>
            ))}
          </ol>
          {more}
          {!readOnly && list.length < most && (
            <Button
              look="line"
              small
              icon={<Icon name="plus" size="s" />}
              onClick={() =>
                add(
                  options?.find(({ id }) => !list.includes(id))?.id ?? emptyOf(items, definitions),
                )
              }
            >
              {t('console.form.addTo', { label })}
            </Button>
          )}
        </>
      )}
    </FieldFrame>
  )
}

function OneValue({
  field,
  items,
  value,
  index,
  options,
}: {
  field: FieldProps
  items: FieldProps['schema']
  value: unknown
  index: number
  options: ReturnType<typeof useOptions>
}) {
  const t = useText()
  const words = useWords()
  const { edit } = useForm()
  const at = field.at + pointer(index)
  const problems = useProblems(at, true)
  const label = `${field.label} ${index + 1}`
  const text = String(value)
  const target = String(items['x-ref'] ?? '')
  const isNumber = kindOf(items) === 'number'
  const set = (next: unknown) => edit((document) => setAt(document, at, next))
  const invalid = problems.some(({ severity }) => severity === 'error') || undefined
  return (
    <div className="grow">
      {options === null ? (
        <div className={css['row']}>
          <TextControl
            type={isNumber ? 'number' : 'text'}
            label={label}
            invalid={invalid}
            readOnly={field.readOnly}
            value={text}
            onChange={(typed) => set(isNumber ? Number(typed) : typed)}
          />
          {COLOR.test(text) && (
            <input
              className={css['color']}
              type="color"
              disabled={field.readOnly}
              aria-label={t('console.form.color', { label })}
              value={text.toLowerCase()}
              onChange={(event) => set(event.target.value)}
            />
          )}
        </div>
      ) : (
        <Combo
          label={label}
          invalid={invalid}
          options={options}
          value={text}
          shown={text === '' ? '' : words.reference(target, text)}
          readOnly={field.readOnly}
          isFree={target === 'text' ? isTextKey : undefined}
          onPick={set}
        />
      )}
      {problems.length > 0 && (
        <ul className={css['wrong']}>
          {problems.map(({ message, severity }, each) => (
            <ProblemLine key={each} message={message} severe={severity === 'error'} />
          ))}
        </ul>
      )}
    </div>
  )
}
