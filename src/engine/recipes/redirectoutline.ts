/** What leading people to another page asks: short enough for one step. */

import { AGE_FIELDS, ANY_AGE, AUDIENCE_FIELDS, EVERYBODY } from './audience.ts'
import type { Outline } from './recipe.ts'

export const redirectOutline = {
  id: 'redirect',
  icon: 'branch',
  empty: { page: '', to: '', ...EVERYBODY, ...ANY_AGE },
  steps: [
    {
      id: 'way',
      fields: [
        { id: 'page', type: 'choice', choices: { from: 'routes' }, hint: true },
        { id: 'to', type: 'choice', choices: { from: 'routes' }, hint: true },
        ...AUDIENCE_FIELDS,
        ...AGE_FIELDS,
      ],
    },
  ],
} satisfies Outline
