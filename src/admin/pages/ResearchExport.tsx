/** Exports the answers of all cohorts as one table, for researchers. */

import { useText } from '#engine/react/text.tsx'
import { Card } from '#widgets/parts/Card.tsx'
import { Heading, type Level } from '#widgets/parts/Heading.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import button from '#widgets/parts/Button.module.css'

export function ResearchExport({ level }: { level: Level }) {
  const t = useText()
  return (
    <Card labelledBy="research-export">
      <div className="stack">
        <div>
          <Heading level={level} id="research-export">
            {t('console.export.title')}
          </Heading>
          <p className="small mute narrow">{t('console.export.text')}</p>
        </div>
        {/* A streamed download: it may be larger than a page can hold. */}
        <a
          className={`${button['button']} ${button['line']} ${button['small']}`}
          href="/api/admin/research/export"
          download
        >
          <Icon name="download" size="s" />
          <span>{t('console.export.button')}</span>
        </a>
      </div>
    </Card>
  )
}
