/**
 * Every kind of field that a section may have, in a section that the product does not ship. It
 * never reaches the server.
 */

import { ScopeProvider, useRenderContext } from '#engine/react/context.ts'
import type { Section } from '#engine/decide/progress.ts'
import { SectionForm } from '#widgets/forms/SectionForm.tsx'

const KINDS: Section = {
  kind: 'profile-section',
  id: 'kinds',
  v: 1,
  title: 'All kinds',
  source: 'a story',
  label: 'section.basicInfo.title',
  hint: 'section.basicInfo.hint',
  completeness: { kind: 'none' },
  fields: [
    { id: 'nickname', type: 'text', label: 'field.nickname', hint: 'hint.nickname', minLength: 3 },
    { id: 'about', type: 'longtext', label: 'field.about', hint: 'hint.about', required: true },
    { id: 'email', type: 'email', label: 'field.email' },
    { id: 'phone', type: 'phone', label: 'field.phone', required: true },
    {
      id: 'idNumber',
      type: 'text',
      label: 'field.rsaIdNumber',
      hint: 'hint.rsaIdNumber',
      format: 'za-id',
      maxLength: 13,
    },
    {
      id: 'birthDate',
      type: 'date',
      label: 'field.birthDate',
      required: true,
      format: 'past-date',
    },
    { id: 'jobTitle', type: 'integer', label: 'field.jobTitle', minimum: 1 },
    { id: 'gender', type: 'choice', label: 'field.gender', list: 'genders' },
    {
      id: 'languages',
      type: 'choices',
      label: 'field.languages',
      hint: 'hint.languages',
      list: 'languages',
      required: true,
    },
    { id: 'yes', type: 'yesno', label: 'field.drivingLicense', required: true },
  ],
}

export const actions = {
  'validator.load': () => null,
  'section.save': () => Promise.reject(new TypeError('no network')),
}

export default function FormsKinds() {
  const surroundings = useRenderContext()
  return (
    <ScopeProvider value={{ ...surroundings, catalog: surroundings.catalog.with([KINDS]) }}>
      <main className="wrap narrow">
        <SectionForm.component id="form" level={1} data={undefined} section="kinds">
          {null}
        </SectionForm.component>
      </main>
    </ScopeProvider>
  )
}
