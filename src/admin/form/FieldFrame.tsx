/** The frame of a field: its label, hint, problems, and the actions on the field as a whole. */

import { useId, type ReactNode } from 'react'
import type { Json } from '#engine/documents/json.ts'
import { useText } from '#engine/react/text.tsx'
import { Button, IconButton } from '#widgets/parts/Button.tsx'
import { Chip } from '#widgets/parts/Chip.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import { removeAt, setAt } from '#admin/parts/edit.ts'
import { takeSuggestion } from '../editor/problems.ts'
import { useForm, useProblems } from './context.ts'
import type { FieldProps } from './field.ts'
import { isSame } from './status.ts'
import css from './Form.module.css'

export type Ids = {
  readonly id: string
  readonly labelId: string
  readonly describedBy: string | undefined
  readonly invalid: true | undefined
}

type Props = {
  field: FieldProps
  /** The control has several parts, which the label names together. */
  group?: boolean
  /** Problems inside the value have no fields of their own. */
  within?: boolean
  /** Its problems belong to a field inside, and are shown there. */
  quiet?: boolean
  /** The control is small and precedes its label. */
  beside?: boolean
  /** Its fields are indented. */
  nest?: boolean
  /** Found while typing, before the text becomes part of the document. */
  trouble?: string | undefined
  tools?: ReactNode
  children: (ids: Ids) => ReactNode
}

export function FieldFrame({
  field,
  group = false,
  within = false,
  quiet = false,
  beside = false,
  nest = false,
  trouble,
  tools,
  children,
}: Props) {
  const id = useId()
  const t = useText()
  const { edit } = useForm()
  const { at, label, hint, value, base, compared, optional, readOnly, lock } = field
  const found = useProblems(at, within)
  const problems = quiet ? [] : found
  const changed = compared && !isSame(base, value)
  const wrong = problems.length > 0 || trouble !== undefined
  const described =
    [hint && `${id}-hint`, lock && `${id}-lock`, wrong && `${id}-wrong`]
      .filter(Boolean)
      .join(' ') || undefined
  const labelId = `${id}-label`
  const labelled = `${field.bare ? 'hidden-text' : css['label']} ${nest ? css['heading'] : ''}`
  const inside = children({
    id,
    labelId,
    describedBy: described,
    invalid:
      problems.some(({ severity }) => severity === 'error') || trouble !== undefined
        ? true
        : undefined,
  })
  return (
    <div
      className={`${css['field']} ${changed && !group ? css['changed'] : ''}`}
      data-at={at}
      {...(group && { role: 'group', 'aria-labelledby': labelId, 'aria-describedby': described })}
    >
      <div className={`${css['head']} ${field.bare ? css['bare'] : ''}`}>
        {beside && inside}
        {beside && field.bare && <span aria-hidden="true">{t('console.form.yes')}</span>}
        {group ? (
          <span className={labelled} id={labelId}>
            {label}
          </span>
        ) : (
          <label className={labelled} id={labelId} htmlFor={id}>
            {label}
          </label>
        )}
        {changed && (
          <Chip look="wait">
            {t(base === undefined ? 'console.form.new' : 'console.form.changed')}
          </Chip>
        )}
        {!readOnly && (
          <span className={css['tools']} data-tools>
            {field.bindable && value !== undefined && (
              <IconButton
                label={t('console.form.byRule', { label })}
                onClick={() => edit((document) => setAt(document, at, { bind: true }))}
              >
                <Icon name="branch" size="s" />
              </IconButton>
            )}
            {tools}
            {changed && base !== undefined && (
              <IconButton
                label={t('console.form.back', { label })}
                onClick={() => edit((document) => setAt(document, at, base))}
              >
                <Icon name="undo" size="s" />
              </IconButton>
            )}
            {optional && value !== undefined && (
              <IconButton
                label={t('console.form.leaveOut', { label })}
                onClick={() => edit((document) => removeAt(document, at))}
              >
                <Icon name="close" size="s" />
              </IconButton>
            )}
          </span>
        )}
      </div>
      {hint && (
        <p className={css['hint']} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {lock && <LockLine id={`${id}-lock`} lock={lock} />}
      {!beside && (nest ? <div className={css['nest']}>{inside}</div> : inside)}
      {wrong && (
        <ul className={css['wrong']} id={`${id}-wrong`}>
          {trouble !== undefined && <ProblemLine message={trouble} severe />}
          {problems.map((problem, index) => (
            <ProblemLine
              key={index}
              message={problem.message}
              severe={problem.severity === 'error'}
              {...(!readOnly &&
                problem.pointer === at &&
                typeof value === 'string' &&
                problem.suggestion !== undefined && {
                  suggestion: problem.suggestion,
                  onTake: () => edit((document) => takeSuggestion(document as Json, problem)),
                })}
            />
          ))}
        </ul>
      )}
    </div>
  )
}

export function ProblemLine({
  message,
  severe,
  suggestion,
  onTake,
}: {
  message: string
  severe: boolean
  suggestion?: string
  onTake?: () => void
}) {
  const t = useText()
  return (
    <li className={severe ? css['error'] : css['warning']}>
      <Icon name={severe ? 'warning' : 'info'} size="s" />
      <span>
        {message}
        {onTake && (
          <Button look="line" small onClick={onTake}>
            {t('console.form.use', { value: suggestion })}
          </Button>
        )}
      </span>
    </li>
  )
}

export function LockLine({ id, lock }: { id?: string; lock: 'no-overlay' | 'tighten-only' }) {
  const t = useText()
  return (
    <p className={css['lock']} id={id}>
      <Icon name="lock" size="s" />
      {t(`console.form.lock.${lock}`)}
    </p>
  )
}
