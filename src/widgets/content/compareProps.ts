/** What records that are compared may have besides their rows. */

import Type, { type Static } from 'typebox'
import * as score from '#widgets/parts/scoreProps.ts'
import { Keeps, Path, Route } from './recordProps.ts'

export const FirstChoice = Type.Object(
  {
    keeps: Keeps,
    off: Type.String({ 'x-ref': 'text', description: 'On the button of each.' }),
    on: Type.String({ 'x-ref': 'text', description: 'On that of the one that is chosen.' }),
    changed: Type.String({
      'x-ref': 'text',
      description: 'Shown if another device has chosen since.',
    }),
    kept: Type.String({
      'x-ref': 'text',
      description: 'Shown while it waits on this device for a connection.',
    }),
    failed: Type.String({ 'x-ref': 'text', description: 'Shown if saving fails.' }),
    then: Type.Object(
      {
        title: Type.String({ 'x-ref': 'text', description: 'With {{title}}.' }),
        text: score.Text,
        button: score.Text,
        routeName: Route,
        of: {
          ...Path,
          description:
            'Where the record has the part that this page lists, with its filters. A record without any has no button.',
        },
      },
      { ...score.strict, description: 'Below them: what comes next for the one that is chosen.' },
    ),
  },
  { ...score.strict, description: 'One of them may be chosen, and is kept in the profile.' },
)
export type FirstChoice = Static<typeof FirstChoice>
