/** The figures of an experiment below its verdict: guardrails, steps, groups, and people a day. */

import type { ExperimentResults } from '#engine/contract/experimentshapes.ts'
import { languageName } from '#engine/documents/intl.ts'
import type { ExperimentDocument } from '#engine/documents/kinds.ts'
import { useScope } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { useTitleOf } from '#admin/parts/client.ts'
import { localeOf } from '#admin/parts/when.ts'
import { BandLine, intervalOf } from './BandLine.tsx'
import { Panel } from './Panel.tsx'
import { daysBetween } from './sequence.ts'
import { Stone } from './State.tsx'
import { useMetric } from './useExperiment.ts'
import {
  armName,
  count,
  figure,
  gainOf,
  rangeOf,
  standOf,
  stepsOf,
  valueOf,
  type Measured,
  type Result,
} from './words.ts'
import css from './Experiments.module.css'

type Props = { experiment: ExperimentDocument; results: ExperimentResults }

/** What must not get worse, or what else is looked at. */
export function MetricsPanel({ experiment, results, of }: Props & { of: 'guardrail' | 'further' }) {
  const t = useText()
  const rows = results.metrics.filter((each) => each.role === of)
  if (rows.length === 0) return null
  return (
    <Panel title={t(`console.experiments.${of}.title`)} flush>
      <table className={css['table']}>
        <thead>
          <tr>
            <th scope="col">{t('console.experiments.column.what')}</th>
            <th scope="col" className={css['num']}>
              {t(`console.experiments.column.${experiment.state === 'ended' ? 'before' : 'was'}`)}
            </th>
            <th scope="col" className={css['num']}>
              {t('console.experiments.column.new')}
            </th>
            <th scope="col">{t('console.experiments.column.state')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((each) => (
            <MetricRow key={`${each.id} ${each.arm}`} experiment={experiment} result={each} />
          ))}
        </tbody>
      </table>
      <p className={`small mute ${css['body']}`}>{t(`console.experiments.${of}.text`)}</p>
    </Panel>
  )
}

function MetricRow({ experiment, result }: { experiment: ExperimentDocument; result: Result }) {
  const t = useText()
  const { language } = useScope()
  const titleOf = useTitleOf()
  const metric = useMetric(result.id)
  const interval = intervalOf(result)
  const { look, state } = standOf(result, interval !== null)
  return (
    <tr>
      <th scope="row">
        {titleOf(`metric/${result.id}`)}
        {experiment.arms.length > 2 && (
          <span className={css['sub']}>{armName(experiment, result.arm, t)}</span>
        )}
        {interval && <span className={css['sub']}>{rangeOf(interval, metric, t, language)}</span>}
      </th>
      <td className={css['num']}>{interval ? valueOf(result.control, metric, language) : '–'}</td>
      <td className={css['num']}>{interval ? valueOf(result.value, metric, language) : '–'}</td>
      <td>
        <span className={css['state']}>
          <Stone look={look} />
          {t(`console.experiments.metric.${state}`)}
        </span>
      </td>
    </tr>
  )
}

