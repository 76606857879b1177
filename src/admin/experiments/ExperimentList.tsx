/** All experiments, each with what it says so far in one sentence. */

import { Fragment, useState } from 'react'
import { Link } from 'react-router-dom'
import type { Page } from '#engine/contract/admincontract.ts'
import type {
  ExperimentResults,
  ExperimentSummary,
  ExperimentView,
} from '#engine/contract/experimentshapes.ts'
import { useHref, useScope } from '#engine/react/context.ts'
import { useText, type Translate } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { below, type Level } from '#widgets/parts/Heading.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import { useRead, useRights, useTitleOf } from '#admin/parts/client.ts'
import { PageHead } from '#admin/parts/PageHead.tsx'
import { Pending } from '#admin/parts/Pending.tsx'
import { BandLine, intervalOf } from './BandLine.tsx'
import { ExperimentForm } from './ExperimentForm.tsx'
import { State } from './State.tsx'
import { documentOf, EXPERIMENTS, useMetric } from './useExperiment.ts'
import {
  armName,
  bandOf,
  count,
  dayOf,
  effectIn,
  isShare,
  leadOf,
  lostIn,
  lostText,
  powerOf,
  standingOf,
  type Measured,
} from './words.ts'
import css from './Experiments.module.css'

const GROUPS = [
  ['running', 'paused'],
  ['planned'],
  ['ended'],
] as const satisfies readonly (readonly ExperimentSummary['state'][])[]
/** Both ends of each line, out of 100 people. */
const REACH = 8

export function ExperimentList({ level }: { level: Level }) {
  const t = useText()
  const rights = useRights()
  const read = useRead<Page<ExperimentSummary>>(EXPERIMENTS)
  const [making, setMaking] = useState(false)
  if (making)
    return (
      <>
        <PageHead level={level} title={t('console.experiments.make.button')} />
        <ExperimentForm onClose={() => setMaking(false)} />
      </>
    )
  return (
    <>
      <PageHead
        level={level}
        title={t('console.experiments.title')}
        text={t('console.experiments.text')}
      >
        {rights.experiments && (
          <Button small icon={<Icon name="plus" size="s" />} onClick={() => setMaking(true)}>
            {t('console.experiments.make.button')}
          </Button>
        )}
      </PageHead>
      <Pending read={read}>
        {({ items }) =>
          items.length === 0 ? <None /> : <All items={items} level={below(level)} />
        }
      </Pending>
    </>
  )
}

/** What an experiment is, for tenants that have none yet. */
function None() {
  const t = useText()
  return (
    <Note look="doubt" title={t('console.experiments.none')}>
      {t('console.experiments.noneText')}
    </Note>
  )
}

function All({ items, level }: { items: readonly ExperimentSummary[]; level: Level }) {
  const t = useText()
  const Title = `h${level}` as const
  return (
    <div className="stack">
      <section className={css['panel']}>
        <Title className="hidden-text">{t('console.experiments.all')}</Title>
        <table className={`${css['table']} ${css['blocks']}`}>
          <thead>
            <tr>
              {(['experiment', 'state', 'people'] as const).map((each) => (
                <th key={each} scope="col" className={each === 'people' ? css['num'] : undefined}>
                  {t(`console.experiments.column.${each}`)}
                </th>
              ))}
              <th scope="col" className={css['spark']}>
                {t('console.experiments.column.line', { reach: REACH })}
              </th>
              <th scope="col">{t('console.experiments.column.known')}</th>
            </tr>
          </thead>
          {GROUPS.map((states) => {
            const rows = items.filter(({ state }) => (states as readonly string[]).includes(state))
            return (
              rows.length > 0 && (
                <tbody key={states[0]}>
                  <tr className={css['group']}>
                    <th colSpan={5} scope="rowgroup">
                      {t(`console.experiments.group.${states[0]}`)}
                    </th>
                  </tr>
                  {rows.map((each) => (
                    <Row key={each.id} summary={each} />
                  ))}
                </tbody>
              )
            )
          })}
        </table>
      </section>
      <ul className={css['key']}>
        <li>
          <span className={css['dot']} aria-hidden="true" />
          {t('console.experiments.key.guess')}
        </li>
        <li>
          <span className={css['dots']} aria-hidden="true" />
          {t('console.experiments.key.band')}
        </li>
        <li>{t('console.experiments.key.middle')}</li>
      </ul>
      <Note look="doubt" title={t('console.experiments.good')}>
        {t('console.experiments.goodText')}
      </Note>
    </div>
  )
}

