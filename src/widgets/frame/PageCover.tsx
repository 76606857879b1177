/** The banner of a page on cloth: at most 240 px high, its logo 80 px (spec 2 and 9). */

import Type from 'typebox'
import { use } from 'react'
import { useHref } from '#engine/react/context.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { Link } from 'react-router-dom'
import { ButtonLink } from '#widgets/parts/Button.tsx'
import { Chip } from '#widgets/parts/Chip.tsx'
import { Heading } from '#widgets/parts/Heading.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import type { IconName } from '#engine/documents/icons.ts'
import { StopScene } from '#widgets/drawings/StopScene.tsx'
import { STOP_NAMES } from '#widgets/drawings/stopShapes.ts'
import { TypeNames, TypeTiles, useTypesOf } from '#widgets/reports/CoverTypes.tsx'
import { ShownPictures, StripBoard } from '#widgets/parts/StripBoard.tsx'
import button from '../parts/Button.module.css'
import css from './PageCover.module.css'

const Target = Type.Object(
  { text: Type.String({ 'x-ref': 'text' }), routeName: Type.String({ 'x-ref': 'route' }) },
  { additionalProperties: false },
)

export const Props = Type.Object(
  {
    title: Type.String({ 'x-ref': 'text' }),
    description: Type.Optional(Type.String({ 'x-ref': 'text' })),
    caption: Type.Optional(
      Type.String({ 'x-ref': 'text', description: 'A few words above the title.' }),
    ),
    tag: Type.Optional(Type.String({ 'x-ref': 'text' })),
    icon: Type.Optional(Type.String({ 'x-ref': 'icon' })),
    logo: Type.Optional(
      Type.String({
        'x-address': 'picture',
        maxLength: 300,
        description: 'Address of an image on our own origin.',
      }),
    ),
    image: Type.Optional(
      Type.String({
        'x-address': 'picture',
        maxLength: 300,
        description: 'The same; without it, the board is drawn.',
      }),
    ),
    scene: Type.Optional(
      Type.Enum(STOP_NAMES, { description: 'A drawing instead, on phones too.' }),
    ),
    report: Type.Optional(
      Type.String({
        'x-ref': 'report',
        description: 'Instead of a picture: the result of this report in words and tiles.',
      }),
    ),
    lifts: Type.Optional(
      Type.Boolean({
        description: 'With a report: what follows begins on the cloth; usually bound.',
      }),
    ),
    values: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        description: 'Values to fill in to the title, usually bound.',
      }),
    ),
    titleWithout: Type.Optional(
      Type.String({ 'x-ref': 'text', description: 'Title if one of the values is missing.' }),
    ),
    showImage: Type.Optional(Type.Boolean()),
    back: Type.Optional(Target),
    action: Type.Optional(Target),
  },
  { additionalProperties: false },
)

export const PageCover = defineWidget<typeof Props>(
  'page-cover',
  function PageCover({
    title: filled,
    titleWithout,
    values = {},
    report,
    lifts = false,
    description,
    caption,
    tag,
    icon,
    logo,
    image,
    scene,
    showImage = true,
    back,
    action,
    level,
  }) {
    const t = useText()
    const href = useHref()
    const isPictured = use(ShownPictures) && showImage
    const types = useTypesOf(report)
    const isWhole = Object.values(values).every(
      (value) => value !== null && value !== undefined && value !== '',
    )
    const title = t(isWhole ? filled : (titleWithout ?? filled), values)
    const top = (back || caption || tag) && (
      <div className={css['top']}>
        {back && (
          <Link
            className={`${button['icon']} ${css['back']}`}
            to={href(back.routeName)}
            aria-label={t(back.text)}
          >
            <Icon name="back" />
          </Link>
        )}
        {caption && <span className="small mute strong">{t(caption)}</span>}
        {tag && <Chip>{t(tag)}</Chip>}
      </div>
    )
    const link = action && (
      <ButtonLink look="line" small to={href(action.routeName)} className={css['action']}>
        {t(action.text)}
      </ButtonLink>
    )
    if (report !== undefined)
      return (
        <header className={`${css['result']} ${lifts ? css['lifts'] : ''} on-cloth`}>
          <div className={css['resultWords']}>
            {top}
            <Heading level={level}>{title}</Heading>
            <TypeNames types={types} />
            {description && <p className="mute">{t(description)}</p>}
            {link}
          </div>
          <TypeTiles types={types} className={css['tiles']} />
        </header>
      )
    return (
      <section className={`${css['cover']} ${scene === undefined ? '' : css['stop']} on-cloth`}>
        {isPictured && (
          <div className={css['picture']}>
            {image ? (
              <img src={image} alt="" loading="lazy" />
            ) : scene === undefined ? (
              <StripBoard name="strip" />
            ) : (
              <StopScene name={scene} />
            )}
          </div>
        )}
        <div className={css['words']}>
          {top}
          <div className={css['middle']}>
            {logo ? (
              <img className={css['logo']} src={logo} alt="" height="80" />
            ) : (
              icon && <Icon name={icon as IconName} />
            )}
            <div className={css['text']}>
              <Heading level={level}>{title}</Heading>
              {description && <p className="mute">{t(description)}</p>}
            </div>
          </div>
          {link}
        </div>
      </section>
    )
  },
)
