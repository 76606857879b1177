/** The top of a record's page: how close it is, its name and types, and the heart that saves it. */

import { useEffect, useEffectEvent } from 'react'
import Type, { type Static } from 'typebox'
import { useAction, useHref, useScope } from '#engine/react/context.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { Button, ButtonLink } from '#widgets/parts/Button.tsx'
import { valueOf } from '#widgets/parts/dataOf.ts'
import { Heading, type Level } from '#widgets/parts/Heading.tsx'
import { HeartButton } from '#widgets/parts/HeartButton.tsx'
import { withBreaks } from './longWords.ts'
import { Match, matchLevel } from './Match.tsx'
import {
  fieldOf,
  listIn,
  textOf,
  useDrawing,
  useDrawings,
  useSentence,
  type Fields,
} from './record.ts'
import * as record from './recordProps.ts'
import { Note } from '#widgets/parts/Note.tsx'
import { PageParts } from './PageParts.tsx'
import { RecordBoard } from './RecordBoard.tsx'
import * as score from '#widgets/parts/scoreProps.ts'
import { StopScene } from '#widgets/drawings/StopScene.tsx'
import { STOP_NAMES } from '#widgets/drawings/stopShapes.ts'
import { Failed } from '#widgets/parts/StateScene.tsx'
import { useFavourite, useNotForMe } from './useFavourite.ts'
import { Bar, Waiting } from '#widgets/parts/Waiting.tsx'
import '../print.css'
import css from './RecordCover.module.css'

export const Props = Type.Object(
  {
    title: record.Path,
    closeness: Type.Optional(
      Type.String({ description: 'Path of how close it is: low, fair or strong.', maxLength: 120 }),
    ),
    tiles: Type.Optional(record.Tags),
    field: Type.Optional({ ...record.Field, description: 'Drawn instead of the tiles.' }),
    scene: Type.Optional(Type.Enum(STOP_NAMES, { description: 'A drawing instead of the tiles.' })),
    scenes: Type.Optional({
      ...record.Field,
      description: 'The drawing by a value of the record: a list that names drawings.',
    }),
    lines: Type.Optional(
      Type.Array(record.Sentence, {
        maxItems: 6,
        description: 'Below the title; a line is left out if the record lacks its values.',
      }),
    ),
    favourite: Type.Optional(
      Type.Object(
        {
          ...record.favourite,
          off: Type.String({ 'x-ref': 'text', description: 'Beside the heart while it is empty.' }),
          on: Type.String({ 'x-ref': 'text', description: 'Beside the heart once it is full.' }),
        },
        score.strict,
      ),
    ),
    notForMe: Type.Optional(record.NotForMe),
    compare: Type.Optional(
      Type.Object(
        {
          param: record.Comparing.properties.param,
          routeName: record.Route,
          text: record.Comparing.properties.text,
        },
        { ...score.strict, description: 'Leads to the page that puts it beside others.' },
      ),
    ),
    expired: Type.Optional(
      Type.String({ 'x-ref': 'text', description: 'Shown for a record that has ended.' }),
    ),
    loading: Type.Optional(Type.String({ 'x-ref': 'text', description: 'Shown while it loads.' })),
    parts: Type.Optional(record.Parts),
  },
  { additionalProperties: false },
)

type CoverProps = Static<typeof Props>

export const RecordCover = defineWidget<typeof Props>(
  'record-cover',
  function RecordCover({ data, level, children: _children, id: _id, ...cover }) {
    if (data?.status === 'failed') return <Failed data={data} level={level} isTitle />
    const value = valueOf<Fields>(data)
    if (value !== null) return <Cover value={value} level={level} cover={cover} />
    return (
      // Nothing below it would stay where it is.
      <div className={css['waits']}>
        <Waiting text={cover.loading ?? 'state.loading'}>
          <div className={css['skeleton']}>
            <Bar look="short" />
            <Bar look="title" />
            <Bar look="tall" />
          </div>
        </Waiting>
      </div>
    )
  },
)

