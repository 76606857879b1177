/** What a new list of records asks, step by step. */

import { AUDIENCE_FIELDS, EVERYBODY } from './audience.ts'
import { MENU_FIELDS, NO_ENTRY } from './place.ts'
import type { Outline } from './recipe.ts'

export const RECORD_TYPES = ['text', 'longtext', 'choice', 'choices', 'date', 'link'] as const
/** The name is one more. */
export const MAX_RECORD_FIELDS = 20

export const recordsOutline = {
  id: 'records',
  icon: 'list',
  empty: {
    title: {},
    one: {},
    fields: [],
    path: '',
    ...NO_ENTRY,
    ...EVERYBODY,
  },
  steps: [
    {
      id: 'name',
      fields: [
        { id: 'title', type: 'words', hint: true },
        { id: 'one', type: 'words', hint: true },
      ],
    },
    {
      id: 'fields',
      fields: [
        {
          id: 'fields',
          type: 'rows',
          least: 1,
          most: MAX_RECORD_FIELDS,
          fields: [
            { id: 'label', type: 'words' },
            { id: 'type', type: 'choice', choices: { fixed: RECORD_TYPES } },
            {
              id: 'options',
              type: 'lines',
              hint: true,
              when: { field: 'type', is: ['choice', 'choices'] },
            },
            {
              id: 'filter',
              type: 'yesno',
              optional: true,
              when: { field: 'type', is: ['choice', 'choices'] },
            },
          ],
        },
      ],
    },
    {
      id: 'place',
      fields: [
        { id: 'path', type: 'path', shared: true, made: 'title', hint: true },
        ...MENU_FIELDS,
        ...AUDIENCE_FIELDS,
      ],
    },
  ],
} satisfies Outline
