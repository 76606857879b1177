/** Every type of field that a profile section may have. None of it is stored. */

import { lazy, Suspense } from 'react'
import type { Section } from '#engine/decide/progress.ts'
import { ScopeProvider, useRenderContext } from '#engine/react/context.ts'
import type { Sample } from './sample.ts'

// Forms need packages of their own, which the rest of the showcase doesn't.
const Form = lazy(() =>
  import('#widgets/forms/SectionForm.tsx').then((m) => ({ default: m.SectionForm.component })),
)

const list = 'countries'
const FIELDS: Section = {
  kind: 'profile-section',
  id: 'showcase',
  v: 2,
  title: 'All types of fields',
  source: 'own',
  label: 'showcase.fields.title',
  completeness: { kind: 'none' },
  fields: [
    { id: 'text', type: 'text', label: 'showcase.fields.text', required: true },
    { id: 'longtext', type: 'longtext', label: 'showcase.fields.longtext' },
    { id: 'email', type: 'email', label: 'showcase.fields.email' },
    { id: 'phone', type: 'phone', label: 'showcase.fields.phone' },
    { id: 'date', type: 'date', label: 'showcase.fields.date' },
    { id: 'month', type: 'month', label: 'showcase.fields.month' },
    { id: 'integer', type: 'integer', label: 'showcase.fields.integer' },
    { id: 'yesno', type: 'yesno', label: 'showcase.fields.yesno' },
    { id: 'choice', type: 'choice', label: 'showcase.fields.choice', list },
    { id: 'choices', type: 'choices', label: 'showcase.fields.choices', list, least: 2, most: 3 },
    {
      id: 'entries',
      type: 'entries',
      label: 'showcase.fields.entries',
      entry: 'showcase.fields.entry',
      most: 3,
      fields: [
        { id: 'name', type: 'text', label: 'showcase.fields.text', required: true },
        { id: 'began', type: 'month', label: 'showcase.fields.month' },
      ],
    },
  ],
}

export function ShowcaseFields({ level }: Sample) {
  const context = useRenderContext()
  return (
    <ScopeProvider value={{ ...context, catalog: context.catalog.with([FIELDS]) }}>
      <Suspense>
        <Form id="fields" level={level} data={undefined} section={FIELDS.id} bare>
          {null}
        </Form>
      </Suspense>
    </ScopeProvider>
  )
}
