/** The difference day by day: a band that gets narrower, in a drawing and as a table. */

import type { ExperimentResults } from '#engine/contract/experimentshapes.ts'
import type { ExperimentDocument } from '#engine/documents/kinds.ts'
import { useScope } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { Fold } from '#widgets/parts/Fold.tsx'
import { Panel } from './Panel.tsx'
import { daysBetween, draw, type Drawn, type Point } from './sequence.ts'
import { armName, bandOf, count, figure, isShare, rangeOf, type Measured } from './words.ts'
import css from './Experiments.module.css'

type Props = {
  experiment: ExperimentDocument
  results: ExperimentResults
  metric: Measured
  /** Open on paper, where nothing can be unfolded. */
  isOpen: boolean
}

/** A drawing for each arm besides the control. */
export function Sequences({ experiment, results, metric, isOpen }: Props) {
  const { primary } = experiment.metrics
  return experiment.arms
    .slice(1)
    .map(({ id }) => (
      <Sequence
        key={id}
        experiment={experiment}
        results={results}
        metric={metric}
        isOpen={isOpen}
        arm={id}
        points={
          results.series.find((each) => each.metric === primary && each.arm === id)?.points ?? []
        }
      />
    ))
}

function Sequence({
  experiment,
  results,
  metric,
  isOpen,
  arm,
  points,
}: Props & { arm: string; points: readonly Point[] }) {
  const t = useText()
  const { language } = useScope()
  const first = results.days.map(({ day }) => day).sort()[0] ?? points[0]?.day ?? ''
  const { smallestEffect, plannedDays, arms } = experiment
  const drawn = draw(points, metric, smallestEffect, plannedDays, first)
  const name = armName(experiment, arm, t)
  const last = points.at(-1)
  return (
    <Panel
      title={
        arms.length > 2
          ? t('console.experiments.sequence.titleOf', { arm: name })
          : t('console.experiments.sequence.title')
      }
      aside={drawn && <Key />}
    >
      {drawn === null || last === undefined ? (
        <p className="mute">{t('console.experiments.sequence.none')}</p>
      ) : (
        <>
          <Plot
            drawn={drawn}
            label={t('console.experiments.sequence.label', {
              days: points.length,
              band: bandOf(last, metric, t, language),
            })}
          />
          <Fold title={t('console.experiments.sequence.table')} open={isOpen}>
            <div className={css['scroll']}>
              <table className={css['table']}>
                <thead>
                  <tr>
                    <th scope="col">{t('console.experiments.column.day')}</th>
                    {(['people', 'difference', 'band'] as const).map((each) => (
                      <th key={each} scope="col" className={css['num']}>
                        {t(`console.experiments.column.${each}`)}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {points.map((point) => (
                    <tr key={point.day}>
                      <th scope="row">{daysBetween(first, point.day) + 1}</th>
                      <td className={css['num']}>{count(point.n, language)}</td>
                      <td className={css['num']}>{signed(point.estimate, metric, language)}</td>
                      <td className={css['num']}>{rangeOf(point, metric, t, language)}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          </Fold>
        </>
      )}
    </Panel>
  )
}

function signed(value: number, metric: Measured, language: string): string {
  return figure(value * (isShare(metric) ? 100 : 1), language, 'exceptZero')
}

function Plot({ drawn, label }: { drawn: Drawn; label: string }) {
  const t = useText()
  const { language } = useScope()
  const half = drawn.reach / 2
  const better = (value: number) =>
    t('console.experiments.sequence.better', { value: figure(value, language) })
  const worse = (value: number) =>
    t('console.experiments.sequence.worse', { value: figure(value, language) })
  return (
    <figure className={css['chart']}>
      <div className={css['ys']} aria-hidden="true">
        <span>{better(drawn.reach)}</span>
        <span>{figure(half, language)}</span>
        <span>{t('console.experiments.sequence.same')}</span>
        <span>{figure(half, language)}</span>
        <span>{worse(drawn.reach)}</span>
      </div>
      <svg
        className={css['plot']}
        viewBox="0 0 100 100"
        preserveAspectRatio="none"
        role="img"
        aria-label={label}
      >
        <path className={css['band']} d={drawn.band} />
        <path className={css['grid-line']} d="M0 25H100M0 75H100" />
        <path className={css['zero']} d="M0 50H100" />
        <path className={css['worth']} d={`M0 ${drawn.worth}H100`} />
        <path className={css['edge']} d={drawn.high} />
        <path className={css['edge']} d={drawn.low} />
        <path className={css['edge']} d={drawn.span} />
        <path className={css['guess']} d={drawn.guess} />
        <path className={css['now']} d={`M${drawn.now.x} ${drawn.now.y}h.01`} />
      </svg>
      <div className={css['xs']} aria-hidden="true">
        <span>{t('console.experiments.sequence.start')}</span>
        <span>{t('console.experiments.sequence.days', { days: drawn.days })}</span>
      </div>
    </figure>
  )
}

function Key() {
  const t = useText()
  return (
    <ul className={css['key']}>
      <li>
        <span className={css['dot']} aria-hidden="true" />
        {t('console.experiments.key.guess')}
      </li>
      <li>
        <span className={css['dots']} aria-hidden="true" />
        {t('console.experiments.key.inHere')}
      </li>
      <li>
        <span className={css['dots']} data-of="worth" aria-hidden="true" />
        {t('console.experiments.key.worth')}
      </li>
    </ul>
  )
}
