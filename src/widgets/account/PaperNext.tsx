/** What could still be on the paper: the next part and its minutes, the others, what is left out. */

import { Link } from 'react-router-dom'
import { partsDone } from '#engine/cv/partsdone.ts'
import { useHref } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import type { CvView } from '#engine/contract/cvcalls.ts'
import { Button, ButtonLink } from '#widgets/parts/Button.tsx'
import { Card } from '#widgets/parts/Card.tsx'
import { Heading, type Level } from '#widgets/parts/Heading.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import { Trail } from '#widgets/parts/Trail.tsx'
import type { EditProps } from './paperprops.ts'
import type { Place } from './parturl.ts'
import css from './Paper.module.css'

type Gap = CvView['gaps'][number]

/** Once every part has something: what it is for, if the page says so. */
export function PaperNext({
  edit,
  gaps,
  order,
  to,
  level,
}: {
  edit: EditProps
  gaps: readonly Gap[]
  order: CvView['order']
  to: (place: Place) => string
  level: Level
}) {
  const t = useText()
  const href = useHref()
  const [gap] = gaps
  const { whole } = edit
  if (gap === undefined && whole === undefined) return null
  const { done, count } = partsDone({ order, gaps })
  const { progress } = edit
  return (
    <Card look="cloth" turn>
      <div className={`stack-s ${css['next']}`}>
        {progress && (
          <div className={css['progress']}>
            <p className="row between wraps small">
              <strong>{t(progress.done, { done, count })}</strong>
              {gap !== undefined && (
                <span>
                  {t(progress.left, { count: gaps.reduce((sum, { minutes }) => sum + minutes, 0) })}
                </span>
              )}
            </p>
            <Trail value={done} max={count} label={t(progress.done, { done, count })} />
          </div>
        )}
        {gap !== undefined ? (
          <>
            <Heading level={level}>{t(edit.next, { part: gap.title })}</Heading>
            {gap.why !== '' && <p>{gap.why}</p>}
            <ButtonLink look="step" block to={to(gap)}>
              {t(edit.add, { count: gap.minutes })}
            </ButtonLink>
          </>
        ) : (
          whole !== undefined && (
            <>
              <Heading level={level}>{t(whole.title)}</Heading>
              <ButtonLink look="step" block to={href(edit.routeName, {}, whole.values)}>
                {t(whole.button)}
              </ButtonLink>
            </>
          )
        )}
      </div>
    </Card>
  )
}

export function Gaps({ gaps, to }: { gaps: readonly Gap[]; to: (place: Place) => string }) {
  const t = useText()
  return (
    <ul className={`${css['gaps']} no-print`}>
      {gaps.map(({ title, why, minutes, ...place }) => (
        <li key={place.section}>
          <Link className={css['gap']} to={to(place)}>
            <span className={css['plus']}>
              <Icon name="plus" size="s" />
            </span>
            <span className="grow">
              <strong>{title}</strong>
              {why !== '' && <span className={css['why']}>{why}</span>}
            </span>
            <span className={css['minutes']}>{t('card.min', { count: minutes })}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

export function Hidden({
  hidden,
  edit,
  level,
  show,
}: {
  hidden: CvView['hidden']
  edit: EditProps
  level: Level
  show: (section: string) => void
}) {
  const t = useText()
  return (
    <section className="stack-s">
      <Heading level={level}>{t(edit.hidden)}</Heading>
      <ul className="row wraps">
        {hidden.map(({ section, title }) => (
          <li key={section}>
            <Button
              look="line"
              small
              icon={<Icon name="eye" size="s" />}
              onClick={() => show(section)}
            >
              {t(edit.show, { part: title })}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
