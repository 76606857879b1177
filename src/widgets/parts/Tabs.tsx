/**
 * Tabs for a few related pages, including this one: links, so that each has its own address. Or for
 * the parts of a long page.
 */

import type { MouseEvent } from 'react'
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
    routeName: Type.Optional(Type.String({ 'x-ref': 'route' })),
    node: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z][\\w-]*$',
        maxLength: 60,
        description: 'Instead of a route: the node of this page that it leads to.',
      }),
    ),
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
    rows: Type.Array(Row, { minItems: 2, maxItems: 8 }),
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
        className={
          rows.some(({ node }) => node !== undefined)
            ? css['parts']
            : `${css['tabs']} ${shown.length > 2 ? css['many'] : ''}`
        }
        aria-label={t(label)}
      >
        {shown.map((row) =>
          row.routeName === undefined ? (
            <a key={row.id} href={`#${row.node}`} onClick={(event) => toPart(event, row.node)}>
              {t(row.label)}
            </a>
          ) : (
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
          ),
        )}
      </nav>
    )
  },
)

/** Moves there without a step of the browser's history, which the way back would have to repeat. */
function toPart(event: MouseEvent, node: string | undefined): void {
  event.preventDefault()
  const heading = document.getElementById(`${node}-title`)
  heading?.scrollIntoView({ block: 'start' })
  heading?.setAttribute('tabindex', '-1')
  heading?.focus({ preventScroll: true })
}
