/** What one could still do about what is on the paper: each leads to where it is written. */

import { Link } from 'react-router-dom'
import type { CvView } from '#engine/contract/cvcalls.ts'
import { useHref } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { Heading, type Level } from '#widgets/parts/Heading.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import { queryOfPart } from './parturl.ts'
import css from './Paper.module.css'

export function PaperHints({
  title,
  hints,
  routeName,
  level,
}: {
  title: string
  hints: CvView['hints']
  routeName: string
  level: Level
}) {
  const t = useText()
  const href = useHref()
  return (
    <section className="stack-s no-print">
      <Heading level={level}>{t(title)}</Heading>
      <ul className={css['hints']}>
        {hints.map(({ title: part, text, line, ...place }) => (
          <li key={`${place.section} ${place.item} ${text}`}>
            <Link to={href(routeName, {}, queryOfPart(place))}>
              <span className="grow">
                <strong>{part}</strong>
                {line !== undefined && (
                  <span className={css['quoted']}>{t('form.quoted', { words: line })}</span>
                )}
                <span>{text}</span>
              </span>
              <Icon name="chevron" size="s" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
