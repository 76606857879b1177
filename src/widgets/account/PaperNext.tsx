/** What could still be on the paper: the next part and its minutes, the others, what is left out. */

import { Link } from 'react-router-dom'
import { useText } from '#engine/react/text.tsx'
import type { CvView } from '#engine/contract/cvcalls.ts'
import { Button, ButtonLink } from '#widgets/parts/Button.tsx'
import { Card } from '#widgets/parts/Card.tsx'
import { Heading, type Level } from '#widgets/parts/Heading.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import type { EditProps } from './paperprops.ts'
import css from './Paper.module.css'

type Gap = CvView['gaps'][number]

/** Nothing once every part has something. */
export function PaperNext({
  edit,
  gap,
  to,
  level,
}: {
  edit: EditProps
  gap: Gap | undefined
  to: (section: string) => string
  level: Level
}) {
  const t = useText()
  if (gap === undefined) return null
  return (
    <Card look="cloth" turn>
      <div className={`stack-s ${css['next']}`}>
        <Heading level={level}>{t(edit.next, { part: gap.title })}</Heading>
        {gap.why !== '' && <p>{gap.why}</p>}
        <ButtonLink look="step" block to={to(gap.section)}>
          {t(edit.add, { count: gap.minutes })}
        </ButtonLink>
      </div>
    </Card>
  )
}

export function Gaps({ gaps, to }: { gaps: readonly Gap[]; to: (section: string) => string }) {
  const t = useText()
  if (gaps.length === 0) return null
  return (
    <ul className={`${css['gaps']} no-print`}>
      {gaps.map(({ section, title, why, minutes }) => (
        <li key={section}>
          <Link className={css['gap']} to={to(section)}>
            <span className={css['plus']}>
              <Icon name="plus" size="s" />
            </span>
            <span className="grow">
              <strong>{title}</strong>
              {why !== '' && <span className={css['why']}>{why}</span>}
            </span>
            <span className={css['minutes']}>{t('card.minutes', { count: minutes })}</span>
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
