/** What a new language asks. */

import type { Outline } from './recipe.ts'

export const languageOutline = {
  id: 'language',
  icon: 'globe',
  empty: { language: '', offered: true, first: false },
  steps: [
    {
      id: 'which',
      fields: [
        { id: 'language', type: 'choice', choices: { from: 'tongues' } },
        { id: 'offered', type: 'yesno', optional: true, hint: true },
        {
          id: 'first',
          type: 'yesno',
          optional: true,
          hint: true,
          when: { field: 'offered', is: [true] },
        },
      ],
    },
  ],
} satisfies Outline
