/**
 * A part of a report that hasn't been taken yet: what it is, how long it takes, and a link to it.
 */

import { useHref, useRenderContext } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { ButtonLink } from '#widgets/parts/Button.tsx'
import { Card } from '#widgets/parts/Card.tsx'
import { Heading, inCard, type Level } from '#widgets/parts/Heading.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import type { IconName } from '#engine/documents/icons.ts'
import css from './OpenPart.module.css'

type Props = {
  id: string
  assessment: string
  routeName: string
  icon: string | undefined
  level: Level
  /** The page's next step; a page has only one. */ lead: boolean
}

export function OpenPart({ id, assessment, routeName, icon, level, lead }: Props) {
  const t = useText()
  const href = useHref()
  const document = useRenderContext().catalog.get('assessment', assessment)
  if (document === undefined) return null
  return (
    <Card look="locked" labelledBy={`${id}-title`}>
      <div className={css['open']}>
        {icon && (
          <span className={css['tile']}>
            <Icon name={icon as IconName} />
          </span>
        )}
        <div>
          <Heading level={inCard(level)} id={`${id}-title`} className={css['title']}>
            {t(document.label)}
          </Heading>
          <p className="small mute">{t(document.summary)}</p>
          <p className={css['time']}>
            <Icon name="clock" size="s" />
            {t('card.minutes', { count: document.minutes })}
          </p>
        </div>
        <div className={`${css['go']} no-print`}>
          <ButtonLink look={lead ? 'step' : 'line'} to={href(routeName)}>
            {t('result.open.go')}
            <span className="hidden-text"> {t(document.label)}</span>
          </ButtonLink>
        </div>
      </div>
    </Card>
  )
}
