/**
 * A tenant's section with every field type that has several values: a list of jobs, months, choices
 * from a list.
 */

import type { AnyDocument } from '#engine/documents/kinds.ts'
import type { Section } from '#engine/decide/progress.ts'

export const EXPERIENCE = {
  kind: 'profile-section',
  id: 'experience',
  v: 2,
  title: 'Experience',
  source: 'test',
  label: 'section.names.title',
  fields: [
    {
      id: 'jobs',
      type: 'entries',
      label: 'field.jobTitle',
      entry: 'field.jobTitle',
      required: true,
      most: 3,
      fields: [
        { id: 'employer', type: 'text', label: 'field.nickname', required: true },
        { id: 'began', type: 'month', label: 'field.birthDate', required: true, minimum: 2000 },
        { id: 'ended', type: 'month', label: 'field.about', format: 'past-month' },
        { id: 'tongues', type: 'choices', label: 'field.languages', list: 'genders', most: 1 },
      ],
      checks: [
        {
          id: 'ends-after',
          rule: { '>=': [{ var: 'value.ended' }, { var: 'value.began' }] },
          field: 'ended',
          message: 'form.pastDate',
        },
      ],
    },
    {
      id: 'spoken',
      type: 'choices',
      label: 'field.languages',
      list: 'languages',
      least: 2,
      most: 3,
    },
    { id: 'left', type: 'month', label: 'field.about', format: 'past-month' },
  ],
  completeness: { kind: 'none' },
  save: { method: 'PATCH', route: 'experience' },
} as const satisfies AnyDocument as unknown as Section
