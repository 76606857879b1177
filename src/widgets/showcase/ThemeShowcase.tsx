/**
 * The internal showcase of the design (spec 2, Theme showcase): everything that pages are made of,
 * in this instance's theme.
 */

import Type from 'typebox'
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import {
  ScopeProvider,
  useHref,
  useRenderContext,
  type RenderContext,
} from '#engine/react/context.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { TYPES } from '#widgets/parts/Glyph.tsx'
import { Heading, below, type Level } from '#widgets/parts/Heading.tsx'
import { ShownPictures } from '#widgets/parts/StripBoard.tsx'
import { DrawnSection } from './sample.ts'
import { ShowcaseBars, ShowcaseChips, ShowcaseText } from './ShowcaseBasics.tsx'
import { ShowcaseButtons } from './ShowcaseButtons.tsx'
import { ShowcaseCards } from './ShowcaseCards.tsx'
import { ShowcaseColors } from './ShowcaseColors.tsx'
import { ShowcaseFields } from './ShowcaseFields.tsx'
import { ShowcaseNav } from './ShowcaseNav.tsx'
import css from './ThemeShowcase.module.css'

const Text = Type.String({ 'x-ref': 'text' })

// The lists name what its samples show.
export const Props = Type.Object(
  {
    title: Text,
    routeName: Type.String({
      'x-ref': 'route',
      description: 'The page of one section: it is given the name as "section" in its path.',
    }),
    sections: Type.Optional(
      Type.Array(
        Type.Object(
          { id: Type.String({ maxLength: 40 }), label: Type.Optional(Text) },
          { additionalProperties: false },
        ),
        {
          minItems: 1,
          maxItems: 30,
          description:
            'In their order. The parts inside say which of them they belong to. Default: what pages are made of, without specimens.',
        },
      ),
    ),
    tiles: Type.Optional(
      Type.Array(
        Type.Object({ id: Type.Enum([...TYPES]), title: Text }, { additionalProperties: false }),
        { description: 'What the coloured tiles are called.' },
      ),
    ),
  },
  { additionalProperties: false, 'x-needs': ['list'] },
)

type Part = {
  readonly level: Level
  readonly routeName: string
  readonly nameOf: (tile: string) => string
}

/** Things that aren't widgets: parts that widgets are made of, by the section that shows them. */
const PARTS: Readonly<Record<string, (part: Part) => ReactNode>> = {
  colors: ({ level, nameOf }) => <ShowcaseColors level={level} nameOf={nameOf} />,
  nav: ({ routeName }) => <ShowcaseNav routeName={routeName} />,
  buttons: () => <ShowcaseButtons />,
  cards: ({ level }) => <ShowcaseCards level={level} />,
  bars: () => <ShowcaseBars />,
  chips: () => <ShowcaseChips />,
  text: () => <ShowcaseText />,
  fields: ({ level }) => <ShowcaseFields level={level} />,
}

const ALL_PARTS = Object.keys(PARTS).map((id) => ({ id, label: undefined }))

/** Actions of samples do nothing: no one is signed out, and nothing is saved. */
const INERT = new Proxy<RenderContext['actions']>({}, { get: () => () => null })

export const ThemeShowcase = defineWidget<typeof Props>(
  'theme-showcase',
  function ThemeShowcase({ title, routeName, sections = ALL_PARTS, tiles = [], level, children }) {
    const t = useText()
    const href = useHref()
    const context = useRenderContext()
    const asked = context.scope.route?.params['section']
    const current = sections.find(({ id }) => id === asked)?.id ?? 'all'
    const [showImage, setShowImage] = useState(true)
    const names = new Map<string, string>(tiles.map((tile) => [tile.id, tile.title]))
    const named = (id: string, label: string | undefined) =>
      label === undefined ? t(`showcase.labels.${id}`) : t(label)
    const part: Part = {
      level: below(below(level)),
      routeName,
      nameOf: (tile) => t(names.get(tile)),
    }
    return (
      <div className={css['showcase']}>
        <Heading level={level} className={css['title']}>
          {t(title)}
        </Heading>
        <nav className={css['side']} aria-label={t('showcase.list')}>
          <ul>
            {[{ id: 'all', label: undefined }, ...sections].map(({ id, label }) => (
              <li key={id}>
                <Link
                  to={href(routeName, { section: id })}
                  aria-current={id === current ? 'page' : undefined}
                >
                  {named(id, label)}
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
        <ScopeProvider value={{ ...context, actions: INERT }}>
          <ShownPictures value={showImage}>
            <div className={css['samples']}>
              {sections
                .filter(({ id }) => current === 'all' || id === current)
                .map(({ id, label }) => (
                  <section key={id} aria-labelledby={`showcase-${id}`}>
                    <Heading level={below(level)} id={`showcase-${id}`}>
                      {named(id, label)}
                    </Heading>
                    <div className={`stack-l ${css['sample']}`}>
                      {PARTS[id]?.(part)}
                      <DrawnSection value={id}>{children}</DrawnSection>
                    </div>
                  </section>
                ))}
            </div>
          </ShownPictures>
        </ScopeProvider>
      </div>
    )
  },
)
