/**
 * The cards that carry most of a brand: both calls to action, and a card with each kind of heart.
 */

import { homeOf } from '#engine/decide/menu.ts'
import { useRenderContext } from '#engine/react/context.ts'
import { CallToActionCard } from '#widgets/parts/CallToActionCard.tsx'
import { ContentCard } from '#widgets/parts/ContentCard.tsx'
import type { Level } from '#widgets/parts/Heading.tsx'
import { ProgressCard } from '#widgets/parts/ProgressCard.tsx'

const HEARTS = ['off', 'on', 'saving'] as const

export function BrandCards({ level }: { level: Level }) {
  const { catalog } = useRenderContext()
  const slots = (id: string) => ({ id, level, data: undefined, children: null })
  return (
    <div className="stack-l">
      {([1, 2] as const).map((variant) => (
        <CallToActionCard.component
          key={variant}
          {...slots(`cta-${variant}`)}
          variant={variant}
          tag="showcase.sample.tag"
          icon="bulb"
          title="showcase.sample.title"
          subTitle="showcase.sample.text"
          time={8}
          routeName={homeOf(catalog, 'main')}
        />
      ))}
      {HEARTS.map((favourite) => (
        <ContentCard.component
          key={favourite}
          {...slots(`card-${favourite}`)}
          title="showcase.sample.title"
          subTitle="showcase.sample.text"
          favourite={favourite}
        />
      ))}
      <ProgressCard.component
        {...slots('progress')}
        title="showcase.labels.bars"
        text="showcase.bars.text"
        value={50}
        max={100}
      />
    </div>
  )
}
