/** What to do next: small steps, each with the page where it goes on. They may follow the highest or lowest of some metrics. */

import Type, { type Static } from 'typebox'
import { Link } from 'react-router-dom'
import { ranked } from '#engine/bands.ts'
import { useHref } from '#engine/react/context.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { Card } from './Card.tsx'
import { Heading, inCard } from './Heading.tsx'
import { Icon } from './Icon.tsx'
import { metricsIn } from './resultOf.ts'
import * as score from './scoreProps.ts'
import css from './Tips.module.css'

const Rows = Type.Array(
  Type.Object(
    { id: score.Id, text: score.Text, routeName: Type.Optional(Type.String({ 'x-ref': 'route' })), button: Type.Optional(Type.String({ 'x-ref': 'text', description: 'Text of the link.' })) },
    score.strict,
  ),
  { minItems: 1, maxItems: 8 },
)

export const Props = Type.Object(
  {
    title: score.Text,
    hint: Type.Optional(score.Text),
    rows: Type.Optional(Rows),
    pick: Type.Optional(
      Type.Object(
        {
          order: Type.Enum(['highest', 'lowest'], { description: 'Whose tips are shown.' }),
          groups: Type.Array(Type.Object({ ...score.row, title: score.Text, text: Type.Optional(score.Text), rows: Rows }, score.strict), { minItems: 2, maxItems: 12 }),
          ...score.scale,
        },
        score.strict,
      ),
    ),
  },
  score.strict,
)

export const Tips = defineWidget<typeof Props>('tips', function Tips({ id, title, hint, rows = [], pick, data, level }) {
  const t = useText()
  if (data !== undefined && data.status !== 'ready') return null
  const metrics = metricsIn(data)
  const order = metrics === null || pick === undefined ? [] : ranked(metrics, pick.groups, pick)
  const group = (pick?.order === 'lowest' ? order.at(-1) : order[0])?.row
  const shown = [...(group?.rows ?? []), ...rows]
  if (shown.length === 0) return null
  return (
    <Card labelledBy={`${id}-title`}>
      <Heading level={inCard(level)} id={`${id}-title`}>
        {t(group?.title ?? title)}
      </Heading>
      {(group?.text ?? hint) && <p className="mute">{t(group?.text ?? hint)}</p>}
      <ul className={css['tips']}>
        {shown.map((row) => (
          <Tip key={row.id} {...row} />
        ))}
      </ul>
    </Card>
  )
})

function Tip({ text, routeName, button }: Static<typeof Rows>[number]) {
  const t = useText()
  const href = useHref()
  return (
    <li>
      <Icon name="sign" />
      <div>
        <p>{t(text)}</p>
        {routeName && (
          <p className={css['go']}>
            <Link to={href(routeName)}>{t(button ?? 'result.go')}</Link>
          </p>
        )}
      </div>
    </li>
  )
}
