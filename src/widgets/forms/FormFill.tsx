/** Fills in a form, checks it as the server does, and saves it where its source says. */

import { createPrecompiledValidator, type ValidatorFunctions } from '@rjsf/validator-ajv8'
import { use, useEffect, useEffectEvent, useMemo, useRef, useState, type ReactNode } from 'react'
import { respondentOf } from '#engine/forms/conditions.ts'
import { useAction, useRenderContext } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { FORM_ID, formValidators, type FormValidators } from '#engine/forms/formruntime.ts'
import type { FormValues } from '#engine/forms/formvalues.ts'
import type { Section } from '#engine/decide/progress.ts'
import { Button } from '#widgets/parts/Button.tsx'
import { Theirs } from './FormTheirs.tsx'
import { ChangedFields, HiddenFields, NOTHING_CHANGED } from './formchanged.ts'
import { goTo } from './formgoto.ts'
import { FormProblems, type FormProblem } from './FormProblems.tsx'
import { useSaving, type FormSource, type Outcome, type Pending } from './formsaving.ts'
import { FirstFieldsContext, firstFields, type First } from './formfirst.ts'
import { useOpenForm, type OpenForm } from './formstate.ts'
import { formOf, startValues, type SectionForm as Form } from './formschema.ts'
import { inErrorSchema, inForm, inSummary } from './formtexts.ts'
import { ThemedForm } from './FormTheme.tsx'
import { GuideContext } from './guidecontext.ts'
import { Note } from '#widgets/parts/Note.tsx'
import css from './SectionForm.module.css'

export type FillLook = {
  readonly button: string
  readonly look: 'main' | 'step'
  readonly doneText: string
  /** It leads elsewhere once all is on the server: what is said is said there. */
  readonly leaves?: boolean
  /** What it is opened for. */
  readonly first?: First | undefined
}

