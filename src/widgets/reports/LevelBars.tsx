/**
 * Timed tasks level by level: a bar for each, its number printed. A task that hasn't been taken yet
 * is a card that leads to it.
 */

import Type, { type Static } from 'typebox'
import { reachOf, scoreOf } from '#engine/scoring/bands.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { metricAt, type Metrics } from '#engine/scoring/reports.ts'
import { useText } from '#engine/react/text.tsx'
import { Card } from '#widgets/parts/Card.tsx'
import { Heading, inCard, type Level } from '#widgets/parts/Heading.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import type { IconName } from '#engine/documents/icons.ts'
import { NotReady } from '#widgets/parts/NotReady.tsx'
import { OpenPart } from './OpenPart.tsx'
import { metricsIn } from './resultOf.ts'
import * as score from '#widgets/parts/scoreProps.ts'
import css from './LevelBars.module.css'

const Task = Type.Object(
  {
    id: score.Id,
    label: score.Text,
    text: Type.Optional(Type.String({ 'x-ref': 'text', description: 'What it asked for.' })),
    icon: Type.Optional(score.IconName),
    metric: Type.Optional(
      Type.String({
        pattern: '^[a-z0-9_]+(\\.[A-Za-z0-9_]+)+$',
        maxLength: 120,
        description: 'All levels together, as the mean per level.',
      }),
    ),
    error: Type.Optional(score.error),
    levels: Type.Array(
      Type.Object(
        {
          id: score.Id,
          metric: score.Metric,
          error: Type.Optional(score.error),
          label: score.Text,
        },
        score.strict,
      ),
      { minItems: 1, maxItems: 6 },
    ),
    assessment: Type.String({ 'x-ref': 'assessment', description: 'What is taken for it.' }),
    routeName: Type.String({ 'x-ref': 'route', description: 'Where it is taken.' }),
  },
  score.strict,
)

export const Props = Type.Object(
  {
    tasks: Type.Array(Task, { minItems: 1, maxItems: 6 }),
    ...score.scale,
    of: Type.Optional(score.of),
  },
  score.strict,
)

export const LevelBars = defineWidget<typeof Props>(
  'level-bars',
  function LevelBars({ id, tasks, of, data, level, ...scale }) {
    if (data !== undefined && data.status !== 'ready')
      return <NotReady state={data} looks={['half', 'line', 'line']} />
    const metrics = metricsIn(data) ?? {}
    const isOpen = ({ levels }: Static<typeof Task>) =>
      levels.every((each) => scoreOf(metrics, each, scale) === null)
    const next = tasks.find(isOpen)
    return (
      <ul className={css['tasks']}>
        {tasks.map((task) => (
          <li key={task.id}>
            {isOpen(task) ? (
              <OpenPart
                id={`${id}-${task.id}`}
                assessment={task.assessment}
                routeName={task.routeName}
                icon={task.icon}
                level={level}
                lead={task === next}
              />
            ) : (
              <Levels
                id={`${id}-${task.id}`}
                task={task}
                metrics={metrics}
                scale={scale}
                of={of}
                level={level}
              />
            )}
          </li>
        ))}
      </ul>
    )
  },
)

type LevelsProps = {
  id: string
  task: Static<typeof Task>
  metrics: Metrics
  scale: { lowest?: number; highest?: number }
  of: string | undefined
  level: Level
}

function Levels({ id, task, metrics, scale, of, level }: LevelsProps) {
  const t = useText()
  const whole =
    task.metric === undefined ? null : scoreOf(metrics, { id: task.id, metric: task.metric }, scale)
  const errorAt = (path: string | undefined) =>
    path === undefined ? null : metricAt(metrics, path)
  return (
    <Card labelledBy={`${id}-title`}>
      <div className={css['head']}>
        {task.icon && (
          <span className={css['tile']}>
            <Icon name={task.icon as IconName} />
          </span>
        )}
        <Heading level={inCard(level)} id={`${id}-title`} className={css['title']}>
          {t(task.label)}
        </Heading>
        {whole !== null && (
          <p className={css['whole']}>
            <b>{Math.round(whole)}</b> {t(of, { most: 100 })}{' '}
            <Band value={whole} error={errorAt(task.error)} />
          </p>
        )}
      </div>
      {task.text && <p className="small mute">{t(task.text)}</p>}
      <ol className={css['levels']}>
        {task.levels.map((each) => {
          const value = scoreOf(metrics, each, scale)
          return (
            <li key={each.id} className={css['level']}>
              <span className={css['name']}>{t(each.label)}</span>
              <span className={css['value']}>
                {value === null ? (
                  '–'
                ) : (
                  <>
                    <b>{Math.round(value)}</b> {t(of, { most: 100 })}{' '}
                    <Band value={value} error={errorAt(each.error)} />
                  </>
                )}
              </span>
              <svg
                className={css['line']}
                width="100%"
                height="12"
                aria-hidden="true"
                focusable="false"
              >
                <line className={css['ground']} x1="1.5%" x2="98.5%" y1="6" y2="6" />
                {value !== null && value > 0 && (
                  <line
                    className={css['walked']}
                    x1="1.5%"
                    x2={`${1.5 + 0.97 * value}%`}
                    y1="6"
                    y2="6"
                  />
                )}
              </svg>
            </li>
          )
        })}
      </ol>
    </Card>
  )
}

/** Where the score could be on another day; nothing if the result doesn't say. */
function Band({ value, error }: { value: number; error: number | null }) {
  const t = useText()
  if (error === null) return null
  const { from, to } = reachOf(value, error)
  return (
    <span className="tiny mute">
      {t('result.reach', { from: Math.round(from), to: Math.round(to) })}
    </span>
  )
}
