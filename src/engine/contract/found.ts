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

/** What a search did with words that nothing is called. */
export const FacetsSchema = Type.Record(Type.String(), Type.Record(Type.String(), Type.Integer()), {
  description:
    'Filter -> value -> how many records choosing it would give; `saved` and `seen`: how many the user has',
})

export const Searched = {
  instead: Type.Optional(
    Type.Array(Type.String(), {
      description: 'Words that were found instead; empty if the items are only similar',
    }),
  ),
  near: Type.Optional(
    Type.Array(Type.String(), { description: 'Words to offer where nothing was found' }),
  ),
}

/** What a list of similar records says of itself. */
export const Like = {
  like: Type.Optional(
    Type.Object(
      { title: Type.String() },
      { description: 'What the records are called that these are like' },
    ),
  ),
}
