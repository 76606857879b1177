/** What a new part of a report asks, step by step. */

import { AGE_FIELDS, ANY_AGE, AUDIENCE_FIELDS, EVERYBODY } from './audience.ts'
import type { Outline } from './recipe.ts'

/** Words with a heading, a list of things to do, or a quiet note. */
export const PARTS = ['text', 'tips', 'note'] as const
export const PLACES = ['last', 'first'] as const
export const MAX_TIPS = 8

export const partOutline = {
  id: 'part',
  icon: 'bars',
  empty: {
    report: '',
    looks: 'text' as const,
    title: {},
    text: {},
    tips: {},
    place: 'last' as const,
    ...EVERYBODY,
    ...ANY_AGE,
  },
  steps: [
    {
      id: 'words',
      fields: [
        { id: 'report', type: 'choice', choices: { from: 'reports' } },
        { id: 'looks', type: 'choice', choices: { fixed: PARTS }, look: 'all' },
        { id: 'title', type: 'words' },
        { id: 'text', type: 'long', hint: true, when: { field: 'looks', is: ['text', 'note'] } },
        { id: 'tips', type: 'lines', hint: true, when: { field: 'looks', is: ['tips'] } },
        { id: 'place', type: 'choice', choices: { fixed: PLACES }, look: 'all' },
      ],
    },
    { id: 'people', fields: [...AUDIENCE_FIELDS, ...AGE_FIELDS] },
  ],
} satisfies Outline
