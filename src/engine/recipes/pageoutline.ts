/** What a new page asks, step by step. */

import { AGE_FIELDS, ANY_AGE, AUDIENCE_FIELDS, EVERYBODY } from './audience.ts'
import { MENU_FIELDS, NO_ENTRY } from './place.ts'
import type { Outline } from './recipe.ts'

/** `all`: signed in or not; `joined`: also before the worker type; `ready`: after it. */
export const OPENS = ['ready', 'joined', 'all'] as const

export const pageOutline = {
  id: 'page',
  icon: 'file',
  empty: {
    title: {},
    text: {},
    picture: '',
    pictureText: {},
    button: {},
    buttonTo: '',
    path: '',
    opens: 'ready' as const,
    ...NO_ENTRY,
    ...EVERYBODY,
    ...ANY_AGE,
  },
  steps: [
    {
      id: 'content',
      fields: [
        { id: 'title', type: 'words' },
        { id: 'text', type: 'long', optional: true, hint: true },
        { id: 'picture', type: 'picture', words: 'pictureText', optional: true, hint: true },
        { id: 'pictureText', type: 'words', optional: true, hint: true },
        { id: 'button', type: 'words', optional: true },
        { id: 'buttonTo', type: 'choice', choices: { from: 'routes' }, optional: true, hint: true },
      ],
    },
    {
      id: 'place',
      fields: [
        { id: 'path', type: 'path', shared: true, made: 'title', hint: true },
        ...MENU_FIELDS,
      ],
    },
    {
      id: 'people',
      fields: [
        { id: 'opens', type: 'choice', choices: { fixed: OPENS }, look: 'all' },
        ...[...AUDIENCE_FIELDS, ...AGE_FIELDS].map((field) => ({
          ...field,
          when: { field: 'opens', is: ['ready', 'joined'] },
        })),
      ],
    },
  ],
} satisfies Outline
