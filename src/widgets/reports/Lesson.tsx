/**
 * A page to read: sections from texts, each plain, on a card, as a list of points, as parts that
 * open or as a note, with a picture where it helps.
 */

import Type, { type Static } from 'typebox'
import { Suspense } from 'react'
import { defineWidget } from '#engine/react/registry.ts'
import { Rich, useText } from '#engine/react/text.tsx'
import { Card } from '#widgets/parts/Card.tsx'
import { Heading, inCard, type Level } from '#widgets/parts/Heading.tsx'
import { HexagonDrawing, pointAt } from './HexagonDrawing.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import type { IconName } from '#engine/documents/icons.ts'
import { pictureSources } from '#engine/documents/picture.ts'
import { Note } from '#widgets/parts/Note.tsx'
import { PICTURES } from '#widgets/assessments/pictures.ts'
import * as score from '#widgets/parts/scoreProps.ts'
import { TypeTile } from '#widgets/parts/TypeTile.tsx'
import css from './Lesson.module.css'

const Folds = Type.Array(
  Type.Object(
    {
      id: score.Id,
      title: score.Text,
      hint: Type.Optional(score.Text),
      tile: Type.Optional(score.tile),
      icon: Type.Optional(score.IconName),
      lead: Type.Optional(Type.String({ 'x-ref': 'text', description: 'Before the text.' })),
      text: Type.String({
        'x-ref': 'text',
        'x-rich': true,
        description: 'Rich text, seen when it is open.',
      }),
    },
    score.strict,
  ),
  { maxItems: 12, description: 'Parts that open and close.' },
)
const HexagonPicture = Type.Object(
  {
    corners: score.Corners,
    lines: Type.Optional(
      Type.Array(
        Type.Object(
          {
            id: score.Id,
            from: score.Id,
            to: score.Id,
            look: Type.Enum(['joined', 'apart'], {
              description: 'Solid, or dotted across the middle.',
            }),
          },
          { ...score.strict, description: 'From corner to corner, by their ids.' },
        ),
        { maxItems: 6 },
      ),
    ),
  },
  { ...score.strict, 'x-words': 'pictureText', description: 'A hexagon instead of a picture.' },
)

export const Props = Type.Object(
  {
    sections: Type.Array(
      Type.Object(
        {
          id: score.Id,
          title: Type.Optional(score.Text),
          text: Type.Optional(
            Type.String({ 'x-ref': 'text', 'x-rich': true, description: 'Rich text.' }),
          ),
          points: Type.Optional(
            Type.Array(
              Type.Object(
                {
                  id: score.Id,
                  text: score.Text,
                  title: Type.Optional(score.Text),
                  icon: Type.Optional(score.IconName),
                },
                score.strict,
              ),
              { maxItems: 12 },
            ),
          ),
          mark: Type.Optional(
            Type.Enum(['tick', 'close'], {
              description: 'Before each point without its own icon; default tick.',
            }),
          ),
          look: Type.Optional(
            Type.Enum(['plain', 'card', 'half', 'note'], {
              description: 'Plain (default), a card, a card of half the width, or a dotted note.',
            }),
          ),
          folds: Type.Optional(Folds),
          picture: Type.Optional(Type.String({ 'x-ref': 'picture', 'x-words': 'pictureText' })),
          image: Type.Optional(
            Type.String({
              'x-address': 'picture',
              'x-words': 'pictureText',
              'x-pixels': 'pixels',
              maxLength: 300,
              description: 'An uploaded picture, below the words and as wide as they are.',
            }),
          ),
          hexagon: Type.Optional(HexagonPicture),
          ...score.pictured,
        },
        score.strict,
      ),
      { minItems: 1, maxItems: 16 },
    ),
  },
  score.strict,
)
type Section = Static<typeof Props>['sections'][number]