/** Onboarding, step by step: of 100 people of each arm. */
export function Funnel({ experiment, results }: Props) {
  const t = useText()
  const { language } = useScope()
  const titleOf = useTitleOf()
  const { funnel } = results
  const steps = stepsOf(funnel)
  if (steps.length === 0) return null
  const of100 = (step: string, arm: string) => {
    const found = funnel.find((each) => each.step === step && each.arm === arm)
    return found === undefined || found.of === 0 ? 0 : (found.n / found.of) * 100
  }
  return (
    <Panel title={t('console.experiments.funnel.title')} flush>
      <div className={css['scroll']}>
        <table className={css['table']}>
          <thead>
            <tr>
              <th scope="col">{t('console.experiments.column.step')}</th>
              {experiment.arms.map(({ id }) => (
                <th key={id} scope="col" colSpan={2}>
                  {armName(experiment, id, t)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {steps.map((step) => (
              <tr key={step}>
                <th scope="row">{titleOf(`metric/${step}`)}</th>
                {experiment.arms.map(({ id }, at) => (
                  <FunnelCell key={id} isNew={at > 0} value={of100(step, id)} language={language} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className={`small mute ${css['body']}`}>{t('console.experiments.funnel.text')}</p>
    </Panel>
  )
}

function FunnelCell({
  isNew,
  value,
  language,
}: {
  isNew: boolean
  value: number
  language: string
}) {
  return (
    <>
      <td className={css['num']}>
        {isNew ? <b>{figure(value, language)}</b> : figure(value, language)}
      </td>
      <td>
        <svg
          className={css['line']}
          viewBox="0 0 100 10"
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          <path className={css['ground']} d="M1 5H99" />
          {value > 0 && (
            <path
              className={css['bar']}
              data-arm={isNew ? 'new' : 'was'}
              d={`M1 5H${1 + value * 0.98}`}
            />
          )}
        </svg>
      </td>
    </>
  )
}

/** For whom: only groups that were planned before the start. */
export function Breakdowns({ experiment, results, metric }: Props & { metric: Measured }) {
  const t = useText()
  const { language } = useScope()
  const rows = results.breakdowns.filter((each) => each.metric === experiment.metrics.primary)
  if (rows.length === 0) return null
  const gains = rows.flatMap((each) => {
    const interval = intervalOf(each)
    return interval === null ? [] : [gainOf(interval, metric)]
  })
  const reach = Math.max(1e-6, ...gains.map(({ low, high }) => Math.max(-low, high)))
  return (
    <Panel
      title={t('console.experiments.groups.title')}
      aside={<span className="small mute">{t('console.experiments.groups.planned')}</span>}
      flush
    >
      <table className={css['table']}>
        <thead>
          <tr>
            <th scope="col">{t('console.experiments.column.group')}</th>
            <th scope="col" className={css['num']}>
              {t('console.experiments.column.people')}
            </th>
            <th scope="col">{t('console.experiments.column.difference')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((each) => {
            const interval = intervalOf(each)
            return (
              <tr key={`${each.by} ${each.value} ${each.arm}`}>
                <th scope="row">
                  <GroupName by={each.by} value={each.value} />
                  <span className={css['sub']}>
                    {interval
                      ? rangeOf(interval, metric, t, language)
                      : t('console.experiments.metric.early')}
                  </span>
                  {experiment.arms.length > 2 && (
                    <span className={css['sub']}>{armName(experiment, each.arm, t)}</span>
                  )}
                </th>
                <td className={css['num']}>{count(each.n, language)}</td>
                <td>
                  <BandLine interval={interval} metric={metric} reach={reach} />
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
      <p className={`small mute ${css['body']}`}>{t('console.experiments.groups.text')}</p>
    </Panel>
  )
}

function GroupName({ by, value }: { by: 'device' | 'language' | 'plan'; value: string }) {
  const t = useText()
  const { language } = useScope()
  if (value === '') return <>{t(`console.experiments.groups.none.${by}`)}</>
  if (by === 'device' && (value === 'phone' || value === 'computer'))
    return <>{t(`console.experiments.groups.${value}`)}</>
  if (by !== 'language') return <>{value}</>
  return <>{languageName(value, language)}</>
}

const DAY_MS = 86_400_000

/** Every day from the first to the last, including days without people. */
function everyDay(sums: ReadonlyMap<string, number>): (readonly [string, number])[] {
  const known = [...sums.keys()].sort()
  const first = known[0]
  if (first === undefined) return []
  return Array.from({ length: daysBetween(first, known.at(-1)!) + 1 }, (_, at) => {
    const day = new Date(Date.parse(first) + at * DAY_MS).toISOString().slice(0, 10)
    return [day, sums.get(day) ?? 0] as const
  })
}

/** On a phone the bars of more days would touch. */
const MANY_DAYS = 28

/** People who saw the experiment for the first time, day by day. */
export function PeopleADay({ results }: { results: ExperimentResults }) {
  const t = useText()
  const { language } = useScope()
  const sums = new Map<string, number>()
  for (const { day, n } of results.days) sums.set(day, (sums.get(day) ?? 0) + n)
  const days = everyDay(sums)
  if (days.length === 0) return null
  const most = Math.max(...sums.values())
  const when = new Intl.DateTimeFormat(localeOf(language), {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  })
  const name = (day: string) => when.format(new Date(day))
  return (
    <Panel title={t('console.experiments.days.title')}>
      <figure className={css['chart']}>
        <div className={css['ys']} aria-hidden="true">
          <span>{count(most, language)}</span>
          <span>0</span>
        </div>
        <svg
          className={`${css['plot']} ${css['days']}`}
          data-many={days.length > MANY_DAYS ? '' : undefined}
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          role="img"
          aria-label={t('console.experiments.days.label', {
            days: days.map(([day, n]) => `${name(day)}: ${n}`).join('; '),
          })}
        >
          <path className={css['grid-line']} d="M0 0H100M0 100H100" />
          {days.map(
            ([day, n], at) =>
              n > 0 && (
                <path
                  key={day}
                  className={css['bar']}
                  d={`M${((at + 0.5) / days.length) * 100} 100V${100 - (n / most) * 96}`}
                />
              ),
          )}
        </svg>
        <div className={css['xs']} aria-hidden="true">
          <span>{name(days[0]![0])}</span>
          {days.length > 1 && <span>{name(days.at(-1)![0])}</span>}
        </div>
      </figure>
    </Panel>
  )
}
