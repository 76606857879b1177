/**
 * Colours of the theme: the two scales that a tenant sets, ratings, tiles, and the roles that pages
 * use.
 */

import { useText } from '#engine/react/text.tsx'
import { TYPES } from '#widgets/parts/Glyph.tsx'
import { Heading } from '#widgets/parts/Heading.tsx'
import type { Sample } from './sample.ts'
import { TypeTile } from '#widgets/parts/TypeTile.tsx'
import css from './ShowcaseColors.module.css'

const STEPS = Array.from({ length: 10 }, (_, step) => step)
const RATINGS = [1, 2, 3, 4, 5]
const ROLES = [
  'ground',
  'surface',
  'sunken',
  'brand',
  'brand-soft',
  'cloth',
  'step',
  'step-soft',
  'bad',
  'bad-soft',
  'ok',
  'ok-soft',
] as const

/** @param nameOf the name of a tile */
export function ShowcaseColors({
  level,
  nameOf,
}: Sample & { readonly nameOf: (tile: string) => string }) {
  const t = useText()
  return (
    <div className="stack">
      {(['primary', 'secondary'] as const).map((scale) => (
        <div key={scale}>
          <Heading level={level}>{t(`showcase.colors.${scale}`)}</Heading>
          <ol className={`${css['scale']} ${css[scale]}`} start={0}>
            {STEPS.map((step) => (
              <li key={step}>
                <span className={css['swatch']} />
                {step}
              </li>
            ))}
          </ol>
        </div>
      ))}
      <div>
        <Heading level={level}>{t('showcase.colors.rating')}</Heading>
        <ol className={css['ratings']}>
          {RATINGS.map((rating) => (
            <li key={rating}>{rating}</li>
          ))}
        </ol>
      </div>
      <div>
        <Heading level={level}>{t('showcase.colors.types')}</Heading>
        <ul className={css['types']}>
          {TYPES.map((type) => (
            <li key={type}>
              <TypeTile type={type} size="l" />
              {nameOf(type)}
            </li>
          ))}
        </ul>
      </div>
      <div>
        <Heading level={level}>{t('showcase.colors.roles')}</Heading>
        <ul className={css['roles']}>
          {ROLES.map((role) => (
            <li key={role} className={css[role]}>
              <code>{role}</code>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}
