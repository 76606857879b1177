/** What leads the page of an experiment: one plain sentence over its figures. */

import type { ReactNode } from 'react'
import type { ExperimentResults, ExperimentView } from '#engine/contract/experimentshapes.ts'
import { useScope } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { Fold } from '#widgets/parts/Fold.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import { useTitleOf } from '#admin/parts/client.ts'
import { intervalOf } from './BandLine.tsx'
import { documentOf } from './useExperiment.ts'
import {
  armName,
  bandOf,
  count,
  dayOf,
  doesHarm,
  effectIn,
  figure,
  isShare,
  lostIn,
  lostText,
  standingOf,
  valueOf,
  type Measured,
  type Result,
} from './words.ts'
import css from './Experiments.module.css'

type Props = {
  view: ExperimentView
  results: ExperimentResults
  metric: Measured
  /** Open on paper, where nothing can be unfolded. */
  isOpen: boolean
  /** The next step, if one should be taken. */ children?: ReactNode
}

export function Verdict({ view, results, metric, isOpen, children }: Props) {
  const t = useText()
  const isHidden = results.srm.alarm
  return (
    <section className={css['panel']} aria-label={t('console.experiments.verdict.label')}>
      <div className={css['said']}>
        <div className="stack">
          {isHidden ? (
            <Hidden view={view} results={results} />
          ) : (
            <Known {...{ view, results, metric, isOpen }} />
          )}
          <ChiSquare of={results.srm.chiSquare} isOpen={isOpen} />
          {children}
        </div>
        <Facts view={view} results={results} metric={metric} />
      </div>
    </section>
  )
}

/** A test that is right at one look: its figure is that of the planned number of people. */
function ChiSquare({
  of: look,
  isOpen,
}: {
  of: ExperimentResults['srm']['chiSquare']
  isOpen: boolean
}) {
  const t = useText()
  const { language } = useScope()
  if (look === null) return null
  const p = new Intl.NumberFormat(language, { maximumSignificantDigits: 2 }).format(look.p)
  return (
    <Fold title={t('console.experiments.chiSquare.title')} open={isOpen}>
      <p>{t('console.experiments.chiSquare.text', { p, people: count(look.people, language) })}</p>
    </Fold>
  )
}

/** Without the planned shares no figure may be trusted: why that may be, instead. */
function Hidden({ view, results }: { view: ExperimentView; results: ExperimentResults }) {
  const t = useText()
  const { language } = useScope()
  const experiment = documentOf(view)
  const told = results.arms
    .map(({ id, n }) =>
      t('console.experiments.hidden.arm', {
        arm: armName(experiment, id, t),
        people: count(n, language),
        share: figure((experiment.arms.find((arm) => arm.id === id)?.weight ?? 0) * 100, language),
      }),
    )
    .join('; ')
  return (
    <>
      <h2 className={css['verdict']}>{t('console.experiments.hidden.title')}</h2>
      <Note look="bad">{t('console.experiments.hidden.text', { told })}</Note>
      <p>{t('console.experiments.hidden.look')}</p>
      <ul className="stack-s">
        {(['slow', 'published', 'robots', 'blocked'] as const).map((each) => (
          <li key={each}>{t(`console.experiments.hidden.${each}`)}</li>
        ))}
      </ul>
    </>
  )
}

function Known({ view, results, metric, isOpen }: Omit<Props, 'children'>) {
  const t = useText()
  const standing = standingOf(view, results)
  const primary = results.metrics.filter(({ role }) => role === 'primary')
  const shown = primary.filter((each) => each.estimate !== null)
  const titleOf = useTitleOf()
  const harm = view.history.find(({ action }) => action === 'harm')
  const chosen = standing === 'shipped' && view.history.find(({ action }) => action === 'ship')?.arm
  const isOver = view.state === 'ended'
  return (
    <>
      {chosen && (
        <Note look="ok">
          {t('console.experiments.verdict.chosen', { arm: armName(documentOf(view), chosen, t) })}
        </Note>
      )}
      {(standing === 'harmed' || (isOver && harm !== undefined)) && (
        <Note look="bad" title={t('console.experiments.known.harm')}>
          {t(`console.experiments.known.${isOver ? 'harmThen' : 'harmText'}`)}
          {harm?.metric && <HarmedMetric id={harm.metric} />}
        </Note>
      )}
      {standing === 'lost' && (
        <Note look="bad" title={t('console.experiments.lost.title')}>
          {t(lostText(view), {
            documents: lostIn(view, titleOf),
          })}
        </Note>
      )}
      {shown.length === 0 ? (
        <>
          <h2 className={css['verdict']}>
            {t(
              results.n === 0
                ? `console.experiments.verdict.${isOver ? 'never' : 'nobody'}`
                : 'console.experiments.known.open',
            )}
          </h2>
          <p>
            {t(
              `console.experiments.verdict.${results.n > 0 ? 'fewText' : isOver ? 'neverText' : 'nobodyText'}`,
            )}
          </p>
        </>
      ) : (
        shown.map((each) => (
          <Sentence
            key={each.arm}
            view={view}
            result={each}
            metric={metric}
            isHarmful={doesHarm(results.metrics, each.arm)}
            isOpen={isOpen}
          />
        ))
      )}
    </>
  )
}

