/** What a publish means: for people, and what is wrong with it. */

import { useMemo } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import type { Consequences, DocumentView } from '#engine/contract/admincontract.ts'
import type { Json } from '#engine/documents/json.ts'
import type { Problem } from '#engine/contract/problems.ts'
import { useHref, useRenderContext, useScope } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { Card } from '#widgets/parts/Card.tsx'
import { below, Heading, type Level } from '#widgets/parts/Heading.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import { ProblemList } from '#admin/diff/ProblemList.tsx'
import { usePageName } from '#admin/form/usePageName.ts'
import { FormContext } from '#admin/form/context.ts'
import { readingContext } from '#admin/form/reading.ts'
import { JourneyPeople } from '#admin/journey/JourneyPane.tsx'
import { documentPath, useNames, useRead, type Read } from '#admin/parts/client.ts'
import { splitName } from '#admin/parts/kinds.ts'
import { Pending } from '#admin/parts/Pending.tsx'

const NO_NAMES = {}

/** Users halfway through what changes, users who end up elsewhere, and experiments that pause. */
export function PeopleTouched({ level, going }: { level: Level; going: Read<Consequences> }) {
  const t = useText()
  return (
    <section className="stack-s" aria-labelledby="publish-people">
      <Heading level={below(level)} id="publish-people">
        {t('console.publish.people')}
      </Heading>
      <Pending read={going}>
        {(then) => (
          <>
            <People consequences={then} />
            <Examples changes={then.changes} />
          </>
        )}
      </Pending>
    </section>
  )
}

/** Imaginary people walk the paths that change: those who have an account are few, or past it. */
function Examples({ changes }: Pick<Consequences, 'changes'>) {
  const paths = changes.filter(
    ({ document, state }) => state === 'changed' && document.startsWith('flow/'),
  )
  return paths.map(({ document }) => <Example key={document} document={document} />)
}

function Example({ document }: { document: string }) {
  const names = useNames().value ?? NO_NAMES
  const path = documentPath('documents', ...splitName(document))
  const { value } = useRead<DocumentView>(path)
  if (value === undefined) return null
  return (
    <JourneyPeople
      names={names}
      document={value.effective as Json | null}
      live={value.live as Json | null}
    />
  )
}

/** @param problems of the check, or of the publish that was refused */
export function ProblemsFound({
  level,
  check,
  problems,
  sound,
}: {
  level: Level
  check: Read<unknown>
  problems: readonly Problem[]
  /** What is said where there are none. */ sound: string
}) {
  const t = useText()
  const href = useHref()
  const go = useNavigate()
  return (
    <section className="stack-s" aria-labelledby="publish-problems">
      <Heading level={below(level)} id="publish-problems">
        {t('console.publish.problems')}
      </Heading>
      <Pending read={check}>
        {() =>
          problems.length === 0 ? (
            <Note look={check.busy ? 'info' : 'ok'}>
              {check.busy ? t('console.publish.checking') : sound}
            </Note>
          ) : (
            <ProblemList
              problems={problems}
              onJump={({ document, pointer }) => {
                const [kind, id] = splitName(document)
                void go(
                  href('consoleDocument', { kind, id }, pointer === '' ? {} : { at: pointer }),
                )
              }}
            />
          )
        }
      </Pending>
    </section>
  )
}

function People({ consequences }: { consequences: Consequences }) {
  const names = useNames().value ?? NO_NAMES
  const context = useMemo(() => readingContext(names, 'flow'), [names])
  const t = useText()
  const { learners, attempts, pauses, landings, steps } = consequences
  if (attempts.length + pauses.length + landings.length + steps.length === 0)
    return <p className="mute">{t('console.publish.nobody', { count: learners })}</p>
  return (
    <FormContext value={context}>
      <Card>
        <ul className="stack-s">
          <Pauses pauses={pauses} />
          {attempts.map(({ assessment, people }) => (
            <li key={assessment}>
              {t('console.publish.attempt', {
                assessment: t(`assessment.${assessment}.title`),
                count: people,
              })}
            </li>
          ))}
          <Landings landings={landings} steps={steps} />
        </ul>
      </Card>
    </FormContext>
  )
}

function Pauses({ pauses }: Pick<Consequences, 'pauses'>) {
  const t = useText()
  const href = useHref()
  return pauses.map(({ experiment, title }) => (
    <li key={`experiment ${experiment}`}>
      {t('console.publish.pauses', { title })}{' '}
      <Link to={href('consoleExperiment', { experiment })}>
        {t('console.publish.toExperiment')}
      </Link>
    </li>
  ))
}

/** Pages are many where everybody is led to the same one: each way is one sentence. */
function Landings({ landings, steps }: Pick<Consequences, 'landings' | 'steps'>) {
  const t = useText()
  const planName = usePlanName()
  const pageName = usePageName()
  const ways = new Map<string, { of: Consequences['landings'][number]; paths: number }>()
  for (const each of landings.filter(({ who }) => who === null)) {
    const key = [each.stage, each.plan, each.from, each.to].join(' ')
    ways.set(key, { of: ways.get(key)?.of ?? each, paths: (ways.get(key)?.paths ?? 0) + 1 })
  }
  return (
    <>
      {steps.map(({ step, people, after }) => (
        <li key={`step ${step}`}>
          {t('console.publish.step', { step: pageName(step), count: people, after })}
        </li>
      ))}
      {[...ways].map(
        ([
          key,
          {
            of: { stage, plan, path, from, to, people },
            paths,
          },
        ]) => (
          <li key={key}>
            {t(paths === 1 ? 'console.publish.landing' : 'console.publish.landings', {
              stage: t(`console.persona.stages.${stage}`),
              plan: planName(plan),
              path,
              paths,
              from: pageName(from),
              to: pageName(to),
              count: people,
            })}
          </li>
        ),
      )}
      <ExampleLandings landings={landings} />
    </>
  )
}

/** Imaginary people whom the changed rules tell apart; plans that are led alike are one sentence. */
function ExampleLandings({ landings }: Pick<Consequences, 'landings'>) {
  const t = useText()
  const planName = usePlanName()
  const { language } = useScope()
  const pageName = usePageName()
  const { said, list } = useMemo(
    () => ({
      said: new Intl.DisplayNames([language], { type: 'region' }),
      list: new Intl.ListFormat(language, { type: 'conjunction' }),
    }),
    [language],
  )
  const ways = new Map<string, { of: Consequences['landings'][number]; plans: Set<string> }>()
  for (const each of landings) {
    if (each.who === null) continue
    const key = JSON.stringify([each.stage, each.who, each.from, each.to])
    const way = ways.get(key) ?? { of: each, plans: new Set() }
    ways.set(key, way)
    way.plans.add(planName(each.plan))
  }
  return [...ways].map(
    ([
      key,
      {
        of: { stage, who, from, to },
        plans,
      },
    ]) => (
      <li key={key}>
        {t('console.publish.example', {
          who: list.format([
            t(`console.persona.stages.${stage}`),
            ...(who?.age == null ? [] : [t('console.preview.years', { count: who.age })]),
            ...(who?.country == null ? [] : [said.of(who.country) ?? who.country]),
          ]),
          plans: list.format(plans),
          from: pageName(from),
          to: pageName(to),
        })}
      </li>
    ),
  )
}

/** A plan by what its document calls it. */
function usePlanName(): (id: string) => string {
  const t = useText()
  const { catalog } = useRenderContext()
  return (id) => {
    const plan = catalog.plans.find((each) => each.id === id)
    return plan === undefined ? id : t(plan.label)
  }
}
