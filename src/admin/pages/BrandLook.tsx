/** The components of pages, in the unsaved brand. */

import { useEffect, useState } from 'react'
import type { Scheme } from '#engine/documents/roles.ts'
import type { ConfigDocument } from '#engine/documents/kinds.ts'
import { useText } from '#engine/react/text.tsx'
import type { Level } from '#widgets/parts/Heading.tsx'
import { ShowcaseBars, ShowcaseChips, ShowcaseText } from '#widgets/showcase/ShowcaseBasics.tsx'
import { ShowcaseButtons } from '#widgets/showcase/ShowcaseButtons.tsx'
import { ShowcaseCards } from '#widgets/showcase/ShowcaseCards.tsx'
import { ShowcaseColors } from '#widgets/showcase/ShowcaseColors.tsx'
import { ChoiceField } from '#admin/parts/Field.tsx'
import { sampleCss } from './brand.ts'
import { BrandCards } from './BrandCards.tsx'
import css from './Brand.module.css'

const SCHEMES: readonly Scheme[] = ['light', 'dark']

export function BrandLook({ config, level }: { config: ConfigDocument; level: Level }) {
  const t = useText()
  const [scheme, setScheme] = useState<Scheme>('light')
  const [sheet] = useState(() => new CSSStyleSheet())
  useEffect(() => {
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet)
    }
  }, [sheet])
  useEffect(
    () => sheet.replaceSync(sampleCss(config, scheme, '[data-brand-sample]')),
    [sheet, config, scheme],
  )
  return (
    <div className="stack">
      <ChoiceField
        label={t('console.brand.scheme')}
        value={scheme}
        onChange={(value) => setScheme(value as Scheme)}
        choices={SCHEMES.map((id) => ({ id, label: t(`console.brand.${id}`) }))}
      />
      <div className={`stack-l ${css['sample']}`} data-brand-sample="">
        <p className={css['name']}>{config.appName}</p>
        <ShowcaseButtons />
        <BrandCards level={level} />
        <ShowcaseColors level={level} nameOf={(tile) => t(`type.${tile}.name`)} />
        <ShowcaseCards level={level} />
        <ShowcaseBars />
        <ShowcaseChips />
        <ShowcaseText />
      </div>
    </div>
  )
}
