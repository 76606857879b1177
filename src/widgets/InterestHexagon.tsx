/** The six scores on the hexagon: orange stones on the top three, a ring of dots where types could swap. */

import Type from 'typebox'
import { closeRuns, isFlat } from '#engine/closeness.ts'
import type { WorkerTypeReport } from '#engine/contract.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { Card } from './Card.tsx'
import { valueOf } from './dataOf.ts'
import { Heading, inCard } from './Heading.tsx'
import { Hexagon, Scores, ScoreTable } from './Hexagon.tsx'

export const Props = Type.Object({}, { additionalProperties: false })

export const InterestHexagon = defineWidget<typeof Props>('interest-hexagon', function InterestHexagon({ id, data, level }) {
  const t = useText()
  const report = valueOf<WorkerTypeReport>(data)
  if (report === null) return null
  const { metrics, types } = report
  const flat = isFlat(metrics)
  const near = flat ? [] : closeRuns(types).flatMap(({ letters }) => letters)
  return (
    <Card labelledBy={`${id}-title`}>
      <Heading level={inCard(level)} id={`${id}-title`}>
        {t('worker.hexagon.title')}
      </Heading>
      <p className="small mute">
        {t('worker.hexagon.hint')} {near.length > 0 && t('worker.hexagon.near')}
      </p>
      <Hexagon label={t('worker.hexagon.name')}>
        <Scores scores={metrics} top={flat ? [] : types.slice(0, 3).map(({ letter }) => letter)} near={near} />
      </Hexagon>
      <ScoreTable caption={t('worker.hexagon.name')} scores={metrics} />
    </Card>
  )
})
