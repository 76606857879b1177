/** The next step after a result: the careers that are close to it. */

import Type from 'typebox'
import { isFlat } from '#engine/closeness.ts'
import type { WorkerTypeReport } from '#engine/contract.ts'
import { useHref } from '#engine/react/context.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { ButtonLink } from './Button.tsx'
import { Card } from './Card.tsx'
import { valueOf } from './dataOf.ts'
import { Heading, inCard } from './Heading.tsx'
import css from './ReportCareers.module.css'

export const Props = Type.Object(
  {
    routeName: Type.String({ 'x-ref': 'route', description: 'The page of close careers.' }),
    allRouteName: Type.Optional(Type.String({ 'x-ref': 'route', description: 'All careers: where a result without a clear shape leads instead.' })),
    count: Type.Optional(Type.Integer({ minimum: 1, description: 'The most the page shows; default 20.' })),
  },
  { additionalProperties: false },
)

export const ReportCareers = defineWidget<typeof Props>('report-careers', function ReportCareers({ id, routeName, allRouteName, count = 20, data, level }) {
  const t = useText()
  const href = useHref()
  const report = valueOf<WorkerTypeReport>(data)
  if (report === null) return null
  const kind = isFlat(report.metrics) ? 'all' : 'near'
  return (
    <div className="no-print">
      <Card look="cloth" labelledBy={`${id}-title`}>
        <div className={css['next']}>
          <div>
            <Heading level={inCard(level)} id={`${id}-title`}>
              {t(`worker.careers.${kind}.title`, { count })}
            </Heading>
            <p className="mute">{t(`worker.careers.${kind}.text`)}</p>
          </div>
          <ButtonLink look="step" to={href(kind === 'all' ? (allRouteName ?? routeName) : routeName)}>
            {t(`worker.careers.${kind}.button`)}
          </ButtonLink>
        </div>
      </Card>
    </div>
  )
})
