/** What a research user is asked to take: the listed assessments, each with those that it opens, as one path (spec 3 and 4). */

import Type from 'typebox'
import { Link } from 'react-router-dom'
import { useHref, useRenderContext } from '#engine/react/context.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { researchRoute, researchSteps, type ResearchStep } from '#engine/decide/research.ts'
import { pathTo } from '#engine/decide/routes.ts'
import { ButtonLink } from '#widgets/parts/Button.tsx'
import { Chip } from '#widgets/parts/Chip.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import { Trail } from '#widgets/parts/Trail.tsx'
import css from './ResearchList.module.css'

export const Props = Type.Object(
  {
    doneRoute: Type.Optional(
      Type.String({
        'x-ref': 'route',
        description: 'Where a user who has taken everything continues.',
      }),
    ),
  },
  { additionalProperties: false },
)

export const ResearchList = defineWidget<typeof Props>(
  'research-list',
  function ResearchList({ doneRoute }) {
    const t = useText()
    const href = useHref()
    const { catalog, scope } = useRenderContext()
    const steps = researchSteps(catalog, scope.user)
    if (steps.length === 0) return <Note look="doubt">{t('research.none')}</Note>
    const done = steps.filter(({ state }) => state === 'done').length
    // One thing at a time: the first that can be taken is the next step.
    const next = steps.find(({ state }) => state === 'open')
    const count = t('research.count', { done, all: steps.length })
    return (
      <div className="stack">
        <div className={css['progress']}>
          <Trail value={done} max={steps.length} label={t('research.progress')} text={count} />
          <p className="small mute num">{count}</p>
        </div>
        {done === steps.length && (
          <div className={css['finished']}>
            <strong>{t('research.allDone')}</strong>
            {doneRoute !== undefined && (
              <ButtonLink look="step" to={href(doneRoute)}>
                {t('research.goOn')}
              </ButtonLink>
            )}
          </div>
        )}
        <ol className={css['list']}>
          {steps.map((step) => (
            <li
              key={step.id}
              className={`${css[step.state]} ${step.parent === null ? css['first'] : ''}`}
            >
              <Stone state={step.state} lead={step === next} />
              <Row step={step} lead={step === next} />
            </li>
          ))}
        </ol>
      </div>
    )
  },
)

/** A step of the path: solid when it is walked, dotted while it is closed, orange where somebody stands. */
function Stone({ state, lead }: { state: ResearchStep['state']; lead: boolean }) {
  return (
    <svg
      className={`${css['stone']} ${lead ? css['here'] : ''}`}
      viewBox="0 0 24 24"
      aria-hidden="true"
      focusable="false"
    >
      <circle cx="12" cy="12" r="9" />
      {state === 'done' && <path d="M8 12.4l2.8 2.8L16 9.6" />}
    </svg>
  )
}

function Row({ step: { id, parent, state }, lead }: { step: ResearchStep; lead: boolean }) {
  const t = useText()
  const { catalog } = useRenderContext()
  const document = catalog.get('assessment', id)
  const route = researchRoute(catalog, id)
  const name = t(document?.label ?? id)
  const line =
    state === 'locked'
      ? t('research.opensAfter', {
          name: t(catalog.get('assessment', parent!)?.label ?? parent!),
          minutes: t('card.minutes', { count: document?.minutes ?? 0 }),
        })
      : state === 'closed'
        ? t('research.closed')
        : t('card.minutes', { count: document?.minutes ?? 0 })
  const words = (
    <span className="grow">
      <strong>{name}</strong>
      <span className={css['line']}>{line}</span>
    </span>
  )
  if (state === 'open' && route !== undefined) {
    return (
      <Link className={`${css['row']} ${lead ? css['lead'] : ''}`} to={pathTo(route)}>
        {words}
        <Icon name={lead ? 'next' : 'chevron'} />
      </Link>
    )
  }
  return (
    <div className={`${css['row']} ${css[state === 'done' ? 'taken' : 'later']}`}>
      {words}
      {state === 'done' ? (
        <Chip look="ok">
          <Icon name="tick" size="s" />
          {t('research.done')}
        </Chip>
      ) : (
        <Icon name="lock" />
      )}
    </div>
  )
}