type FillProps = FillLook & {
  section: Section
  source: FormSource
  /** Between the fields and the button; beside the fields where there is room. */
  beside?: ReactNode
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

function Fill({
  section,
  source,
  button,
  look,
  doneText,
  leaves = false,
  first,
  beside,
  pending,
  onDiscard,
}: FillProps & { pending: Pending | null; onDiscard: () => void }) {
  const t = useText()
  const form = useForm(section)
  const [start] = useState(() =>
    startValues(form.schema, source.draft?.values ?? pending?.values ?? source.values),
  )
  const [front] = useState(() => first && firstFields(first, form, start, source.values))
  const [hidden, setHidden] = useState(() => hiddenIn(form, start))
  const [problems, setProblems] = useState<readonly FormProblem[]>([])
  const [changed, setChanged] = useState(NOTHING_CHANGED)
  /** Everything that was wrong has been changed, and nothing else is. */
  const [isReady, setReady] = useState(false)
  const [refused, setRefused] = useState<readonly FormProblem[]>([])
  const { judge, validator } = useValidator(section.id, form)
  const open = useOpenForm(section, start)
  const tellGuide = useGuide(open)
  const root = useRef<HTMLDivElement>(null)

  const begin = useEffectEvent(() => {
    if (first?.keys[0] !== undefined && root.current) goTo(root.current, first.keys[0])
  })
  useEffect(() => begin(), [])

  const show = (found: readonly FormProblem[]) => {
    setProblems(found)
    setChanged(NOTHING_CHANGED)
    setReady(false)
  }
  const saving = useSaving({
    form,
    source,
    pending,
    leaves,
    open,
    hiddenIn: (values) => hiddenIn(form, values),
    onRefused: (found) => {
      show(found)
      setRefused(found)
    },
    onDiscard,
  })
  const { outcome } = saving

  // rjsf keeps the values; the page is told only about the first change since the last submit, so
  // that a keystroke renders one field.
  const change = (values: FormValues, field: string | undefined) => {
    const now = hiddenIn(form, values)
    if (now.size !== hidden.size || [...now].some((key) => !hidden.has(key))) setHidden(now)
    const more = field !== undefined && isAmong(problems, field) && !changed.has(field)
    const after = more ? new Set([...changed, field]) : changed
    if (more) setChanged(after)
    saving.reopen()
    const formValid = judge.validators[FORM_ID](values)
    open.tell({ type: 'change', formData: values, formValid })
    setReady(formValid && problems.length > 0 && problems.every((each) => holdsNoMore(each, after)))
    tellGuide(values)
    source.onChange?.(values, saving.from.current)
  }
  const extraErrors = useMemo(
    () => inErrorSchema(refused.filter(({ field }) => field !== '')),
    [refused],
  )
  const isConflict = outcome.is === 'failed' && outcome.conflict !== undefined
  // What became of it is above the button that is always in reach: below it nobody would see it.
  const said = (
    <Said
      outcome={outcome}
      isReady={isReady}
      doneText={doneText}
      now={source.values}
      form={form}
      onDiscard={() => void saving.discard()}
    />
  )

  return (
    <div ref={root} data-form={section.id} className={css['form']}>
      <FormProblems
        problems={problems}
        onGo={(field) => root.current && goTo(root.current, field)}
      />
      {[...form.fields].some(
        ([key, { required }]) => required && front?.keys.has(key) !== false,
      ) && <p className="small mute">{t('form.legend')}</p>}
      <ChangedFields value={changed}>
        <HiddenFields value={hidden}>
          <FirstFieldsContext value={front ?? null}>
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
              onSubmit={({ formData }) => void saving.submit({ ...formData })}
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
          </FirstFieldsContext>
        </HiddenFields>
      </ChangedFields>
    </div>
  )
}

/** What has become of the values, and what can be done about those that wait. */
function Said({
  outcome,
  isReady,
  doneText,
  now,
  form,
  onDiscard,
}: {
  outcome: Outcome
  isReady: boolean
  doneText: string
  /** As the server has them. */
  now: FormValues
  form: Form
  onDiscard: () => void
}) {
  const t = useText()
  const failed = outcome.is === 'failed' ? outcome : null
  return (
    <div className={css['after']}>
      <div role="status" className={css['status']}>
        {outcome.is === 'open' && isReady && <Note look="ok">{t('form.ready')}</Note>}
        {outcome.is === 'saved' && <Note look="ok">{t(doneText)}</Note>}
        {outcome.is === 'kept' && <Note look="wait">{t('form.kept')}</Note>}
        {failed && (
          <Note look="bad">
            {failed.message}
            {failed.conflict && (
              <Theirs now={now} fields={form.fields} conflict={failed.conflict} />
            )}
          </Note>
        )}
      </div>
      {failed?.waits && (
        <Button look={failed.conflict === undefined ? 'text' : 'line'} onClick={onDiscard}>
          {t(failed.conflict === undefined ? 'form.discard' : 'form.keepTheirs')}
        </Button>
      )}
    </div>
  )
}

/** Tells the guide beside the form what is typed. @returns to be called with every change */
function useGuide(open: OpenForm): (values: FormValues) => void {
  const guide = use(GuideContext)
  const lookAtStart = useEffectEvent(() => guide?.look(open.now().formData))
  const isGuided = guide !== null
  useEffect(() => {
    if (isGuided) lookAtStart()
  }, [isGuided])
  return (values) => guide?.look(values)
}

/** Does one of the problems concern the field, or something in it? */
function isAmong(problems: readonly FormProblem[], changed: string): boolean {
  return problems.some(({ field }) => field === changed || field.startsWith(`${changed}.`))
}

/** Has the field that was wrong been changed since? What concerns no field can only be tried again. */
function holdsNoMore(problem: FormProblem, changed: ReadonlySet<string>): boolean {
  return [...changed].some((field) => isAmong([problem], field))
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
  const validator = useMemo(
    () =>
      createPrecompiledValidator(
        judge.validators as unknown as ValidatorFunctions,
        form.formSchema,
      ),
    [judge, form],
  )
  return { judge, validator }
}
