/**
 * Up to three records side by side, with the same rows: swiped through on a phone, aligned on a
 * desktop.
 */

import Type, { type Static } from 'typebox'
import { useState, type UIEvent } from 'react'
import { Link } from 'react-router-dom'
import { useHref, useScope } from '#engine/react/context.ts'
import type { Scope } from '#engine/rules/scope.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { Button, ButtonLink } from '#widgets/parts/Button.tsx'
import { below, Heading, inCard, type Level } from '#widgets/parts/Heading.tsx'
import * as score from '#widgets/parts/scoreProps.ts'
import { Failed, StateScene } from '#widgets/parts/StateScene.tsx'
import { Bar, Waiting } from '#widgets/parts/Waiting.tsx'
import { FirstChoice } from './compareProps.ts'
import { AfterChoice, ChoiceState, FirstButton } from './FirstChoice.tsx'
import { LevelPath } from './LevelPath.tsx'
import { withBreaks } from './longWords.ts'
import { Match, matchLevel } from './Match.tsx'
import {
  fieldOf,
  listIn,
  paramsOf,
  recordsIn,
  textOf,
  useDrawing,
  useDrawings,
  useSentence,
  type Fields,
} from './record.ts'
import { RecordPicture } from './RecordPicture.tsx'
import * as record from './recordProps.ts'
import { useCompared } from './useCompared.ts'
import { useKeptList, type KeptList } from './useKeptList.ts'
import { useWhy } from './whyText.ts'
import css from './Compare.module.css'

export const Props = Type.Object(
  {
    param: record.Comparing.properties.param,
    routeName: {
      ...record.Route,
      description: 'Page of each; its path is filled with the members of the record.',
    },
    heading: record.Path,
    closeness: Type.Optional(record.Path),
    field: Type.Optional(record.Field),
    tiles: Type.Optional({ ...record.Tags, description: 'The grounds of its picture.' }),
    why: Type.Optional(record.Why),
    rows: Type.Array(
      Type.Object(
        {
          id: score.Id,
          label: score.Text,
          text: Type.Optional(score.Text),
          values: record.Values,
          more: Type.Optional(
            Type.Array(record.Sentence, {
              maxItems: 3,
              description: 'Sentences after it; each is left out if the record lacks its values.',
            }),
          ),
          steps: Type.Optional(
            Type.Object(
              {
                path: record.Path,
                count: Type.Integer({
                  minimum: 2,
                  maximum: 9,
                  description: 'How many levels there are; the lowest is 1.',
                }),
              },
              {
                ...score.strict,
                description: 'A level, drawn above the words as steps of a path.',
              },
            ),
          ),
          none: Type.Optional(
            Type.String({ 'x-ref': 'text', description: 'Shown for a record without a value.' }),
          ),
          closed: Type.Optional(
            Type.Object(
              { feature: Type.String({ 'x-ref': 'feature' }), text: score.Text },
              {
                ...score.strict,
                description: 'Shown instead while the user’s plan lacks a feature.',
              },
            ),
          ),
        },
        score.strict,
      ),
      { minItems: 1, maxItems: 12 },
    ),
    firstChoice: Type.Optional(FirstChoice),
    remove: Type.String({ 'x-ref': 'text', description: 'Takes one out: "Remove".' }),
    more: Type.Object(
      { text: score.Text, routeName: record.Route },
      { ...score.strict, description: 'Where others are chosen; keeps those that are here.' },
    ),
    empty: Type.Object({ title: score.Text, text: score.Text }, score.strict),
    loading: Type.Optional(score.Text),
  },
  { additionalProperties: false },
)
type Layout = Omit<Static<typeof Props>, 'more' | 'empty' | 'loading' | 'firstChoice'>
type Compared = Fields & { readonly id: string }
type Choosing = {
  readonly choice: FirstChoice
  readonly list: KeptList
  readonly onToggle: (id: string) => void
}

export const Compare = defineWidget<typeof Props>(
  'compare',
  function Compare({
    data,
    level,
    more,
    empty,
    loading,
    firstChoice,
    id: _id,
    children: _children,
    ...side
  }) {
    const t = useText()
    const href = useHref()
    const chosen = useCompared(side.param)
    if (data?.status === 'failed') return <Failed data={data} level={level} />
    if (data?.status !== 'ready')
      return (
        <Waiting text={loading ?? 'state.loading'}>
          <Bar look="title" />
          <Bar look="tall" />
        </Waiting>
      )
    const records = recordsIn(data.value, 'items')
    const query = chosen.ids.length === 0 ? undefined : { [side.param]: chosen.ids.join(',') }
    const way = (
      <ButtonLink
        look={records.length === 0 ? 'main' : 'line'}
        to={href(more.routeName, undefined, query)}
      >
        {t(more.text)}
      </ButtonLink>
    )
    if (records.length === 0)
      return (
        <StateScene scene="empty" title={t(empty.title)} text={t(empty.text)} level={inCard(level)}>
          {way}
        </StateScene>
      )
    return (
      <>
        {firstChoice === undefined ? (
          <Sides records={records} side={side} level={level} />
        ) : (
          <SidesToChoose records={records} side={side} level={level} choice={firstChoice} />
        )}
        {!chosen.isFull && <p>{way}</p>}
      </>
    )
  },
)

