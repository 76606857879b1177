/** Fields of single values: a text, a number, a checkbox, a choice. */

import type { Schema } from '#engine/documents/inspect.ts'
import { useText } from '#engine/react/text.tsx'
import { CheckControl, LongControl, SelectControl, TextControl } from '#admin/parts/Control.tsx'
import { CheckField } from '#admin/parts/Field.tsx'
import { useForm } from './context.ts'
import { setAt } from '#admin/parts/edit.ts'
import type { FieldProps } from './field.ts'
import { FieldFrame, LockLine, ProblemLine } from './FieldFrame.tsx'
import css from './Form.module.css'
import { useDraft } from './useDraft.ts'
import { useProblems } from './context.ts'
import { useWords } from './words.ts'

// Longer texts are sentences, not names, and get a text area.
const LONG = 160
const COLOR = /^#[\da-f]{6}$/i

export function TextField({ field }: { field: FieldProps }) {
  const t = useText()
  const { edit } = useForm()
  const { at, value, schema, readOnly, label } = field
  const text = typeof value === 'string' ? value : ''
  const set = (next: string) => edit((document) => setAt(document, at, next))
  const isLong =
    (typeof schema['maxLength'] === 'number' &&
      schema['maxLength'] > LONG &&
      schema['pattern'] === undefined) ||
    text.length > LONG ||
    text.includes('\n')
  return (
    <FieldFrame field={field}>
      {({ id, describedBy, invalid }) =>
        isLong ? (
          <LongControl
            id={id}
            rows={2}
            readOnly={readOnly}
            maxLength={mostOf(schema)}
            describedBy={describedBy}
            invalid={invalid}
            value={text}
            onChange={set}
          />
        ) : (
          <div className={css['row']}>
            <TextControl
              id={id}
              type={schema['format'] === 'email' ? 'email' : 'text'}
              readOnly={readOnly}
              maxLength={mostOf(schema)}
              describedBy={describedBy}
              invalid={invalid}
              value={text}
              onChange={set}
            />
            {COLOR.test(text) && (
              <input
                className={css['color']}
                type="color"
                disabled={readOnly}
                aria-label={t('console.form.color', { label })}
                value={text.toLowerCase()}
                onChange={(event) => set(event.target.value)}
              />
            )}
          </div>
        )
      }
    </FieldFrame>
  )
}

function mostOf({ maxLength }: Schema): number | undefined {
  return typeof maxLength === 'number' ? maxLength : undefined
}

export function NumberField({ field }: { field: FieldProps }) {
  const t = useText()
  const { edit } = useForm()
  const { at, value, schema, readOnly } = field
  const isWhole = schema['type'] === 'integer'
  const { text, typed, type, drop } = useDraft(typeof value === 'number' ? String(value) : '')
  const isNumber = readNumber(text, isWhole) !== undefined
  const change = (next: string) => {
    type(next)
    const number = readNumber(next, isWhole)
    if (number !== undefined) edit((document) => setAt(document, at, number))
  }
  return (
    <FieldFrame
      field={field}
      trouble={
        typed !== null && !isNumber
          ? t(isWhole ? 'console.form.needsWhole' : 'console.form.needsNumber')
          : undefined
      }
    >
      {({ id, describedBy, invalid }) => (
        <TextControl
          className={css['number']}
          id={id}
          inputMode={isWhole ? 'numeric' : 'decimal'}
          autoComplete="off"
          readOnly={readOnly}
          describedBy={describedBy}
          invalid={invalid}
          value={text}
          onChange={change}
          onBlur={() => isNumber && drop()}
        />
      )}
    </FieldFrame>
  )
}

/** A comma counts as a decimal point, as in many languages. */
function readNumber(text: string, isWhole: boolean): number | undefined {
  const plain = text.trim().replace(',', '.')
  if (!/^-?\d+(?:\.\d+)?$/.test(plain)) return undefined
  const number = Number(plain)
  return isWhole && !Number.isInteger(number) ? undefined : number
}

export function FlagField({ field }: { field: FieldProps }) {
  const { edit } = useForm()
  const { at, value, readOnly, lock, base } = field
  // A setting that the product has on and that may only be tightened cannot be switched off.
  const isHeld = lock === 'tighten-only' && base === true && value === true
  return (
    <FieldFrame field={field} beside>
      {({ id, describedBy, invalid }) => (
        <CheckControl
          id={id}
          disabled={readOnly || isHeld}
          checked={value === true}
          describedBy={describedBy}
          invalid={invalid}
          onChange={(checked) => edit((document) => setAt(document, at, checked))}
        />
      )}
    </FieldFrame>
  )
}

export function ChoiceField({ field }: { field: FieldProps }) {
  const words = useWords()
  const { edit } = useForm()
  const { at, value, schema, readOnly } = field
  const choices = schema['enum'] as readonly (string | number)[]
  // An invalid value stays visible until the user chooses another.
  const all = choices.includes(value as string) ? choices : [String(value ?? ''), ...choices]
  return (
    <FieldFrame field={field}>
      {({ id, describedBy, invalid }) => (
        <SelectControl
          id={id}
          disabled={readOnly}
          describedBy={describedBy}
          invalid={invalid}
          value={String(value ?? '')}
          choices={all.map((choice) => ({ id: String(choice), label: words.value(choice) }))}
          onChange={(chosen) =>
            edit((document) =>
              setAt(
                document,
                at,
                choices.find((choice) => String(choice) === chosen),
              ),
            )
          }
        />
      )}
    </FieldFrame>
  )
}

/** Several of a few choices: `stages`, `needs`. */
export function ChoicesField({
  field,
  choices,
}: {
  field: FieldProps
  choices: readonly (string | number)[]
}) {
  const words = useWords()
  const { edit } = useForm()
  const { at, value, readOnly } = field
  const chosen = value as readonly unknown[]
  // In the order of the schema, so that checking and unchecking restores the original; then values
  // that the schema does not know.
  const strange = chosen.filter((each) => !choices.includes(each as string)) as string[]
  const toggle = (choice: string | number, on: boolean) =>
    edit((document) =>
      setAt(
        document,
        at,
        on
          ? [...choices, ...strange].filter((each) => each === choice || chosen.includes(each))
          : chosen.filter((each) => each !== choice),
      ),
    )
  return (
    <FieldFrame field={field} group within>
      {() => (
        <div className={css['choices']}>
          {[...choices, ...strange].map((choice) => (
            <CheckField
              key={choice}
              label={words.value(choice)}
              disabled={readOnly}
              checked={chosen.includes(choice)}
              onChange={(checked) => toggle(choice, checked)}
            />
          ))}
        </div>
      )}
    </FieldFrame>
  )
}

/** Problems and lock of a place that has no frame. */
export function PlaceNotes({ field }: { field: Pick<FieldProps, 'at' | 'lock'> }) {
  const problems = useProblems(field.at)
  return (
    <>
      {field.lock && <LockLine lock={field.lock} />}
      {problems.length > 0 && (
        <ul className={css['wrong']}>
          {problems.map(({ message, severity }, index) => (
            <ProblemLine key={index} message={message} severe={severity === 'error'} />
          ))}
        </ul>
      )}
    </>
  )
}
