/** One small card a report: its result in a line, the minutes that it takes, or what opens it (spec 2, Profile and CV). */

import Type from 'typebox'
import { Link } from 'react-router-dom'
import { useHref, useRenderContext } from '#engine/react/context.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { Heading, inCard } from '#widgets/parts/Heading.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import { NavIcon } from '#widgets/frame/NavList.tsx'
import { lineOf, routeOf } from '#widgets/reports/resultLine.ts'
import {
  iconOf,
  reportStates,
  typesOfReport,
  type ReportState,
  type ResultType,
} from '#widgets/reports/results.ts'
import { TYPES, type WorkerType } from '#widgets/parts/Glyph.tsx'
import { Trail } from '#widgets/parts/Trail.tsx'
import { TypeStrip } from '#widgets/parts/TypeTile.tsx'
import { usePeek, wordsOfStart } from '#widgets/parts/usePeek.ts'
import css from './ResultCards.module.css'

export const Props = Type.Object(
  { title: Type.String({ 'x-ref': 'text' }) },
  { additionalProperties: false, 'x-needs': ['report-names'] },
)

export const ResultCards = defineWidget<typeof Props>(
  'result-cards',
  function ResultCards({ title, id, level }) {
    const t = useText()
    const { catalog, scope } = useRenderContext()
    const states = reportStates(catalog, scope)
    if (states.length === 0) return null
    return (
      <section aria-labelledby={`${id}-title`}>
        <Heading level={inCard(level)} id={`${id}-title`}>
          {t(title)}
        </Heading>
        <ul className={css['cards']}>
          {states.map((state) => (
            <li key={state.report.id}>
              <ResultCard state={state} />
            </li>
          ))}
        </ul>
      </section>
    )
  },
)

/** Types that have a tile of their own. */
function tilesOf(types: readonly ResultType[] | null): WorkerType[] {
  return (types ?? []).flatMap(({ id }) => TYPES.find((type) => type === id) ?? [])
}

function ResultCard({ state }: { state: ReportState }) {
  const t = useText()
  const href = useHref()
  const { catalog, scope } = useRenderContext()
  const { report, access } = state
  const waiting = usePeek(report.assessments[0] ?? '')
  const types = access ? tilesOf(typesOfReport(report, catalog, scope)) : []
  return (
    <Link
      className={`${css['card']} ${access ? '' : css['locked']}`}
      to={href(routeOf(state, catalog))}
    >
      {types.length > 0 ? (
        <TypeStrip types={types} />
      ) : (
        <span className={css['icon']}>
          <NavIcon name={iconOf(catalog, report.feature) ?? 'bars'} />
        </span>
      )}
      <span className="grow">
        <strong>{t(report.label)}</strong>
        <span className={css['line']}>{lineOf(t, catalog, scope, state)}</span>
        {access && waiting !== null && waiting.answered > 0 && (
          <span className={css['line']}>{wordsOfStart(t, waiting)}</span>
        )}
        {access && state.done > 0 && state.done < state.all && (
          <Trail
            value={state.done}
            max={state.all}
            label={t(report.label)}
            text={lineOf(t, catalog, scope, state)}
          />
        )}
      </span>
      <Icon name={access ? 'chevron' : 'lock'} />
    </Link>
  )
}
