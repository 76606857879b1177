/** The parts of a long page, to go to with one tap. */

import type { MouseEvent } from 'react'
import Type, { type Static } from 'typebox'
import { useText } from '#engine/react/text.tsx'
import * as score from '#widgets/parts/scoreProps.ts'
import css from './PageParts.module.css'

export const Parts = Type.Object(
  {
    label: Type.String({ 'x-ref': 'text', description: 'What they are called; read aloud.' }),
    rows: Type.Array(
      Type.Object(
        {
          id: score.Id,
          node: Type.String({
            pattern: '^[A-Za-z][\\w-]*$',
            maxLength: 60,
            description: 'The node of this page that it leads to.',
          }),
          label: score.Text,
        },
        score.strict,
      ),
      { minItems: 2, maxItems: 8 },
    ),
  },
  { ...score.strict, description: 'Below it: the parts of a long page, a tap away.' },
)

export function PageParts({ label, rows }: Static<typeof Parts>) {
  const t = useText()
  return (
    <nav className={css['parts']} aria-label={t(label)}>
      {rows.map((row) => (
        <a key={row.id} href={`#${row.node}-title`} onClick={(event) => goTo(event, row.node)}>
          {t(row.label)}
        </a>
      ))}
    </nav>
  )
}

/** Without a step of the browser's history, which the way back would have to repeat. */
function goTo(event: MouseEvent, node: string): void {
  event.preventDefault()
  const heading = document.getElementById(`${node}-title`)
  heading?.scrollIntoView({ block: 'start' })
  heading?.setAttribute('tabindex', '-1')
  heading?.focus({ preventScroll: true })
}
