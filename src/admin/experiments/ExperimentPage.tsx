/** One experiment: what is known, in words first; before the start, whether it can be known at all. */

import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { DocumentView } from '#engine/contract/admincontract.ts'
import type { ExperimentResults, ExperimentView } from '#engine/contract/experimentshapes.ts'
import { useHref, useScope } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { Heading, type Level } from '#widgets/parts/Heading.tsx'
import type { MetricDocument } from '#engine/documents/kinds.ts'
import { documentPath, useRead, useRights, useTitleOf } from '#admin/parts/client.ts'
import { PageHead } from '#admin/parts/PageHead.tsx'
import { Pending } from '#admin/parts/Pending.tsx'
import { Arms } from './Arms.tsx'
import { ExperimentForm } from './ExperimentForm.tsx'
import { History } from './History.tsx'
import { Breakdowns, Funnel, MetricsPanel, PeopleADay } from './Panels.tsx'
import { Panel } from './Panel.tsx'
import { Sequences } from './Sequence.tsx'
import { SideBySide } from './SideBySide.tsx'
import { State } from './State.tsx'
import { ShipButton } from './ShipButton.tsx'
import { Steps } from './Steps.tsx'
import {
  documentOf,
  experimentPath,
  useExperiment,
  useMetric,
  useResults,
} from './useExperiment.ts'
import { Verdict } from './Verdict.tsx'
import {
  armName,
  count,
  dayOf,
  doesHarm,
  effectIn,
  figure,
  isShare,
  powerOf,
  standingOf,
  UNKNOWN_METRIC,
  winnersOf,
} from './words.ts'
import css from './Experiments.module.css'
import head from '#admin/parts/PageHead.module.css'

type Props = { id: string; level: Level; isReport?: boolean }

export function ExperimentPage({ id, level, isReport = false }: Props) {
  return (
    <Pending read={useExperiment(id)}>
      {(view) => <Shown view={view} level={level} isReport={isReport} />}
    </Pending>
  )
}

/** The form says a difference in the unit of the metric, so it waits for it. */
function Changing({
  view,
  level,
  onClose,
}: {
  view: ExperimentView
  level: Level
  onClose: () => void
}) {
  const t = useText()
  const { title, metrics } = documentOf(view)
  const read = useRead<DocumentView>(documentPath('documents', 'metric', metrics.primary))
  return (
    <>
      <PageHead level={level} title={t('console.experiments.changing', { title })} />
      <Pending read={read}>
        {({ effective }) => (
          <ExperimentForm
            of={{ view, metric: (effective as MetricDocument | null) ?? UNKNOWN_METRIC }}
            onClose={onClose}
          />
        )}
      </Pending>
    </>
  )
}

function Shown({
  view,
  level,
  isReport,
}: {
  view: ExperimentView
  level: Level
  isReport: boolean
}) {
  const read = useResults(view.id, view.state !== 'planned')
  const results = view.state === 'planned' ? undefined : read.value
  const [isChanging, setChanging] = useState(false)
  if (isChanging) return <Changing view={view} level={level} onClose={() => setChanging(false)} />
  return (
    <div className="stack">
      <Head
        view={view}
        results={results}
        level={level}
        isReport={isReport}
        onChange={() => setChanging(true)}
      />
      {view.state === 'planned' ? (
        <Planned view={view} />
      ) : (
        <Pending read={read}>
          {(value) => <Running view={view} results={value} isReport={isReport} />}
        </Pending>
      )}
    </div>
  )
}

function Head({
  view,
  results,
  level,
  isReport,
  onChange,
}: {
  view: ExperimentView
  results: ExperimentResults | undefined
  level: Level
  isReport: boolean
  onChange: () => void
}) {
  const t = useText()
  const href = useHref()
  const experiment = documentOf(view)
  return (
    <header className={head['head']}>
      <div className={head['words']}>
        <p className={`small ${css['acts']}`}>
          <Link to={href('consoleExperiments')}>{t('console.experiments.title')}</Link>
        </p>
        <Heading level={level}>{experiment.title}</Heading>
        <State
          of={standingOf(view, results)}
          {...(results && {
            day: [dayOf(results.days, new Date(results.at)), experiment.plannedDays] as const,
          })}
        />
        <p className="narrow">
          <b>{t('console.experiments.expect')}</b> {experiment.hypothesis}
        </p>
      </div>
      <div className={`${head['doing']} ${css['acts']}`}>
        {isReport ? (
          <PrintButton />
        ) : (
          <>
            <Link to={href('consoleExperimentReport', { experiment: view.id })}>
              {t('console.experiments.report')}
            </Link>
            <Steps view={view} onChange={onChange} />
          </>
        )}
      </div>
    </header>
  )
}

function PrintButton() {
  const t = useText()
  return (
    <Button look="line" small onClick={() => window.print()}>
      {t('console.experiments.print')}
    </Button>
  )
}