export const Lesson = defineWidget<typeof Props>(
  'lesson',
  function Lesson({ id, sections, level, children }) {
    const t = useText()
    return (
      <div className={css['lesson']}>
        {sections.map((section) => {
          const name = `${id}-${section.id}`
          if (section.look === 'note') {
            return (
              <div key={section.id} className={css['whole']}>
                <Note look="doubt" title={t(section.title)}>
                  {t(section.text)}
                </Note>
              </div>
            )
          }
          if (section.look === 'card' || section.look === 'half') {
            return (
              <div key={section.id} className={css[section.look === 'half' ? 'half' : 'whole']}>
                <Card labelledBy={name}>
                  <Inside section={section} name={name} level={inCard(level)} />
                </Card>
              </div>
            )
          }
          if (section.title === undefined) {
            return (
              <div key={section.id} className={css['whole']}>
                <Inside section={section} name={name} level={level} />
              </div>
            )
          }
          return (
            <section key={section.id} className={css['whole']} aria-labelledby={name}>
              <Inside section={section} name={name} level={inCard(level)} />
            </section>
          )
        })}
        {children && <div className={css['whole']}>{children}</div>}
      </div>
    )
  },
)

function Inside({ section, name, level }: { section: Section; name: string; level: Level }) {
  const t = useText()
  const {
    title,
    text,
    points = [],
    mark = 'tick',
    folds = [],
    picture,
    image,
    pictureText,
    decorative = false,
    pixels,
    hexagon,
  } = section
  const alt = decorative ? '' : t(pictureText)
  const [width, height] = pixels?.split('x') ?? []
  const Picture = picture === undefined ? undefined : PICTURES[picture]
  return (
    <div className={css[hexagon ? 'drawn' : Picture ? 'pictured' : 'inside']}>
      <div className="stack-s">
        {title && (
          <Heading level={level} id={name}>
            {t(title)}
          </Heading>
        )}
        {text && (
          <div className={css['text']}>
            <Rich>{t(text)}</Rich>
          </div>
        )}
        {points.length > 0 && (
          <ul className={css['points']}>
            {points.map((point) => (
              <li key={point.id}>
                {point.icon ? (
                  <span className={css['icon']}>
                    <Icon name={point.icon as IconName} />
                  </span>
                ) : (
                  <Icon name={mark} size="s" />
                )}
                <div>
                  {point.title && <strong>{t(point.title)}</strong>}
                  <p>{t(point.text)}</p>
                </div>
              </li>
            ))}
          </ul>
        )}
        {folds.length > 0 && (
          <div className={css['folds']}>
            {folds.map((fold) => (
              <Opens key={fold.id} {...fold} />
            ))}
          </div>
        )}
      </div>
      {image && (
        <img
          className={css['image']}
          {...pictureSources(image, '(min-width: 42rem) 40rem, 100vw')}
          width={width}
          height={height}
          alt={alt}
          loading="lazy"
          decoding="async"
        />
      )}
      {hexagon && <Drawn {...hexagon} label={alt} />}
      {Picture && (
        <div className={css['picture']}>
          <Suspense>
            <Picture label={alt} />
          </Suspense>
        </div>
      )}
    </div>
  )
}

/** One part that opens: while closed, it says what it is, in a line or two. */
function Opens({ title, hint, tile, icon, lead, text }: Static<typeof Folds>[number]) {
  const t = useText()
  return (
    <details className={css['fold']}>
      <summary>
        {tile ? <TypeTile type={tile} /> : icon && <Icon name={icon as IconName} />}
        <span className="grow">
          <strong>{t(title)}</strong>
          {hint && <span className="small mute">{t(hint)}</span>}
        </span>
        <Icon name="chevron" />
      </summary>
      <div className={css['opened']}>
        {lead && <p>{t(lead)}</p>}
        <Rich>{t(text)}</Rich>
      </div>
    </details>
  )
}

function Drawn({ corners, lines = [], label }: Static<typeof HexagonPicture> & { label: string }) {
  const place = (corner: string) => corners.findIndex(({ id }) => id === corner)
  return (
    <HexagonDrawing label={label} corners={corners}>
      {lines.map(({ id, from, to, look }) => {
        if (place(from) < 0 || place(to) < 0) return null
        const [a, b] = [pointAt(place(from)), pointAt(place(to))]
        return <line key={id} className={css[look]} x1={a.x} y1={a.y} x2={b.x} y2={b.y} />
      })}
    </HexagonDrawing>
  )
}
