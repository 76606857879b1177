/** One small card a report: its result in a line, the minutes that it takes, or what opens it (spec 2, Profile and CV). */

import Type from 'typebox'
import { Link } from 'react-router-dom'
import { useHref, useSurroundings } from '#engine/react/context.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { planThatOpens } from '#engine/access.ts'
import { Heading, inCard } from './Heading.tsx'
import { Icon } from './Icon.tsx'
import { NavIcon } from './NavList.tsx'
import { iconOf, reportStates, typesOf, type ReportState } from './results.ts'
import { Trail } from './Trail.tsx'
import { TypeStrip } from './TypeTile.tsx'
import css from './ResultCards.module.css'

export const Props = Type.Object({}, { additionalProperties: false })

export const ResultCards = defineWidget<typeof Props>('result-cards', function ResultCards({ id, level }) {
  const t = useText()
  const { catalog, scope } = useSurroundings()
  const states = reportStates(catalog, scope)
  if (states.length === 0) return null
  return (
    <section aria-labelledby={`${id}-title`}>
      <Heading level={inCard(level)} id={`${id}-title`}>
        {t('profileHome.results')}
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
})

function ResultCard({ state }: { state: ReportState }) {
  const t = useText()
  const href = useHref()
  const { catalog, scope } = useSurroundings()
  const { report, access, route } = state
  const types = access && report.assessments[0] === 'holland_code' ? typesOf(scope) : null
  const plan = access ? null : planThatOpens(catalog, scope, report.feature)
  const locked = [t('upgrade.toAccess'), plan !== null && t('upgrade.partOf', { plan: t(`plan.${plan}`) })].filter(Boolean).join(' · ')
  return (
    <Link className={`${css['card']} ${access ? '' : css['locked']}`} to={href(access ? (route ?? 'profileHomePage') : 'purchaseUpgrade')}>
      {types ? (
        <TypeStrip types={types} />
      ) : (
        <span className={css['icon']}>
          <NavIcon name={iconOf(catalog, report.feature) ?? 'bars'} />
        </span>
      )}
      <span className="grow">
        <strong>{t(report.label)}</strong>
        <span className={css['line']}>{access ? <Line state={state} types={types?.map((type) => t(`type.${type}.name`)) ?? null} /> : locked}</span>
        {access && state.done > 0 && state.done < state.all && <Trail value={state.done} max={state.all} label={t(report.label)} text={t('profileHome.some', state)} />}
      </span>
      <Icon name={access ? 'chevron' : 'lock'} />
    </Link>
  )
}

/** The line below a report's name. */
function Line({ state, types }: { state: ReportState; types: readonly string[] | null }) {
  const t = useText()
  if (state.all > 0 && state.done === state.all) return state.report.assessments[0] === 'holland_code' ? (types?.join(', ') ?? t('profileHome.noType')) : t('profileHome.read')
  if (state.done > 0) return t('profileHome.some', { done: state.done, all: state.all })
  return state.built ? t('profileHome.take', { count: state.minutes }) : t('built.tag')
}
