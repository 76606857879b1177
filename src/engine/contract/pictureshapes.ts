/** The responses of the calls about pictures as schemas; their types are in `pictures.ts`. */

import Type from 'typebox'
import { Moment, Named, Nullable } from './shapes.ts'

export const PictureUseSchema = Type.Object({
  kind: Type.Enum(['live', 'draft', 'record']),
  name: Type.String({ description: 'Of the document, or the type of the record and its id' }),
})

export const PictureSchema = Type.Object(
  {
    id: Type.String(),
    url: Type.String(),
    name: Type.String(),
    words: Named(Type.String(), 'What there is to see, by language'),
    width: Nullable(Type.Integer()),
    height: Nullable(Type.Integer()),
    bytes: Type.Integer({ description: 'Of its widest version' }),
    widths: Type.Array(Type.Integer(), { description: 'Narrower versions' }),
    at: Moment,
    removed: Nullable(Moment),
    uses: Type.Array(PictureUseSchema),
  },
  { title: 'Picture' },
)