function Cover({ value, level, cover }: { value: Fields; level: Level; cover: CoverProps }) {
  const sentence = useSentence()
  const drawings = useDrawings()
  const drawing = useDrawing()
  const t = useText()
  const href = useHref()
  const { language, route } = useScope()
  const {
    title,
    closeness,
    tiles,
    field,
    scene: always,
    scenes,
    lines = [],
    favourite,
    notForMe,
    compare,
    expired,
  } = cover
  useTitle(textOf(value, title), level, route)
  const close = closeness === undefined ? null : matchLevel(fieldOf(value, closeness))
  const named = scenes && drawing(textOf(value, scenes.path), scenes.list)
  const scene = STOP_NAMES.find((name) => name === named) ?? always
  return (
    <>
      <header className={`${css['cover']} ${close === null ? css['plain'] : ''} on-cloth`}>
        <div className={`${css['board']} ${scene === undefined ? '' : css['stop']}`}>
          {scene === undefined ? (
            <RecordBoard
              types={tiles === undefined ? [] : drawings(listIn(value, tiles.path), tiles.list)}
              field={field === undefined ? null : drawing(textOf(value, field.path), field.list)}
            />
          ) : (
            <StopScene name={scene} />
          )}
        </div>
        <div className={css['words']}>
          {close !== null && <Match level={close} />}
          <Heading level={level} className={css['title']}>
            {withBreaks(textOf(value, title), language)}
          </Heading>
          {lines.map((line) => {
            const words = sentence(value, line)
            return (
              words !== null && (
                <p key={line.id} className={line.small === true ? 'mute small' : 'mute'}>
                  {words}
                </p>
              )
            )
          })}
          <div className={css['choices']}>
            {favourite !== undefined && (
              <Heart value={value} title={textOf(value, title)} favourite={favourite} />
            )}
            {compare !== undefined && (
              <ButtonLink
                look="line"
                small
                to={href(compare.routeName, undefined, { [compare.param]: textOf(value, 'id') })}
              >
                {t(compare.text)}
                <span className="hidden-text">: {textOf(value, title)}</span>
              </ButtonLink>
            )}
            {notForMe !== undefined && (
              <Out value={value} title={textOf(value, title)} notForMe={notForMe} />
            )}
          </div>
        </div>
      </header>
      {expired !== undefined && fieldOf(value, 'expired') === true && (
        <Note look="wait">{t(expired)}</Note>
      )}
      {cover.parts !== undefined && <PageParts {...cover.parts} />}
    </>
  )
}

/** Two records have different titles in tabs and in the history, after every navigation on their page. */
function useTitle(words: string, level: Level, route: unknown): void {
  const entitle = useAction<string>('title')
  const name = useEffectEvent(() => {
    if (level === 1) entitle(words).catch(() => undefined)
  })
  useEffect(() => name(), [words, route])
}

/** What the user has marked it as, and a button to undo that. */
function Out({
  value,
  title,
  notForMe,
}: {
  value: Fields
  title: string
  notForMe: record.NotForMe
}) {
  const t = useText()
  const out = useNotForMe(notForMe.type, textOf(value, 'id'), fieldOf(value, 'notForMe') === true)
  return (
    <>
      <Button look="text" small onClick={out.toggle}>
        {t(out.on ? notForMe.undo : notForMe.text)}
        <span className="hidden-text">: {title}</span>
      </Button>
      {(out.on || out.failed) && (
        <p className="small" role={out.failed ? 'alert' : 'status'}>
          {t(out.failed ? notForMe.failed : notForMe.done)}
        </p>
      )}
    </>
  )
}

function Heart({
  value,
  title,
  favourite,
}: {
  value: Fields
  title: string
  favourite: NonNullable<CoverProps['favourite']>
}) {
  const t = useText()
  const heart = useFavourite(
    favourite.type,
    textOf(value, 'id'),
    fieldOf(value, 'favourite') === true,
  )
  return (
    <>
      <div className={css['save']}>
        <HeartButton
          on={heart.on}
          busy={heart.busy}
          label={t(favourite.label, { title })}
          onToggle={heart.toggle}
        />
        <span aria-hidden="true">{t(heart.on ? favourite.on : favourite.off)}</span>
      </div>
      {heart.failed && (
        <p className="small" role="alert">
          {t(favourite.failed)}
        </p>
      )}
    </>
  )
}
