/** Fills in a form, checks it as the server does, and saves it where its source says. */

import { createPrecompiledValidator, type ValidatorFunctions } from '@rjsf/validator-ajv8'
import { use, useEffect, useEffectEvent, useMemo, useRef, useState, type ReactNode } from 'react'
import type { Draft } from '#engine/forms/draft.ts'
import { respondentOf } from '#engine/forms/conditions.ts'
import { useAction, useRenderContext } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { formValidators, type FormValidators } from '#engine/forms/formruntime.ts'
import { keptValues, type FormValues } from '#engine/forms/formvalues.ts'
import type { Section } from '#engine/decide/progress.ts'
import { Button } from '#widgets/parts/Button.tsx'
import { Theirs, type Conflict } from './FormTheirs.tsx'
import { ChangedFields, HiddenFields, NOTHING_CHANGED } from './formchanged.ts'
import { goTo } from './formgoto.ts'
import { FormProblems, type FormProblem } from './FormProblems.tsx'
import { formOf, startValues, type SectionForm as Form } from './formschema.ts'
import { fromServer, inErrorSchema, inForm, inSummary } from './formtexts.ts'
import { ThemedForm } from './FormTheme.tsx'
import { GuideContext } from './guidecontext.ts'
import { Note } from '#widgets/parts/Note.tsx'
import { apiError, isOffline } from '#widgets/parts/problem.ts'
import css from './SectionForm.module.css'

export type FillLook = {
  readonly button: string
  readonly look: 'main' | 'step'
  readonly doneText: string
  /** It leads elsewhere once all is on the server: what is said is said there. */
  readonly leaves?: boolean
}

/** Where the values of a form come from, and where they go. */
export type FormSource = {
  /** As the server has them: a profile, or one record of a list. */
  readonly values: FormValues
  /** What was typed last time and not saved. */
  readonly draft?: Draft | null | undefined
  /** @param from what they were edited from */
  readonly save: (values: Record<string, unknown>, from: FormValues) => Promise<FormValues>
  readonly find: () => Promise<Pending | null>
  readonly discard: () => Promise<void>
  readonly onChange?: (values: FormValues, from: FormValues) => void
  /**
   * It is on the server, or waits on this device.
   *
   * @param isAll all that was typed is on the server
   */
  readonly onSaved?: (values: FormValues, isAll: boolean) => void
}

type FillProps = FillLook & {
  section: Section
  source: FormSource
  /** Between the fields and the button; beside the fields where there is room. */
  beside?: ReactNode
}

/**
 * What was saved offline and is waiting on this device, with the server's message if it was
 * refused.
 */
export type Pending = {
  readonly values: Readonly<Record<string, unknown>>
  readonly refused?: string
  /** Because another device has saved the same since. */
  readonly isConflict?: boolean
}

/**
 * Starts with the values that are waiting on this device, if any; remounted for them, because rjsf
 * holds the values.
 */
export function FormFill(props: FillProps) {
  const [pending, setPending] = useState<Pending | null>(null)
  const [discarded, setDiscarded] = useState(0)
  const look = useEffectEvent(() => props.source.find().then(setPending, () => {}))
  useEffect(() => void look(), [])
  const onDiscard = () => {
    setPending(null)
    setDiscarded((times) => times + 1)
  }
  return (
    <Fill
      key={`${pending === null ? 'profile' : 'pending'}-${discarded}`}
      {...props}
      pending={pending}
      onDiscard={onDiscard}
    />
  )
}

type Outcome =
  | { readonly is: 'open' | 'saving' | 'saved' | 'kept' }
  /** `waits`: it is still on this device, to be saved again or dropped. */
  | {
      readonly is: 'failed'
      readonly message: string
      readonly waits?: boolean
      readonly conflict?: Conflict
    }

