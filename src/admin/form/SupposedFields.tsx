/** Fields for what is supposed of the people whom a rule is tried on: a page, a day, answers. */

import { useId } from 'react'
import { COHORT, isOfPage, isOfToday } from '#engine/rules/supposed.ts'
import { useText } from '#engine/react/text.tsx'
import { CheckField, SelectField, TextField } from '#admin/parts/Field.tsx'
import { useCohorts } from './CohortValue.tsx'
import { Combo } from './Combo.tsx'
import { useForm } from './context.ts'
import form from './Form.module.css'
import { useOptions } from './options.ts'
import css from './Rule.module.css'
import type { Guess, Typed } from './supposing.ts'
import { REFERS, useWords } from './words.ts'

type Props = {
  reads: readonly string[]
  guesses: readonly Guess[]
  typed: (guess: Guess) => Typed
  onType: (path: string, typed: Typed) => void
  page: string
  onPage: (page: string) => void
  date: string
  onDate: (date: string) => void
}

export function SupposedFields({ reads, guesses, typed, onType, ...more }: Props) {
  const t = useText()
  const isAboutPage = reads.some(isOfPage)
  const isAboutToday = reads.some(isOfToday)
  if (!isAboutPage && !isAboutToday && guesses.length === 0) return null
  return (
    <fieldset className={css['supposed']}>
      <legend className={css['label']}>{t('console.rule.try.supposed')}</legend>
      {isAboutPage && <PageChoice page={more.page} onPage={more.onPage} />}
      {guesses.map((guess) => (
        <GuessField
          key={guess.path}
          guess={guess}
          typed={typed(guess)}
          onType={(next) => onType(guess.path, next)}
        />
      ))}
      {isAboutToday && (
        <TextField
          type="date"
          label={t('console.rule.try.date')}
          hint={t('console.rule.try.dateHint')}
          value={more.date}
          onChange={more.onDate}
        />
      )}
    </fieldset>
  )
}

function PageChoice({ page, onPage }: { page: string; onPage: (page: string) => void }) {
  const t = useText()
  const id = useId()
  const words = useWords()
  return (
    <div className={css['named']}>
      <label className={css['label']} htmlFor={id}>
        {t('console.rule.try.page')}
      </label>
      <Combo
        id={id}
        options={useOptions('page') ?? []}
        plain
        value={page}
        shown={page === '' ? '' : words.page(page)}
        onPick={onPage}
      />
    </div>
  )
}

type GuessProps = { guess: Guess; typed: Typed; onType: (typed: Typed) => void }

function GuessField({ guess, typed, onType }: GuessProps) {
  const t = useText()
  const words = useWords()
  const { names } = useForm()
  const { path, type } = guess
  // A plan is chosen by its name, also where rules take any text for one.
  const named = names[REFERS[path] ?? '']?.map(({ id }) => id)
  const label = words.variable(path)
  if (path === COHORT) return <CohortChoice label={label} typed={String(typed)} onType={onType} />
  if (typeof typed !== 'string' || type.is === 'list')
    return (
      <Several
        guess={guess}
        label={label}
        typed={typeof typed === 'string' ? [] : typed}
        onType={onType}
      />
    )
  const known = type.is === 'boolean' ? ['true', 'false'] : (type.values ?? named)
  if (known !== undefined)
    return (
      <SelectField
        label={label}
        value={typed}
        onChange={onType}
        choices={[
          { id: '', label: t('console.rule.try.noAnswer') },
          ...known.map((id) => ({
            id,
            label: words.compared(path, type.is === 'boolean' ? id === 'true' : id),
          })),
        ]}
      />
    )
  return (
    <TextField
      type={
        type.date === 'day' ? 'date' : (type.date ?? (type.is === 'number' ? 'number' : 'text'))
      }
      label={label}
      value={typed}
      maxLength={2000}
      onChange={onType}
    />
  )
}

function Several({
  guess: { path, type },
  label,
  typed,
  onType,
}: GuessProps & { label: string; typed: readonly string[] }) {
  const words = useWords()
  return (
    <div className={form['choices']} role="group" aria-label={label}>
      <span className={css['label']}>{label}</span>
      {(type.of?.values ?? []).map((each) => (
        <CheckField
          key={each}
          label={words.compared(path, each)}
          checked={typed.includes(each)}
          onChange={(checked) =>
            onType(checked ? [...typed, each] : typed.filter((other) => other !== each))
          }
        />
      ))}
    </div>
  )
}

function CohortChoice({
  label,
  typed,
  onType,
}: {
  label: string
  typed: string
  onType: (typed: string) => void
}) {
  const t = useText()
  const id = useId()
  const cohorts = useCohorts()
  if (cohorts === null)
    return <TextField label={label} value={typed} maxLength={120} onChange={onType} />
  const none = t('console.rule.try.noCohort')
  return (
    <div className={css['named']}>
      <label className={css['label']} htmlFor={id}>
        {label}
      </label>
      <Combo
        id={id}
        options={[{ id: '', title: none }, ...cohorts.map((each) => ({ id: each }))]}
        plain
        value={typed}
        shown={typed === '' ? none : typed}
        isFree={(name) => name !== ''}
        onPick={onType}
      />
    </div>
  )
}
