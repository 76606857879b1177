/** The card of an instrument, collapsed at first. */

import type { DocumentOf } from '#engine/documents/kinds.ts'
import { useText } from '#engine/react/text.tsx'
import { Card } from '#widgets/parts/Card.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import { InstrumentFacts, type Taken } from './InstrumentFacts.tsx'
import css from './InstrumentFold.module.css'

/**
 * @param name id of its title: given if a page has several, each of which then has its own name
 */
export function InstrumentFold({
  document,
  taken,
  name,
}: {
  document: DocumentOf<'assessment'>
  taken?: Taken | undefined
  name?: string
}) {
  const t = useText()
  return (
    <Card {...(name !== undefined && { labelledBy: name })}>
      <details className={css['about']}>
        <summary>
          {name === undefined ? (
            <strong>{t('instrument.about')}</strong>
          ) : (
            <span>
              <strong id={name}>{t(document.label)}</strong>
              <br />
              <span className="small mute">{t('instrument.about')}</span>
            </span>
          )}
          <Icon name="chevron" />
        </summary>
        <InstrumentFacts document={document} taken={taken} />
      </details>
    </Card>
  )
}