function Planned({ view }: { view: ExperimentView }) {
  const t = useText()
  const { language } = useScope()
  const { lead, rest } = powerOf(view.plan, t, language)
  const experiment = documentOf(view)
  const metric = useMetric(experiment.metrics.primary)
  const titleOf = useTitleOf()
  const namesOf = (ids: readonly string[] = [], kind = 'metric') =>
    ids.map((id) => titleOf(`${kind}/${id}`)).join(', ')
  return (
    <>
      <section className={`${css['panel']} ${css['dotted']}`}>
        <div className={css['said']}>
          <div className="stack">
            <h2 className={css['verdict']}>{lead}</h2>
            <p>{rest}</p>
            <p className="small mute">
              {t(`console.experiments.power.${isShare(metric) ? 'how' : 'howIn'}`, {
                effect: effectIn(experiment, metric, language),
              })}{' '}
              {t(`console.experiments.power.basis.${view.plan.basis}`)}
            </p>
            <Cuts of={view.plan.cuts} />
          </div>
          <dl className={css['facts']}>
            {(
              [
                ['metric', titleOf(`metric/${experiment.metrics.primary}`)],
                [
                  'window',
                  metric.windowDays === undefined
                    ? undefined
                    : t('console.experiments.facts.windowDays', { count: metric.windowDays }),
                ],
                ['guardrails', namesOf(experiment.metrics.guardrails)],
                ['further', namesOf(experiment.metrics.further)],
                [
                  'pages',
                  namesOf([...new Set(experiment.exposure.map(({ screen }) => screen))], 'screen'),
                ],
                ['daysPlanned', String(experiment.plannedDays)],
                [
                  'coverage',
                  t('console.experiments.facts.share', {
                    share: figure((experiment.coverage ?? 1) * 100, language),
                  }),
                ],
              ] as const
            ).map(
              ([name, value]) =>
                value && (
                  <div key={name}>
                    <dt>{t(`console.experiments.facts.${name}`)}</dt>
                    <dd>{value}</dd>
                  </div>
                ),
            )}
            {experiment.arms.map(({ id, weight }) => (
              <div key={id}>
                <dt>{armName(experiment, id, t)}</dt>
                <dd>
                  {t('console.experiments.facts.share', { share: figure(weight * 100, language) })}
                </dd>
              </div>
            ))}
          </dl>
        </div>
      </section>
      <div className={css['grid']}>
        <Arms view={view} />
        <History view={view} />
      </div>
      <SideBySide view={view} />
    </>
  )
}

/** Where large values are cut off, beside what people did before: the start fixes it. */
function Cuts({ of: cuts }: { of: ExperimentView['plan']['cuts'] }) {
  const t = useText()
  const { language } = useScope()
  const titleOf = useTitleOf()
  return cuts.map(({ metric, cut, proposed }) => (
    <p key={metric} className="small mute">
      {t(`console.experiments.power.${cut === proposed ? 'cutFits' : 'cut'}`, {
        metric: titleOf(`metric/${metric}`),
        cut: count(cut, language),
        proposed: count(proposed, language),
      })}
    </p>
  ))
}

function Running({
  view,
  results,
  isReport,
}: {
  view: ExperimentView
  results: ExperimentResults
  isReport: boolean
}) {
  const experiment = documentOf(view)
  const metric = useMetric(experiment.metrics.primary)
  const [winner] = winnersOf(results.metrics)
  const shown = { experiment, results }
  return (
    <>
      <Verdict view={view} results={results} metric={metric} isOpen={isReport}>
        {winner !== undefined && view.state !== 'ended' && !isReport && (
          <div>
            <ShipButton
              view={view}
              arm={winner.arm}
              isHarmful={doesHarm(results.metrics, winner.arm)}
            />
          </div>
        )}
      </Verdict>
      <div className={css['grid']}>
        <div className={css['column']}>
          {!results.srm.alarm && <Sequences {...shown} metric={metric} isOpen={isReport} />}
          {!results.srm.alarm && <Funnel {...shown} />}
          <PeopleADay results={results} />
        </div>
        <div className={css['column']}>
          {!results.srm.alarm && (
            <>
              <MetricsPanel {...shown} of="guardrail" />
              <MetricsPanel {...shown} of="further" />
              <Breakdowns {...shown} metric={metric} />
            </>
          )}
          <Arms view={view} />
          {!isReport && <Files id={view.id} />}
          <History view={view} />
        </div>
      </div>
      {!isReport && <SideBySide view={view} />}
    </>
  )
}

/** Everything that was counted, for other programs. */
function Files({ id }: { id: string }) {
  const t = useText()
  const rights = useRights()
  if (!rights.experiments) return null
  return (
    <Panel title={t('console.experiments.files.title')}>
      <p className="small mute">{t('console.experiments.files.text')}</p>
      <ul className="stack-s">
        {(['sums', 'people'] as const).map((of) => (
          <li key={of}>
            <a href={`/api/${experimentPath(id)}/export?of=${of}`} download>
              {t(`console.experiments.files.${of}`)}
            </a>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
