/** What a new section of the profile asks, step by step. */

import type { Outline } from './recipe.ts'

export const TYPES = ['text', 'longtext', 'integer', 'date', 'yesno', 'choice', 'choices'] as const
/** Fields that others can depend on. */
const ASKABLE = ['yesno', 'choice'] as const
export const MAX_FIELDS = 20

export const sectionOutline = {
  id: 'section',
  icon: 'person',
  empty: { title: {}, intro: {}, fields: [], counted: true, printed: false },
  steps: [
    {
      id: 'name',
      fields: [
        { id: 'title', type: 'words' },
        { id: 'intro', type: 'words', optional: true, hint: true },
      ],
    },
    {
      id: 'fields',
      fields: [
        {
          id: 'fields',
          type: 'rows',
          least: 1,
          most: MAX_FIELDS,
          fields: [
            { id: 'label', type: 'words' },
            { id: 'type', type: 'choice', choices: { fixed: TYPES } },
            {
              id: 'options',
              type: 'lines',
              hint: true,
              when: { field: 'type', is: ['choice', 'choices'] },
            },
            { id: 'onlyIf', type: 'choice', choices: { earlier: ASKABLE }, optional: true },
            { id: 'required', type: 'yesno', optional: true },
          ],
        },
      ],
    },
    {
      id: 'use',
      fields: [
        { id: 'counted', type: 'yesno', optional: true, hint: true },
        { id: 'printed', type: 'yesno', optional: true, hint: true },
      ],
    },
  ],
} satisfies Outline