function Row({
  summary: { id, title, hypothesis, state, primary, arms, view, results: found },
}: {
  summary: ExperimentSummary
}) {
  const t = useText()
  const href = useHref()
  const { language } = useScope()
  const metric = useMetric(primary)
  const results = found ?? undefined
  const standing = standingOf(view, results)
  const lead = results && leadOf(results.metrics)
  return (
    <tr>
      <th scope="row">
        <Link className={css['name']} to={href('consoleExperiment', { experiment: id })}>
          {title}
        </Link>
        <span className={css['sub']}>{hypothesis}</span>
      </th>
      <td>
        <State
          of={standing}
          {...(results && {
            day: [dayOf(results.days, new Date(results.at)), documentOf(view).plannedDays] as const,
          })}
        />
        <span className={css['sub']}>
          {t('console.experiments.versions', { count: arms.length })}
        </span>
      </td>
      <td className={css['num']} data-label={t('console.experiments.column.people')}>
        {results && count(results.n, language)}
      </td>
      <td className={css['spark']}>
        {state !== 'planned' && (
          <BandLine
            interval={lead === undefined || results?.srm.alarm ? null : intervalOf(lead)}
            metric={metric}
            reach={REACH}
          />
        )}
      </td>
      <td className={css['what']}>
        <Known view={view} results={results} metric={metric} />
      </td>
    </tr>
  )
}

/** What is known, in one sentence. */
function Known({
  view,
  results,
  metric,
}: {
  view: ExperimentView
  results: ExperimentResults | undefined
  metric: Measured
}) {
  const t = useText()
  const { language } = useScope()
  const titleOf = useTitleOf()
  const said = knownOf(view, results, metric, { t, titleOf, language })
  return (
    said && (
      <>
        {said.map((each, at) => (
          <Fragment key={each}>{at === 0 ? <b>{each} </b> : each}</Fragment>
        ))}
      </>
    )
  )
}

type Said = {
  readonly t: Translate
  readonly titleOf: (name: string) => string
  readonly language: string
}

/** The sentence that leads, and one more. */
function knownOf(
  view: ExperimentView,
  results: ExperimentResults | undefined,
  metric: Measured,
  { t, titleOf, language }: Said,
): readonly string[] | null {
  const experiment = documentOf(view)
  const key = 'console.experiments.known'
  if (view.state === 'planned') {
    const { lead, rest } = powerOf(view.plan, t, language)
    return [lead, rest]
  }
  if (results === undefined) return null
  const standing = standingOf(view, results)
  if (results.srm.alarm)
    return [
      t(`${key}.split`),
      t(`${key}.splitText`, {
        counts: results.arms.map(({ n }) => count(n, language)).join(', '),
      }),
    ]
  if (standing === 'lost')
    return [
      t('console.experiments.lost.title'),
      t(lostText(view), {
        documents: lostIn(view, titleOf),
      }),
    ]
  if (standing === 'harmed') return [t(`${key}.harm`), t(`${key}.harmText`)]
  const lead = leadOf(results.metrics)
  const interval = lead && intervalOf(lead)
  if (lead === undefined || interval == null) return [t(`${key}.open`), t(`${key}.few`)]
  const band = bandOf(interval, metric, t, language)
  const arm = armName(experiment, lead.arm, t)
  if (lead.verdict === 'open') return [t(`${key}.open`), t(`${key}.band`, { arm, band })]
  if (lead.verdict === 'same')
    return [
      t(`${key}.${isShare(metric) ? 'same' : 'sameIn'}`, {
        effect: effectIn(experiment, metric, language),
      }),
      t(`${key}.band`, { arm, band }),
    ]
  return [
    t(`${key}.band`, { arm, band }),
    view.state === 'ended' ? '' : t(`${key}.${lead.verdict}`),
  ].filter(Boolean)
}
