/** A profile section without fields: what it shows of a report, and a link to it. */

import { useHref, useRenderContext } from '#engine/react/context.ts'
import type { Section } from '#engine/decide/progress.ts'
import { useText } from '#engine/react/text.tsx'
import { ButtonLink } from '#widgets/parts/Button.tsx'
import { Card } from '#widgets/parts/Card.tsx'
import { Heading, type Level } from '#widgets/parts/Heading.tsx'
import {
  isTaken,
  lineOf,
  resultOfSection,
  routeOf,
  type ResultWords,
} from '#widgets/reports/resultLine.ts'

/** @param nothing text key, used if the section has no hint */
export function SectionResult({
  section,
  nothing,
  results,
  id,
  level,
}: {
  section: Section
  nothing: string | undefined
  results: ResultWords | undefined
  id: string
  level: Level
}) {
  const t = useText()
  const href = useHref()
  const { catalog, scope } = useRenderContext()
  const result = resultOfSection(catalog, scope, section)
  const hint = section.hint ?? nothing
  return (
    <section aria-labelledby={`${id}-title`} className="stack">
      <div>
        <Heading level={level} id={`${id}-title`}>
          {t(section.label)}
        </Heading>
        {hint !== undefined && <p className="mute">{t(hint)}</p>}
      </div>
      {result && (
        <Card>
          <div className="stack-s">
            <p>{lineOf(t, catalog, scope, result, results)}</p>
            <ButtonLink to={href(routeOf(result, catalog))}>
              {t(
                !result.access
                  ? 'upgrade.toAccess'
                  : isTaken(result)
                    ? 'quiz.readReport'
                    : 'card.letsGo',
              )}
            </ButtonLink>
          </div>
        </Card>
      )}
    </section>
  )
}
