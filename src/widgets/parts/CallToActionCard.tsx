/** Invites to one next step, and says how many minutes it takes (spec 2, Call-to-action card). */

import Type from 'typebox'
import { use } from 'react'
import { useHref } from '#engine/react/context.ts'
import { isLacking, needs } from '#engine/react/needs.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { ButtonLink } from './Button.tsx'
import { Card } from './Card.tsx'
import { Chip } from './Chip.tsx'
import { Heading, inCard } from './Heading.tsx'
import { Icon } from './Icon.tsx'
import type { IconName } from '#engine/documents/icons.ts'
import { ShownPictures, StripBoard } from './StripBoard.tsx'
import css from './CallToActionCard.module.css'

export const Props = Type.Object(
  {
    tag: Type.Optional(Type.String({ 'x-ref': 'text' })),
    icon: Type.Optional(Type.String({ 'x-ref': 'icon' })),
    title: Type.String({ 'x-ref': 'text' }),
    count: Type.Optional(
      Type.Integer({ minimum: 1, description: 'Fills {{count}} in the title.' }),
    ),
    subTitle: Type.Optional(Type.String({ 'x-ref': 'text' })),
    time: Type.Optional(Type.Integer({ minimum: 1, description: 'Minutes.' })),
    buttonText: Type.Optional(Type.String({ 'x-ref': 'text', default: 'card.letsGo' })),
    routeName: Type.String({ 'x-ref': 'route' }),
    params: Type.Optional(Type.Record(Type.String(), Type.String())),
    query: Type.Optional(
      Type.Record(Type.String(), Type.String(), { description: 'Added to the address.' }),
    ),
    showImage: Type.Optional(Type.Boolean()),
    needs,
    variant: Type.Optional(
      Type.Enum([1, 2], { description: '1: cloth with a board; 2: paper with a tile.' }),
    ),
  },
  { additionalProperties: false },
)

export const CallToActionCard = defineWidget<typeof Props>(
  'call-to-action-card',
  function CallToActionCard({
    tag,
    icon,
    title,
    count,
    subTitle,
    time,
    buttonText = 'card.letsGo',
    routeName,
    params,
    query,
    showImage = true,
    needs: own,
    variant = 1,
    id,
    level,
  }) {
    const t = useText()
    const href = useHref()
    const cloth = variant === 1
    const isPictured = use(ShownPictures) && showImage
    if (isLacking(own)) return null
    return (
      <Card look={cloth ? 'cloth' : 'paper'} turn labelledBy={`${id}-title`}>
        {cloth && isPictured && (
          <div className={css['board']}>
            <StripBoard name="strip" />
          </div>
        )}
        <div className={css['fit']}>
          <div className={css[cloth && !isPictured ? 'beside' : 'below']}>
            <div className={css['body']}>
              {icon && !(cloth && isPictured) && (
                <span className={css['tile']}>
                  <Icon name={icon as IconName} />
                </span>
              )}
              <div className={css['words']}>
                {tag && (cloth ? <p className="mute strong">{t(tag)}</p> : <Chip>{t(tag)}</Chip>)}
                <Heading level={inCard(level)} id={`${id}-title`} className={css['title']}>
                  {t(title, count === undefined ? undefined : { count })}
                </Heading>
                {subTitle && <p className="mute">{t(subTitle)}</p>}
                {time !== undefined && (
                  <p className={css['time']}>
                    <Icon name="clock" size="s" />
                    {t('card.minutes', { count: time })}
                  </p>
                )}
              </div>
            </div>
            <ButtonLink
              look={cloth ? 'step' : 'main'}
              to={href(routeName, params, query)}
              className={css['button']}
            >
              {t(buttonText)}
            </ButtonLink>
          </div>
        </div>
      </Card>
    )
  },
)
