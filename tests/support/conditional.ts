/**
 * A tenant's section whose questions depend on each other, on the plan, the country and the age.
 */

import type { AnyDocument } from '#engine/documents/kinds.ts'
import type { Section } from '#engine/decide/progress.ts'

export const WORK = {
  kind: 'profile-section',
  id: 'work',
  v: 2,
  title: 'Work',
  source: 'test',
  label: 'section.names.title',
  fields: [
    { id: 'hasWorked', type: 'yesno', label: 'field.about' },
    {
      id: 'employer',
      type: 'text',
      label: 'field.jobTitle',
      required: true,
      when: { '==': [{ var: 'value.hasWorked' }, true] },
    },
    {
      id: 'workStart',
      type: 'date',
      label: 'field.birthDate',
      when: { '!!': [{ var: 'value.employer' }] },
    },
    {
      id: 'workEnd',
      type: 'date',
      label: 'field.birthDate',
      when: { '!!': [{ var: 'value.workStart' }] },
    },
    {
      id: 'guardian',
      type: 'text',
      label: 'field.nickname',
      required: true,
      when: {
        and: [{ '==': [{ var: 'country' }, 'ZA'] }, { '<': [{ or: [{ var: 'age' }, 0] }, 18] }],
      },
    },
    {
      id: 'mentor',
      type: 'text',
      label: 'field.lastName',
      when: { in: [{ var: 'plan' }, ['power', 'powerPlus']] },
    },
  ],
  checks: [
    {
      id: 'ends-after',
      rule: { '>=': [{ var: 'value.workEnd' }, { var: 'value.workStart' }] },
      field: 'workEnd',
      message: 'form.pastDate',
    },
  ],
  completeness: { kind: 'none' },
  save: { method: 'PATCH', route: 'work' },
} as const satisfies AnyDocument as unknown as Section
