/** Properties shared by lists of reports: what they say about each. */

import Type from 'typebox'

export const Results = Type.Object(
  {
    read: Type.String({ 'x-ref': 'text', description: 'Taken, with a result that is no word.' }),
    none: Type.String({ 'x-ref': 'text', description: 'Shown if the result has no clear shape.' }),
    some: Type.String({ 'x-ref': 'text', description: 'Begun: {{done}} of {{all}}.' }),
    take: Type.String({ 'x-ref': 'text', description: 'Not begun: {{count}} minutes.' }),
    closed: Type.Optional(
      Type.String({
        'x-ref': 'text',
        description: 'For a report that the plan lacks: who it is for, before what opens it.',
      }),
    ),
  },
  { additionalProperties: false, description: 'Texts for a report.' },
)