function Fill({
  section,
  source,
  button,
  look,
  doneText,
  leaves = false,
  beside,
  pending,
  onDiscard,
}: FillProps & { pending: Pending | null; onDiscard: () => void }) {
  const t = useText()
  const { scope } = useRenderContext()
  const form = useForm(section)
  const { values: current } = source
  const [start] = useState(() =>
    startValues(form.schema, source.draft?.values ?? pending?.values ?? current),
  )
  /** What the user has seen of it: another device may change it in the meantime. */
  const from = useRef(startedFrom(source, pending))
  /** The user knows that another device has changed it: saving again replaces that. */
  const isTold = useRef(pending?.refused !== undefined)
  const [hidden, setHidden] = useState(() => hiddenIn(form, start))
  const [problems, setProblems] = useState<readonly FormProblem[]>([])
  const [changed, setChanged] = useState(NOTHING_CHANGED)
  const [refused, setRefused] = useState<readonly FormProblem[]>([])
  const [outcome, setOutcome] = useState<Outcome>(
    pending === null
      ? { is: 'open' }
      : pending.refused === undefined
        ? { is: 'kept' }
        : refusedAs(pending, pending.refused),
  )
  const validator = useValidator(section.id, form)
  const guide = use(GuideContext)
  const latest = useRef<FormValues>(start)
  const lookAtStart = useEffectEvent(() => guide?.look(latest.current))
  const isGuided = guide !== null
  useEffect(() => {
    if (isGuided) lookAtStart()
  }, [isGuided])
  const saving = useRef(false)
  const root = useRef<HTMLDivElement>(null)

  // It has been sent meanwhile, and the profile has been reloaded.
  const isKept = outcome.is === 'kept'
  const lookAgain = useEffectEvent(() =>
    source.find().then(
      (still) =>
        setOutcome((now) =>
          now.is !== 'kept'
            ? now
            : still === null
              ? { is: 'saved' }
              : still.refused === undefined
                ? now
                : refusedAs(still, still.refused),
        ),
      () => {},
    ),
  )
  useEffect(() => {
    if (isKept) void lookAgain()
  }, [isKept, scope.user])

  // rjsf keeps the values; the page is told only about the first change since the last submit, so
  // that a keystroke renders one field.
  const change = (values: FormValues, field: string | undefined) => {
    const now = hiddenIn(form, values)
    if (now.size !== hidden.size || [...now].some((key) => !hidden.has(key))) setHidden(now)
    if (
      field !== undefined &&
      problems.some(
        (problem) => problem.field === field || problem.field.startsWith(`${field}.`),
      ) &&
      !changed.has(field)
    )
      setChanged(new Set([...changed, field]))
    if (outcome.is !== 'open' && outcome.is !== 'saving') setOutcome({ is: 'open' })
    latest.current = values
    guide?.look(values)
    source.onChange?.(values, from.current)
  }
  const show = (found: readonly FormProblem[]) => {
    setProblems(found)
    setChanged(NOTHING_CHANGED)
  }
  /** What was typed while it was being saved is still to be saved. */
  const done = (saved: FormValues, typed: FormValues, isSent: boolean) => {
    const isWhole = latest.current === typed
    source.onSaved?.(saved, isSent && isWhole)
    if (!isWhole) source.onChange?.(latest.current, from.current)
  }
  const submit = async (given: Record<string, unknown>) => {
    if (saving.current) return
    saving.current = true
    show([])
    setRefused([])
    setOutcome({ is: 'saving' })
    const typed = latest.current
    const asked = Object.fromEntries(
      Object.entries(given).filter(([key]) => !hiddenIn(form, given).has(key)),
    )
    try {
      const saved = await source.save(
        keptValues(asked, Object.keys(form.schema.properties)),
        isTold.current ? current : from.current,
      )
      from.current = { ...(isTold.current ? current : from.current), ...saved }
      isTold.current = false
      if (!leaves || latest.current !== typed) setOutcome({ is: 'saved' })
      done(saved, typed, true)
    } catch (error) {
      const code = apiError(error)?.code
      if (code === 'kept') {
        // Once it has been sent, this is what the server has.
        from.current = { ...from.current, ...asked }
        setOutcome({ is: 'kept' })
        return done(asked, typed, false)
      }
      isTold.current ||= code === 'profile/changed' || code === 'profile/unknown-record'
      const found = fromServer(error, form, t)
      show(found ?? [])
      setRefused(found ?? [])
      setOutcome(
        found === undefined
          ? {
              is: 'failed',
              message: failureText(error, t),
              waits: isTold.current,
              ...(code === 'profile/changed' && { conflict: { typed, before: from.current } }),
            }
          : { is: 'open' },
      )
    } finally {
      saving.current = false
    }
  }
  const discard = () => source.discard().then(onDiscard, () => {})
  const extraErrors = useMemo(
    () => inErrorSchema(refused.filter(({ field }) => field !== '')),
    [refused],
  )

  const isConflict = outcome.is === 'failed' && outcome.conflict !== undefined
  // What became of it is above the button that is always in reach: below it nobody would see it.
  const said = (
    <div className={css['after']}>
      <div role="status" className={css['status']}>
        {outcome.is === 'saved' && <Note look="ok">{t(doneText)}</Note>}
        {outcome.is === 'kept' && <Note look="wait">{t('form.kept')}</Note>}
        {outcome.is === 'failed' && (
          <Note look="bad">
            {outcome.message}
            {outcome.conflict && (
              <Theirs now={current} fields={form.fields} conflict={outcome.conflict} />
            )}
          </Note>
        )}
      </div>
      {outcome.is === 'failed' && outcome.waits && (
        <Button look={isConflict ? 'line' : 'text'} onClick={() => void discard()}>
          {t(isConflict ? 'form.keepTheirs' : 'form.discard')}
        </Button>
      )}
    </div>
  )

  return (
    <div ref={root} data-form={section.id} className={css['form']}>
      <FormProblems
        problems={problems}
        onGo={(field) => root.current && goTo(root.current, field)}
      />
      {[...form.fields.values()].some(({ required }) => required) && (
        <p className="small mute">{t('form.legend')}</p>
      )}
      <ChangedFields value={changed}>
        <HiddenFields value={hidden}>
          <ThemedForm
            schema={form.formSchema}
            uiSchema={form.uiSchema}
            validator={validator}
            initialFormData={start}
            experimental_defaultFormStateBehavior={NOTHING_FILLED_IN}
            extraErrors={extraErrors}
            // Ids and names are the profile's own keys.
            idPrefix=""
            idSeparator=""
            nameGenerator={nameOf}
            noHtml5Validate
            showErrorList={false}
            transformErrors={(errors) => inForm(errors, form, t)}
            onChange={({ formData }, field) => change(formData ?? {}, field)}
            onError={(errors) => show(inSummary(errors, form, t))}
            onSubmit={({ formData }) => void submit({ ...formData })}
          >
            {beside}
            <div className={css[look === 'step' ? 'reach' : 'end']}>
              {look === 'step' && said}
              {look === 'step' && source.onChange !== undefined && (
                <p className={`small mute ${css['typing']}`}>{t('form.asYouType')}</p>
              )}
              <Button type="submit" look={look} busy={outcome.is === 'saving'}>
                {t(isConflict ? 'form.keepMine' : button)}
              </Button>
            </div>
            {look === 'main' && said}
          </ThemedForm>
        </HiddenFields>
      </ChangedFields>
    </div>
  )
}

