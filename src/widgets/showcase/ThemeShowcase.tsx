/** The internal showcase of the design (spec 2, Theme showcase): everything that pages are made of, in this instance's theme. */

import Type from 'typebox'
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { useHref, useScope } from '#engine/react/context.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { Heading, below, type Level } from '#widgets/parts/Heading.tsx'
import { ShowcaseBars, ShowcaseChips, ShowcasePanels, ShowcaseText } from './ShowcaseBasics.tsx'
import { ShowcaseButtons } from './ShowcaseButtons.tsx'
import { ShowcaseCards, ShowcaseCovers, ShowcaseCtas } from './ShowcaseCards.tsx'
import { ShowcaseColors } from './ShowcaseColors.tsx'
import { ShowcaseFields } from './ShowcaseFields.tsx'
import { ShowcaseNav } from './ShowcaseNav.tsx'
import { ShowcaseRecord, ShowcaseRecordCover, ShowcaseRecords } from './ShowcaseRecords.tsx'
import css from './ThemeShowcase.module.css'

// The lists name what its samples are of.
export const Props = Type.Object(
  {
    title: Type.String({ 'x-ref': 'text' }),
    routeName: Type.String({
      'x-ref': 'route',
      description: 'The page of one section: it is given the name as "section" in its path.',
    }),
  },
  { additionalProperties: false, 'x-needs': ['list'] },
)

/** The specification's side list, in its order. */
const SECTIONS = [
  'all',
  'colors',
  'nav',
  'buttons',
  'cta',
  'pageCovers',
  'cards',
  'bars',
  'chips',
  'accordion',
  'text',
  // Not of the specification.
  'fields',
] as const
type Section = (typeof SECTIONS)[number]

/** What every sample knows: the level of its headings, and whether pictures are shown. */
export type Sample = { readonly level: Level; readonly showImage: boolean }
/** One that leads to a page. */
export type LeadingSample = Sample & { readonly routeName: string }

const DRAWN: Readonly<Record<Exclude<Section, 'all'>, (sample: LeadingSample) => ReactNode>> = {
  colors: (sample) => <ShowcaseColors {...sample} />,
  nav: () => <ShowcaseNav />,
  buttons: () => <ShowcaseButtons />,
  cta: (sample) => <ShowcaseCtas {...sample} />,
  pageCovers: (sample) => (
    <div className="stack">
      <ShowcaseCovers {...sample} />
      <ShowcaseRecordCover {...sample} />
    </div>
  ),
  cards: (sample) => (
    <div className="stack-l">
      <ShowcaseCards {...sample} />
      <ShowcaseRecord {...sample} />
      <ShowcaseRecords {...sample} />
    </div>
  ),
  bars: (sample) => <ShowcaseBars {...sample} />,
  chips: () => <ShowcaseChips />,
  accordion: (sample) => <ShowcasePanels {...sample} />,
  text: (sample) => <ShowcaseText {...sample} />,
  fields: (sample) => <ShowcaseFields {...sample} />,
}

export const ThemeShowcase = defineWidget<typeof Props>(
  'theme-showcase',
  function ThemeShowcase({ title, routeName, level }) {
    const t = useText()
    const href = useHref()
    const asked = useScope().route?.params['section']
    const section = SECTIONS.find((each) => each === asked) ?? 'all'
    const [showImage, setShowImage] = useState(true)
    const shown = SECTIONS.filter(
      (each): each is Exclude<Section, 'all'> =>
        each !== 'all' && (section === 'all' || each === section),
    )
    return (
      <div className={css['showcase']}>
        <Heading level={level} className={css['title']}>
          {t(title)}
        </Heading>
        <nav className={css['side']} aria-label={t('showcase.list')}>
          <ul>
            {SECTIONS.map((each) => (
              <li key={each}>
                <Link
                  to={href(routeName, { section: each })}
                  aria-current={each === section ? 'page' : undefined}
                >
                  {t(`showcase.labels.${each}`)}
                </Link>
              </li>
            ))}
          </ul>
          <label className={css['toggle']}>
            <input
              type="checkbox"
              role="switch"
              aria-checked={showImage}
              checked={showImage}
              onChange={(event) => setShowImage(event.target.checked)}
            />
            {t('showcase.showImage')}
          </label>
        </nav>
        <div className={css['samples']}>
          {shown.map((each) => (
            <section key={each} aria-labelledby={`showcase-${each}`}>
              <Heading level={below(level)} id={`showcase-${each}`}>
                {t(`showcase.labels.${each}`)}
              </Heading>
              <div className={css['sample']}>
                {DRAWN[each]({ level: below(below(level)), showImage, routeName })}
              </div>
            </section>
          ))}
        </div>
      </div>
    )
  },
)
