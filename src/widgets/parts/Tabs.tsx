/** Tabs for a few related pages, including this one. Links, so that each has its own address. */

import Type from 'typebox'
import { Link } from 'react-router-dom'
import { useHref, useScope } from '#engine/react/context.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import css from './Tabs.module.css'

const Row = Type.Object(
  {
    id: Type.String({ maxLength: 80 }),
    label: Type.String({ 'x-ref': 'text' }),
    routeName: Type.String({ 'x-ref': 'route' }),
    show: Type.Optional(
      Type.Boolean({ description: 'Usually bound: to a feature, or to the configuration.' }),
    ),
  },
  { additionalProperties: false },
)

export const Props = Type.Object(
  {
    label: Type.String({
      'x-ref': 'text',
      description: 'What the tabs are called; read aloud, not shown.',
    }),
    rows: Type.Array(Row, { minItems: 2, maxItems: 5 }),
    current: Type.Optional(
      Type.String({
        maxLength: 80,
        description: 'Id of the row that this page is. Default: the row that leads to this page.',
      }),
    ),
    keepQuery: Type.Optional(
      Type.Array(Type.String({ maxLength: 40 }), {
        maxItems: 5,
        description: 'Parts of the address that every tab takes along.',
      }),
    ),
  },
  { additionalProperties: false },
)

export const Tabs = defineWidget<typeof Props>(
  'tabs',
  function Tabs({ label, rows, current, keepQuery = [] }) {
    const t = useText()
    const href = useHref()
    const { route } = useScope()
    const query = Object.fromEntries(
      Object.entries(route?.query ?? {}).filter(([name]) => keepQuery.includes(name)),
    )
    const shown = rows.filter(({ show = true }) => show)
    return (
      <nav
        className={`${css['tabs']} ${shown.length > 2 ? css['many'] : ''}`}
        aria-label={t(label)}
      >
        {shown.map((row) => (
          <Link
            key={row.id}
            to={href(row.routeName, {}, query)}
            aria-current={
              (current === undefined ? row.routeName === route?.name : row.id === current)
                ? 'page'
                : undefined
            }
          >
            {t(row.label)}
          </Link>
        ))}
      </nav>
    )
  },
)
