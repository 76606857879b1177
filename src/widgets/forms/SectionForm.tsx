/**
 * Draws any profile section as a form, checks it as the server does, and saves it (spec 3, 5 and
 * 7).
 */

import { lazy, Suspense, useEffect, useState, type ComponentType, type ReactNode } from 'react'
import Type from 'typebox'
import { listOf } from '#engine/documents/intl.ts'
import type { FieldDocument } from '#engine/documents/kinds.ts'
import { isList, profileKey, profileKeys } from '#engine/forms/section.ts'
import { useAction, useRenderContext } from '#engine/react/context.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { FIELDS } from '#engine/forms/draft.ts'
import type { FormValues } from '#engine/forms/formvalues.ts'
import type { Section } from '#engine/decide/progress.ts'
import { FormFill, type FillLook } from './FormFill.tsx'
import type { First } from './formfirst.ts'
import type { FormSource, Pending } from './formsaving.ts'
import { FormTheme } from './FormTheme.tsx'
import { GuideContext, type FormGuide } from './guidecontext.ts'
import { below, Heading } from '#widgets/parts/Heading.tsx'
import { Results } from '#widgets/reports/resultWords.ts'
import { leadsOn, next as nextProp, type Next } from './nextProps.ts'
import { SectionResult } from './SectionResult.tsx'
import { useDraft } from './useDraft.tsx'
import { useNext } from './useNext.ts'
import css from './SectionForm.module.css'

/** On no phone before a list is opened. */
const SectionList = lazy(() =>
  import('./SectionList.tsx').then((module) => ({ default: module.SectionList })),
)

type GuideLoader = ComponentType<{
  section: Section
  onGuide: (guide: FormGuide | null) => void
}>

export const Props = Type.Object(
  {
    section: Type.String({
      'x-ref': 'section',
      description:
        'The profile section that is filled in; bound, it may be the one that the address names.',
    }),
    listed: Type.Optional(
      Type.Boolean({
        description:
          'Only a section that the profile lists, because an address can name any section.',
      }),
    ),
    unknown: Type.Optional(
      Type.String({ 'x-ref': 'text', description: 'Shown if there is no such section.' }),
    ),
    nothing: Type.Optional(
      Type.String({
        'x-ref': 'text',
        description: 'For a section without fields that has no hint.',
      }),
    ),
    first: Type.Optional(
      Type.Object(
        {
          fields: Type.Optional(
            Type.Union([Type.String(), Type.Null()], {
              description: 'Their keys, with commas; usually bound to the address.',
            }),
          ),
          rest: Type.String({ 'x-ref': 'text', description: 'On the fold with the others.' }),
        },
        {
          additionalProperties: false,
          description:
            'Of a form with fields: those that are asked for first; the others open with a tap.',
        },
      ),
    ),
    results: Type.Optional(Results),
    button: Type.Optional(
      Type.String({
        'x-ref': 'text',
        description: 'Text of the button; otherwise the section’s own, otherwise "Save".',
      }),
    ),
    look: Type.Optional(
      Type.Enum(['main', 'step'], { description: 'step: saving is the next step of the page.' }),
    ),
    doneText: Type.Optional(
      Type.String({ 'x-ref': 'text', description: 'Shown once it is saved; otherwise "Saved".' }),
    ),
    next: nextProp,
    bare: Type.Optional(
      Type.Boolean({
        description: 'Without the section’s own heading and hint, if the page already has them.',
      }),
    ),
  },
  { additionalProperties: false, 'x-needs': ['report-names'] },
)

