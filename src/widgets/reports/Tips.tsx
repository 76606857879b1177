/**
 * What a result can mean in daily life, and what to do next: texts and small steps with links. They
 * can depend on the highest or lowest of some metrics.
 */

import Type, { type Static } from 'typebox'
import { Link } from 'react-router-dom'
import { ranked, type RankedRow } from '#engine/scoring/bands.ts'
import { lowestOf, standingOf, withClose } from '#engine/scoring/standing.ts'
import { useHref } from '#engine/react/context.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { Card } from '#widgets/parts/Card.tsx'
import { Heading, inCard } from '#widgets/parts/Heading.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import { metricsIn } from './resultOf.ts'
import * as score from '#widgets/parts/scoreProps.ts'
import { TypeTile } from '#widgets/parts/TypeTile.tsx'
import css from './Tips.module.css'

const Rows = Type.Array(
  Type.Object(
    {
      id: score.Id,
      text: score.Text,
      tile: Type.Optional(score.tile),
      routeName: Type.Optional(Type.String({ 'x-ref': 'route' })),
      button: Type.Optional(Type.String({ 'x-ref': 'text', description: 'Words of the link.' })),
    },
    score.strict,
  ),
  { minItems: 1, maxItems: 8 },
)

export const Props = Type.Object(
  {
    title: score.Text,
    hint: Type.Optional(score.Text),
    rows: Type.Optional(Rows),
    after: Type.Optional(Type.String({ 'x-ref': 'text', description: 'Shown at the end.' })),
    look: Type.Optional(
      Type.Enum(['steps', 'small'], {
        description: 'Steps (default), or small words on one of several cards.',
      }),
    ),
    pick: Type.Optional(
      Type.Object(
        {
          order: Type.Enum(['highest', 'lowest'], { description: 'Whose tips are shown.' }),
          count: Type.Optional(
            Type.Integer({ minimum: 1, maximum: 3, description: 'Of how many; default 1.' }),
          ),
          ...score.rank,
          near: Type.Optional(
            Type.Number({
              minimum: 0,
              maximum: 100,
              description:
                'Up to this many points out of 100 apart, two could change places: one more is shown if it is so close to the last, and none is the lowest.',
            }),
          ),
          neutral: Type.Optional(
            Type.Object(
              {
                title: Type.Optional(score.Text),
                text: Type.Optional(score.Text),
                rows: Type.Optional(Rows),
              },
              {
                ...score.strict,
                description: 'Shown if none is clearly the one. Default: nothing.',
              },
            ),
          ),
          groups: Type.Array(
            Type.Object(
              {
                ...score.row,
                sem: Type.Optional(score.sem),
                title: Type.Optional(score.Text),
                text: Type.Optional(score.Text),
                rows: Type.Optional(Rows),
              },
              score.strict,
            ),
            { minItems: 2, maxItems: 12 },
          ),
          ...score.ownScale,
          ...score.ties,
        },
        score.strict,
      ),
    ),
  },
  score.strict,
)

export const Tips = defineWidget<typeof Props>(
  'tips',
  function Tips({ id, title, hint, rows = [], after, look = 'steps', pick, data, level }) {
    const t = useText()
    if (data !== undefined && data.status !== 'ready') return null
    const metrics = metricsIn(data)
    const order = metrics === null || pick === undefined ? [] : ranked(metrics, pick.groups, pick)
    const picked = pick === undefined ? [] : pickedOf(order, pick)
    const chosen: readonly Part[] =
      picked.length > 0 || order.length === 0 || pick?.neutral === undefined
        ? picked.map(({ row }) => row)
        : [pick.neutral]
    const said = chosen.flatMap(({ text }) => text ?? [])
    const shown = [...chosen.flatMap((group) => group.rows ?? []), ...rows]
    if (shown.length + said.length === 0) return null
    const small = look === 'small'
    const words = [
      ...(said.length > 0 || hint === undefined ? said : [hint]),
      ...(shown.length === 0 && after !== undefined ? [after] : []),
    ]
    return (
      <Card labelledBy={`${id}-title`}>
        <Heading
          level={inCard(level)}
          id={`${id}-title`}
          className={small ? css['title'] : undefined}
        >
          {t(chosen[0]?.title ?? title)}
        </Heading>
        {words.length > 0 && (
          <p className={small ? 'small mute' : 'mute'}>{words.map((text) => t(text)).join(' ')}</p>
        )}
        {shown.length > 0 && (
          <ul className={css[shown.some(({ tile }) => tile !== undefined) ? 'tiled' : 'tips']}>
            {shown.map((row) => (
              <Tip key={row.id} {...row} />
            ))}
          </ul>
        )}
        {shown.length > 0 && after && <p className="small mute">{t(after)}</p>}
      </Card>
    )
  },
)

type Pick = NonNullable<Static<typeof Props>['pick']>
type Part = NonNullable<Pick['neutral']>

/** Those whose tips are shown. */
function pickedOf(
  all: readonly RankedRow<Pick['groups'][number]>[],
  pick: Pick,
): readonly RankedRow<Pick['groups'][number]>[] {
  return pick.order === 'lowest' ? lowestOf(all, pick) : withClose(all, standingOf(all, pick), pick)
}

function Tip({ text, tile, routeName, button }: Static<typeof Rows>[number]) {
  const t = useText()
  const href = useHref()
  return (
    <li>
      {tile ? <TypeTile type={tile} size="s" /> : <Icon name="sign" />}
      <div>
        <p className={tile && 'small'}>{t(text)}</p>
        {routeName && (
          <p className={css['go']}>
            <Link to={href(routeName)}>{t(button ?? 'result.go')}</Link>
          </p>
        )}
      </div>
    </li>
  )
}
