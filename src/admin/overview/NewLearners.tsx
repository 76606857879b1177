/** How far those who signed up lately have got: one line a step. */

import type { Newcomers } from '#engine/contract/newcomers.ts'
import { useText } from '#engine/react/text.tsx'
import { Card } from '#widgets/parts/Card.tsx'
import { Heading, type Level } from '#widgets/parts/Heading.tsx'
import { useNewcomers } from '#admin/parts/client.ts'
import { Pending } from '#admin/parts/Pending.tsx'
import css from './NewLearners.module.css'

export function NewLearners({ level }: { level: Level }) {
  const t = useText()
  const read = useNewcomers()
  return (
    <Card labelledBy="overview-people">
      <Heading level={level} id="overview-people" className={css['title']}>
        {t('console.overview.people')}
      </Heading>
      <Pending read={read}>{(found) => <Found {...found} />}</Pending>
    </Card>
  )
}

function Found({ learners, here, days, steps }: Newcomers) {
  const t = useText()
  const all = steps[0]?.people ?? 0
  return (
    <div className="stack-s">
      <p className="small">
        {t('console.overview.learners', { count: learners })}{' '}
        {t('console.overview.here', { count: here })}
      </p>
      {all === 0 ? (
        <p className="small mute">{t('console.overview.nobodyNew', { days })}</p>
      ) : (
        <>
          <p className="small mute">{t('console.overview.newcomers', { days, count: all })}</p>
          <ul className={css['steps']}>
            {steps.map(({ step, people }) => (
              <li key={step}>
                <span>{t(`console.overview.step.${step}`)}</span>
                <strong>{people}</strong>
                <progress value={people} max={all} aria-hidden="true" />
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