export const SectionForm = defineWidget<typeof Props>(
  'section-form',
  function SectionForm({
    section: name,
    listed = false,
    unknown,
    nothing,
    first,
    results,
    button,
    look = 'main',
    doneText,
    next,
    bare = false,
    id,
    level,
  }) {
    const { catalog, scope } = useRenderContext()
    const t = useText()
    const found = catalog.get('profile-section', name)
    const section = listed && found?.listed === false ? undefined : found
    // It is all that the page says.
    if (section === undefined && unknown !== undefined)
      return <Heading level={level}>{t(unknown)}</Heading>
    // A bug, never the learner's fault: the page hides this part and reports it.
    if (section === undefined) throw new Error(`no profile section is called "${name}"`)
    // The server refuses the answers of people who didn't agree to give them.
    const { consent } = section
    if (consent !== undefined && scope.user?.consents[consent]?.granted !== true) return null
    if (section.fields.length === 0 && !isList(section))
      return (
        <SectionResult
          section={section}
          nothing={nothing}
          results={results}
          id={id}
          level={level}
        />
      )
    const asked = first === undefined ? [] : askedFirst(section, first.fields ?? '')
    const form = isList(section) ? (
      <Suspense>
        <SectionList key={name} section={section} level={below(level)} next={next} />
      </Suspense>
    ) : (
      <Filled
        key={`${name} ${asked.map(profileKey).join()}`}
        section={section}
        button={button ?? section.button ?? 'form.save'}
        look={look}
        doneText={doneText ?? 'form.saved'}
        next={next}
        first={
          asked.length > 0 && first !== undefined
            ? { keys: asked.map(profileKey), rest: first.rest }
            : undefined
        }
      />
    )
    const title =
      asked.length > 0
        ? listOf(
            asked.map(({ label }) => t(label)),
            scope.language,
          )
        : t(section.label)
    return (
      <section
        aria-labelledby={bare ? undefined : `${id}-title`}
        aria-label={bare ? t(section.label) : undefined}
        className={css['section']}
      >
        {!bare && (
          <div>
            <Heading level={level} id={`${id}-title`}>
              {title}
            </Heading>
            {section.hint !== undefined && <p className="mute">{t(section.hint)}</p>}
          </div>
        )}
        {/* Above what changes with every key: its context would draw every field anew. */}
        <FormTheme>
          {listed ? (
            <Guided key={name} section={section}>
              {form}
            </Guided>
          ) : (
            form
          )}
        </FormTheme>
      </section>
    )
  },
)

/** Of a form with more fields than these: what a link names, it shows first. */
function askedFirst(section: Section, keys: string): FieldDocument[] {
  const named = new Set(keys.split(','))
  const asked = section.fields.filter((field) => named.has(profileKey(field)))
  return isList(section) || asked.length === section.fields.length ? [] : asked
}

/** Its help comes when it's there; the form doesn't wait for it. */
function Guided({ section, children }: { section: Section; children: ReactNode }) {
  const [guide, setGuide] = useState<FormGuide | null>(null)
  const [Around, setAround] = useState<GuideLoader | null>(null)
  useEffect(() => {
    import('./GuideAround.tsx').then(
      (module) => setAround(() => module.GuideAround),
      () => {},
    )
  }, [])
  return (
    <GuideContext value={guide}>
      {children}
      {Around !== null && <Around section={section} onGuide={setGuide} />}
    </GuideContext>
  )
}

function Filled({
  section,
  next,
  first,
  ...words
}: { section: Section; next: Next | undefined; first: First | undefined } & FillLook) {
  const leave = useNext(next)
  const { scope } = useRenderContext()
  const save = useAction<
    { section: string; values: Record<string, unknown>; from: FormValues },
    FormValues
  >('section.save')
  const find = useAction<string, Pending | null>('section.pending')
  const discard = useAction<string>('section.discard')
  const { draft, key, note, keep, end, drop } = useDraft(section.id, FIELDS)
  const source: FormSource = {
    values: scope.user?.profile ?? {},
    draft,
    save: (values, from) => save({ section: section.id, values, from }),
    find: () => find(section.id),
    discard: async () => {
      await discard(section.id)
      await drop()
    },
    onChange: (values, from) =>
      keep(values, Object.fromEntries(profileKeys(section).map((each) => [each, from[each]]))),
    onSaved: (_, isAll) => void end().then(() => (isAll ? leave() : undefined)),
  }
  return (
    <>
      {note}
      <FormFill
        key={key}
        section={section}
        source={source}
        leaves={leadsOn(next)}
        first={first}
        {...words}
      />
    </>
  )
}
