/** What one search over every content type finds: `GET catalogue`. */

import Type, { type Static } from 'typebox'

/** What one search finds in every explorer: of each type a few records, and how many there are. */
export const FoundListSchema = Type.Object(
  {
    groups: Type.Array(
      Type.Object({
        /** The content type. */
        id: Type.String(),
        /** What its records are called. */
        kind: Type.String(),
        total: Type.Integer(),
        /** The route of the list with all of them. */
        list: Type.Union([Type.String(), Type.Null()]),
        items: Type.Array(
          Type.Object(
            {
              id: Type.String(),
              title: Type.String(),
              /** What it is, in a few words. */
              about: Type.Union([Type.String(), Type.Null()]),
              /** The route, and what its path calls the id; the path's other members are beside it. */
              page: Type.Object({ routeName: Type.String(), param: Type.String() }),
            },
            { additionalProperties: true },
          ),
        ),
      }),
    ),
    total: Type.Integer(),
  },
  { title: 'FoundList' },
)
export type FoundList = Static<typeof FoundListSchema>
