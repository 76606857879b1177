/** The head of a record's page: how close it is, what it is called, what it is of, and the heart that saves it. */

import Type, { type Static } from 'typebox'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { valueOf } from '#widgets/parts/dataOf.ts'
import { Heading, type Level } from '#widgets/parts/Heading.tsx'
import { HeartButton } from '#widgets/parts/HeartButton.tsx'
import { Match, matchLevel } from './Match.tsx'
import { fieldOf, listIn, textOf, useDrawings, useSentence, type Fields } from './record.ts'
import * as record from './recordProps.ts'
import { Note } from '#widgets/parts/Note.tsx'
import { RecordBoard } from './RecordBoard.tsx'
import * as score from '#widgets/parts/scoreProps.ts'
import { Failed } from '#widgets/parts/StateScene.tsx'
import { useFavourite } from './useFavourite.ts'
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
    lines: Type.Optional(
      Type.Array(record.Sentence, {
        maxItems: 6,
        description: 'Below the title; each is left out where the record lacks what it says.',
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
    expired: Type.Optional(
      Type.String({ 'x-ref': 'text', description: 'Said of a record that is over.' }),
    ),
    loading: Type.Optional(Type.String({ 'x-ref': 'text', description: 'Said while it comes.' })),
  },
  { additionalProperties: false },
)

type CoverProps = Static<typeof Props>

export const RecordCover = defineWidget<typeof Props>(
  'record-cover',
  function RecordCover({ data, level, children: _children, id: _id, ...cover }) {
    if (data?.status === 'failed') return <Failed data={data} level={level} />
    const value = valueOf<Fields>(data)
    if (value !== null) return <Cover value={value} level={level} cover={cover} />
    return (
      <Waiting text={cover.loading ?? 'state.loading'}>
        <div className={css['skeleton']}>
          <Bar look="short" />
          <Bar look="title" />
          <Bar look="tall" />
        </div>
      </Waiting>
    )
  },
)

function Cover({ value, level, cover }: { value: Fields; level: Level; cover: CoverProps }) {
  const sentence = useSentence()
  const drawings = useDrawings()
  const t = useText()
  const { title, closeness, tiles, lines = [], favourite, expired } = cover
  const close = closeness === undefined ? null : matchLevel(fieldOf(value, closeness))
  return (
    <>
      <header className={`${css['cover']} ${close === null ? css['plain'] : ''} on-cloth`}>
        <div className={css['board']}>
          <RecordBoard
            types={tiles === undefined ? [] : drawings(listIn(value, tiles.path), tiles.list)}
          />
        </div>
        <div className={css['words']}>
          {close !== null && <Match level={close} />}
          <Heading level={level} className={css['title']}>
            {textOf(value, title)}
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
          {favourite !== undefined && (
            <Heart value={value} title={textOf(value, title)} favourite={favourite} />
          )}
        </div>
      </header>
      {expired !== undefined && fieldOf(value, 'expired') === true && (
        <Note look="wait">{t(expired)}</Note>
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