function Sides({
  records,
  side,
  level,
  choosing,
}: {
  records: readonly Compared[]
  side: Layout
  level: Level
  choosing?: Choosing | undefined
}) {
  const [shown, setShown] = useState(0)
  return (
    <>
      <ul
        className={css['sides']}
        style={{ '--rows': side.rows.length + 2 } as object}
        onScroll={(event) => setShown(placeIn(event))}
      >
        {records.map((each) => (
          <Side key={each.id} value={each} side={side} level={below(level)} choosing={choosing} />
        ))}
      </ul>
      {/* What a screen reader says of a list tells this already. */}
      {records.length > 1 && (
        <p className={css['dots']} aria-hidden="true">
          {records.map((each, index) => (
            <i key={each.id} data-on={index === shown || undefined} />
          ))}
        </p>
      )}
    </>
  )
}

/** Which one a phone has been swiped to. */
function placeIn({ currentTarget: list }: UIEvent<HTMLElement>): number {
  const path = list.scrollWidth - list.clientWidth
  const last = list.children.length - 1
  // From right to left it counts down from 0.
  return path <= 0 ? 0 : Math.round((Math.abs(list.scrollLeft) / path) * last)
}

function SidesToChoose({
  records,
  side,
  level,
  choice,
}: {
  records: readonly Compared[]
  side: Layout
  level: Level
  choice: FirstChoice
}) {
  const list = useKeptList(choice.keeps)
  const first = records.find(({ id }) => list.has(id))
  // Another choice replaces it.
  const toggle = (id: string) =>
    void list.set(list.has(id) ? [] : [{ [choice.keeps.member]: id }], list.profile)
  return (
    <>
      <Sides
        records={records}
        side={side}
        level={level}
        choosing={{ choice, list, onToggle: toggle }}
      />
      <ChoiceState choice={choice} state={list.state} />
      {first !== undefined && (
        <AfterChoice
          then={choice.then}
          value={first}
          title={textOf(first, side.heading)}
          level={level}
        />
      )}
    </>
  )
}

function Side({
  value,
  side,
  level,
  choosing,
}: {
  value: Compared
  side: Layout
  level: Level
  choosing: Choosing | undefined
}) {
  const t = useText()
  const href = useHref()
  const sentence = useSentence()
  const say = useWhy()
  const { language, feature } = useScope()
  const drawings = useDrawings()
  const drawing = useDrawing()
  const chosen = useCompared(side.param)
  const title = textOf(value, side.heading)
  const close = side.closeness === undefined ? null : matchLevel(fieldOf(value, side.closeness))
  const why = side.why === undefined ? null : say(value, side.why)
  return (
    <li className={css['side']}>
      <div className={css['head']}>
        {side.field !== undefined && (
          <RecordPicture
            look="head"
            types={side.tiles ? drawings(listIn(value, side.tiles.path), side.tiles.list) : []}
            field={drawing(textOf(value, side.field.path), side.field.list)}
          />
        )}
        <div className={css['name']}>
          <Heading level={level}>
            <Link to={href(side.routeName, paramsOf(value))}>{withBreaks(title, language)}</Link>
          </Heading>
          {close !== null && <Match level={close} />}
          {why !== null && <p className="small mute">{why}</p>}
        </div>
      </div>
      <dl>
        {side.rows.map((row) => {
          const words = [row, ...(row.more ?? [])].flatMap((each) => sentence(value, each) ?? [])
          const reached = row.steps === undefined ? 0 : Number(textOf(value, row.steps.path))
          return (
            <div key={row.id} className={css['cell']}>
              <dt>{t(row.label)}</dt>
              <dd>
                {row.steps !== undefined && reached > 0 && (
                  <LevelPath count={row.steps.count} reached={reached} />
                )}
                {words.length > 0 ? (
                  words.join(' ')
                ) : (
                  <span className="mute">{without(row, feature, t)}</span>
                )}
              </dd>
            </div>
          )
        })}
      </dl>
      <div className={`${css['cell']} ${css['end']}`}>
        {choosing !== undefined && (
          <FirstButton
            choice={choosing.choice}
            on={choosing.list.has(value.id)}
            busy={choosing.list.state === 'busy'}
            title={title}
            onToggle={() => choosing.onToggle(value.id)}
          />
        )}
        <Button look="text" small onClick={() => chosen.toggle(value.id)}>
          {t(side.remove)}
          <span className="hidden-text">: {title}</span>
        </Button>
      </div>
    </li>
  )
}

/** What a row says that has no value: that there is none, or that the plan doesn't tell. */
function without(
  { none, closed }: Static<typeof Props>['rows'][number],
  features: Scope['feature'],
  t: (text: string) => string,
): string {
  if (closed !== undefined && features[closed.feature]?.access !== true) return t(closed.text)
  return none === undefined ? '–' : t(none)
}
