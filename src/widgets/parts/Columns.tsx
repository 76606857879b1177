/** Children below each other on phones, side by side from 992 px. */

import Type from 'typebox'
import { defineWidget } from '#engine/react/registry.ts'
import css from './Columns.module.css'

export const Props = Type.Object(
  {
    shape: Type.Optional(
      Type.Enum(['even', 'main-aside', 'main-aside-turns', 'three'], {
        description:
          'Two equal columns (default), a wide and a narrow one, or three. By turns: the first and third of four parts are in the wide column, the others in the narrow one, and on phones all are in their order.',
      }),
    ),
  },
  { additionalProperties: false },
)

export const Columns = defineWidget<typeof Props>(
  'columns',
  function Columns({ shape = 'even', children }) {
    return <div className={`${css['columns']} ${css[shape]}`}>{children}</div>
  },
)
