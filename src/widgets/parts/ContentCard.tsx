/**
 * One item of the catalogue: 450 px high, at most 1024 px wide; opened by a button, saved by a
 * heart (spec 2, Content card).
 */

import Type from 'typebox'
import { useState } from 'react'
import { useAction, useHref } from '#engine/react/context.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { Button, ButtonLink } from './Button.tsx'
import { Chip } from './Chip.tsx'
import { Heading, inCard } from './Heading.tsx'
import { HeartButton } from './HeartButton.tsx'
import { StripBoard } from './StripBoard.tsx'
import css from './ContentCard.module.css'

export const Props = Type.Object(
  {
    item: Type.Optional(
      Type.String({
        maxLength: 120,
        description: 'What the actions act on; default: the id of the node.',
      }),
    ),
    title: Type.String({ 'x-ref': 'text' }),
    subTitle: Type.Optional(Type.String({ 'x-ref': 'text' })),
    image: Type.Optional(Type.String({ 'x-address': 'picture', maxLength: 300 })),
    logo: Type.Optional(Type.String({ 'x-address': 'picture', maxLength: 300 })),
    chips: Type.Optional(
      Type.Array(
        Type.Object(
          { id: Type.String(), text: Type.String({ 'x-ref': 'text' }) },
          { additionalProperties: false },
        ),
        { maxItems: 6 },
      ),
    ),
    buttonText: Type.Optional(Type.String({ 'x-ref': 'text', default: 'card.letsGo' })),
    showButton: Type.Optional(Type.Boolean()),
    favourite: Type.Optional(
      Type.Enum(['off', 'on', 'saving'], { description: 'Without it there is no heart.' }),
    ),
    routeName: Type.Optional(
      Type.String({ 'x-ref': 'route', description: 'Where its button leads; else `onOpen`.' }),
    ),
    params: Type.Optional(Type.Record(Type.String(), Type.String())),
    onOpen: Type.Optional(
      Type.String({ description: 'Action that receives the item when the card is opened.' }),
    ),
    onSave: Type.Optional(
      Type.String({ description: 'Action that receives { id, on } when the heart is pressed.' }),
    ),
  },
  { additionalProperties: false },
)

export const ContentCard = defineWidget<typeof Props>(
  'content-card',
  function ContentCard({
    item,
    title,
    subTitle,
    image,
    logo,
    chips = [],
    buttonText = 'card.letsGo',
    showButton = true,
    favourite,
    routeName,
    params,
    onOpen = '',
    onSave = '',
    id,
    level,
  }) {
    const t = useText()
    const href = useHref()
    const open = useAction<string, unknown>(onOpen)
    const save = useAction<{ id: string; on: boolean }, unknown>(onSave)
    const [saving, setSaving] = useState(false)
    const press = () => {
      setSaving(true)
      // The app shows the outcome: a snackbar, and the heart, which comes back as a prop.
      save({ id: item ?? id, on: favourite !== 'on' }).then(
        () => setSaving(false),
        () => setSaving(false),
      )
    }
    return (
      <article className={css['card']} aria-labelledby={`${id}-title`}>
        <div className={css['picture']}>
          {image ? <img src={image} alt="" loading="lazy" /> : <StripBoard name="card" />}
          <span className={css['veil']} />
          {logo && <img className={css['logo']} src={logo} alt="" loading="lazy" />}
        </div>
        <div className={`${css['words']} on-cloth`}>
          {chips.length > 0 && (
            <p className={css['chips']}>
              {chips.map((chip) => (
                <Chip key={chip.id}>{t(chip.text)}</Chip>
              ))}
            </p>
          )}
          <Heading level={inCard(level)} id={`${id}-title`} className={css['title']}>
            {t(title)}
          </Heading>
          {subTitle && <p className={`small ${css['sub']}`}>{t(subTitle)}</p>}
          {showButton &&
            (routeName ? (
              <ButtonLink look="line" small to={href(routeName, params)}>
                {t(buttonText)}
              </ButtonLink>
            ) : (
              <Button look="line" small onClick={() => void open(item ?? id)}>
                {t(buttonText)}
              </Button>
            ))}
        </div>
        {favourite !== undefined && (
          <div className={css['heart']}>
            <HeartButton
              on={favourite === 'on'}
              busy={saving || favourite === 'saving'}
              label={t('card.save', { title: t(title) })}
              onToggle={press}
            />
          </div>
        )}
      </article>
    )
  },
)
