/** The lesson on the six types: what they are, how the hexagon works, what a code can and cannot say. */

import Type from 'typebox'
import { defineWidget } from '#engine/react/registry.ts'
import { Rich, useText } from '#engine/react/text.tsx'
import { Card } from './Card.tsx'
import { TYPES, type WorkerType } from './Glyph.tsx'
import { Heading, inCard } from './Heading.tsx'
import { corner, Hexagon } from './Hexagon.tsx'
import { Icon } from './Icon.tsx'
import { Note } from './Note.tsx'
import { TypeTile } from './TypeTile.tsx'
import css from './TypeLesson.module.css'

export const Props = Type.Object({}, { additionalProperties: false })

export const TypeLesson = defineWidget<typeof Props>('type-lesson', function TypeLesson({ id, level }) {
  const t = useText()
  const title = (part: string) => (
    <Heading level={inCard(level)} id={`${id}-${part}`}>
      {t(`lesson.${part}.title`)}
    </Heading>
  )
  return (
    <div className={css['lesson']}>
      <section className="stack-s" aria-labelledby={`${id}-six`}>
        {title('six')}
        <p className={css['measure']}>{t('lesson.six.text')}</p>
        <div className={css['types']}>
          {TYPES.map((type) => (
            <TypeDetails key={type} type={type} />
          ))}
        </div>
      </section>
      <Card labelledBy={`${id}-hexagon`}>
        <div className={css['picture']}>
          <div className="stack-s">
            {title('hexagon')}
            <Rich>{t('lesson.hexagon.text')}</Rich>
          </div>
          <Hexagon label={t('lesson.hexagon.name')}>
            <Side from="S" to="E" look="near" />
            <Side from="R" to="S" look="far" />
          </Hexagon>
        </div>
      </Card>
      <div className={css['two']}>
        {(['can', 'cannot'] as const).map((part) => (
          <Card key={part} labelledBy={`${id}-${part}`}>
            {title(part)}
            <ul className={css['points']}>
              {['a', 'b', 'c', 'd'].map((point) => (
                <li key={point}>
                  <Icon name={part === 'can' ? 'tick' : 'close'} size="s" />
                  <span>{t(`lesson.${part}.${point}`)}</span>
                </li>
              ))}
            </ul>
          </Card>
        ))}
      </div>
      <Note look="doubt" title={t('lesson.close.title')}>
        {t('lesson.close.text')}
      </Note>
    </div>
  )
})

function TypeDetails({ type }: { type: WorkerType }) {
  const t = useText()
  return (
    <details className={css['type']}>
      <summary>
        <TypeTile type={type} />
        <span className="grow">
          <strong>{t(`type.${type}.name`)}</strong>
          <span className="small mute">{t(`type.${type}.short`)}</span>
        </span>
        <Icon name="chevron" />
      </summary>
      <div className={css['inside']}>
        <p>{t('lesson.often')}</p>
        <Rich>{t(`lesson.type.${type}`)}</Rich>
      </div>
    </details>
  )
}

/** A line between two types: solid for neighbours, dotted across the middle. */
function Side({ from, to, look }: { from: 'R' | 'S'; to: 'S' | 'E'; look: 'near' | 'far' }) {
  const a = corner(from)
  const b = corner(to)
  return <line className={css[look]} x1={a.x} y1={a.y} x2={b.x} y2={b.y} />
}