/** What waited was refused when it was sent. */
function refusedAs({ values, isConflict }: Pending, message: string): Outcome {
  return {
    is: 'failed',
    message,
    waits: true,
    ...(isConflict === true && { conflict: { typed: values, before: {} } }),
  }
}

/** A write that waits was made from the values before it, and will have become these. */
function startedFrom({ values, draft }: FormSource, pending: Pending | null): FormValues {
  if (draft) return draft.from
  return pending === null || pending.refused !== undefined
    ? values
    : { ...values, ...pending.values }
}

/** The form for this user; rebuilt only when that changes what it asks. */
function useForm(section: Section): Form {
  const { catalog, scope } = useRenderContext()
  const { plan, country, birthDate, today, config } = respondentOf(
    scope,
    new Date().toISOString().slice(0, 10),
  )
  return useMemo(
    () => formOf(section, catalog, { plan, country, birthDate, today, config }),
    [section, catalog, plan, country, birthDate, today, config],
  )
}

function hiddenIn({ beside, fields }: Form, values: FormValues): ReadonlySet<string> {
  if (beside === undefined) return NOTHING_CHANGED
  const asked = beside.asked(values)
  return new Set([...fields.keys()].filter((key) => !asked.has(key)))
}

/**
 * A list that requires an entry starts empty: users shouldn't have to remove what they didn't add.
 */
const NOTHING_FILLED_IN = { arrayMinItems: { populate: 'never' } } as const

function nameOf(path: readonly (string | number)[]): string {
  return path.join('.')
}

/**
 * Checks required fields only until the compiled validator has loaded, and keeps doing so if it
 * can't be loaded.
 */
function useValidator(section: string, form: Form) {
  const load = useAction<string, FormValidators | null>('validator.load')
  const judge = useMemo(() => formValidators(form.schema, form.beside), [form])
  const fetchInto = useEffectEvent((into: typeof judge) => {
    load(section).then(
      (loaded) => loaded !== null && into.use(loaded),
      () => {},
    )
  })
  useEffect(() => fetchInto(judge), [section, judge])
  return useMemo(
    () =>
      createPrecompiledValidator(
        judge.validators as unknown as ValidatorFunctions,
        form.formSchema,
      ),
    [judge, form],
  )
}

/** Why it wasn't saved: the server's message, no connection, or a general message. */
function failureText(error: unknown, t: (key: string) => string): string {
  return apiError(error)?.message || t(isOffline(error) ? 'form.offline' : 'form.notSaved')
}
