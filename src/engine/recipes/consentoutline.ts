/** What a new consent asks, step by step. */

import { AGE_FIELDS, ANY_AGE, AUDIENCE_FIELDS, EVERYBODY } from './audience.ts'
import type { Outline } from './recipe.ts'

export const consentOutline = {
  id: 'consent',
  icon: 'tick',
  empty: { title: {}, text: {}, needed: false, ...EVERYBODY, ...ANY_AGE },
  steps: [
    {
      id: 'words',
      fields: [
        { id: 'title', type: 'words', hint: true },
        { id: 'text', type: 'long', hint: true },
      ],
    },
    {
      id: 'people',
      fields: [
        { id: 'needed', type: 'yesno', optional: true, hint: true },
        ...AUDIENCE_FIELDS,
        ...AGE_FIELDS,
      ],
    },
  ],
} satisfies Outline
