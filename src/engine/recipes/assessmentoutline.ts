/** What a new assessment asks, step by step. */

import { MAX_SCALES, OWN_ANSWERS, TEMPLATES } from './assessmentlimits.ts'
import { AUDIENCE_FIELDS, EVERYBODY } from './audience.ts'
import { MENU_FIELDS, NO_ENTRY } from './place.ts'
import type { Outline } from './recipe.ts'

const EMPTY_SCALE = { label: {}, lowTo: '33', highFrom: '67', low: {}, middle: {}, high: {} }

export const assessmentOutline = {
  id: 'assessment',
  icon: 'bars',
  empty: {
    title: {},
    summary: {},
    question: {},
    items: {},
    answers: '',
    answerWords: {},
    scales: [{ id: 'r1', ...EMPTY_SCALE }],
    sorting: {},
    template: 'bars' as const,
    reportLead: {},
    path: '',
    ...NO_ENTRY,
    menu: 'reports',
    icon: 'bars',
    ...EVERYBODY,
  },
  steps: [
    {
      id: 'questions',
      fields: [
        { id: 'title', type: 'words' },
        { id: 'summary', type: 'words', hint: true },
        { id: 'question', type: 'words', hint: true },
        {
          id: 'items',
          type: 'lines',
          table: { rows: 'scales', sorting: 'sorting' },
          hint: true,
        },
        { id: 'answers', type: 'choice', choices: { from: 'answers' }, hint: true },
        {
          id: 'answerWords',
          type: 'lines',
          hint: true,
          when: { field: 'answers', is: [OWN_ANSWERS] },
        },
      ],
    },
    {
      id: 'scales',
      fields: [
        {
          id: 'scales',
          type: 'rows',
          least: 1,
          most: MAX_SCALES,
          fields: [
            { id: 'label', type: 'words' },
            { id: 'lowTo', type: 'number', start: '33', hint: true },
            { id: 'highFrom', type: 'number', start: '67', hint: true },
            { id: 'low', type: 'words', optional: true },
            { id: 'middle', type: 'words', optional: true },
            { id: 'high', type: 'words', optional: true },
          ],
        },
        { id: 'sorting', type: 'sorting', lines: 'items', rows: 'scales', hint: true },
      ],
    },
    {
      id: 'report',
      fields: [
        { id: 'template', type: 'choice', choices: { fixed: TEMPLATES }, look: 'all' },
        { id: 'reportLead', type: 'words', hint: true },
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