function HarmedMetric({ id }: { id: string }) {
  const t = useText()
  const titleOf = useTitleOf()
  return <> {t('console.experiments.known.harmOf', { metric: titleOf(`metric/${id}`) })}</>
}

/** One arm: the band, both values, and the chance behind a fold. */
function Sentence({
  view,
  result,
  metric,
  isHarmful,
  isOpen,
}: {
  view: ExperimentView
  result: Result
  metric: Measured
  isHarmful: boolean
  isOpen: boolean
}) {
  const t = useText()
  const { language } = useScope()
  const titleOf = useTitleOf()
  const experiment = documentOf(view)
  const interval = intervalOf(result)
  if (interval === null) return null
  const arm = armName(experiment, result.arm, t)
  const band = bandOf(interval, metric, t, language)
  const title = titleOf(`metric/${result.id}`)
  const said = saidOf(result.verdict, view.state === 'running', isHarmful)
  return (
    <>
      <h2 className={css['verdict']}>
        {t(`console.experiments.verdict.${view.state === 'ended' ? 'was' : 'now'}`, { arm, band })}
      </h2>
      <p>
        {t(`console.experiments.verdict.${isShare(metric) ? 'values' : 'means'}`, {
          metric: title,
          arm,
          value: valueOf(result.value, metric, language),
          control: valueOf(result.control, metric, language),
        })}{' '}
        {t('console.experiments.verdict.wrong')}
      </p>
      <p>
        <b>
          {t(`console.experiments.verdict.${said}`, {
            effect: effectIn(experiment, metric, language),
          })}
        </b>
      </p>
      {result.chance !== null && (
        <Fold title={t('console.experiments.chance.title')} open={isOpen}>
          <p>
            {t('console.experiments.chance.text', {
              arm,
              chance: chanceOf(result.chance, language),
            })}
          </p>
        </Fold>
      )}
    </>
  )
}

/** Only what is running can be left running, and what does harm isn't better as a whole. */
function saidOf(verdict: Result['verdict'], isRunning: boolean, isHarmful: boolean): string {
  if (verdict === 'open' && !isRunning) return 'openStopped'
  return verdict === 'better' && isHarmful ? 'betterHarm' : verdict
}

/** Never "100 %": nothing is certain. */
function chanceOf(chance: number, language: string): string {
  const percent = Math.min(99.9, Math.max(0.1, chance * 100))
  return new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(percent)
}

function Facts({ view, results, metric }: Omit<Props, 'children' | 'isOpen'>) {
  const t = useText()
  const { language } = useScope()
  const experiment = documentOf(view)
  const day = dayOf(results.days, new Date(results.at))
  const excluded = results.arms.reduce((all, each) => all + each.excluded, 0)
  const earlier = results.arms.reduce((all, each) => all + each.earlier, 0)
  const facts: readonly (readonly [string, string])[] = [
    ...results.arms.map(
      ({ id, n }) =>
        [
          armName(experiment, id, t),
          t('console.experiments.facts.people', { people: count(n, language) }),
        ] as const,
    ),
    [
      t('console.experiments.facts.split'),
      t(`console.experiments.facts.${results.srm.alarm ? 'splitWrong' : 'splitFine'}`),
    ],
    [
      t('console.experiments.facts.worth'),
      t(`console.experiments.facts.${isShare(metric) ? 'worthOf' : 'worthPlain'}`, {
        effect: effectIn(experiment, metric, language),
      }),
    ],
    [
      t('console.experiments.facts.perDay'),
      day === 0 ? '–' : count(Math.round(results.n / day), language),
    ],
    [
      t('console.experiments.facts.planned'),
      view.plan.people === null
        ? t('console.experiments.facts.notKnown')
        : t('console.experiments.facts.needed', { people: count(view.plan.people, language) }),
    ],
    [
      t('console.experiments.facts.out'),
      t('console.experiments.facts.people', { people: count(excluded, language) }),
    ],
    ...(earlier === 0
      ? []
      : [
          [
            t('console.experiments.facts.earlier'),
            t('console.experiments.facts.people', { people: count(earlier, language) }),
          ] as const,
        ]),
  ]
  return (
    <dl className={css['facts']}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
