/**
 * The card of an instrument next to its result: source, length, language, reliability if known,
 * version, date.
 */

import Type from 'typebox'
import type { ReportAnswer } from '#engine/contract/contract.ts'
import { useScope, useRenderContext } from '#engine/react/context.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { Card } from '#widgets/parts/Card.tsx'
import { valueOf } from '#widgets/parts/dataOf.ts'
import { Heading, inCard } from '#widgets/parts/Heading.tsx'
import { InstrumentFacts } from './InstrumentFacts.tsx'
import { InstrumentFold } from './InstrumentFold.tsx'
import { dateOf } from '#engine/documents/intl.ts'
import { resultsOf } from '#widgets/reports/resultOf.ts'

export const Props = Type.Object(
  {
    assessment: Type.String({ 'x-ref': 'assessment' }),
    folded: Type.Optional(
      Type.Boolean({
        description: 'Shows only its name until it is opened, for a page with several.',
      }),
    ),
  },
  { additionalProperties: false },
)

export const InstrumentCard = defineWidget<typeof Props>(
  'instrument-card',
  function InstrumentCard({ id, assessment, folded = false, data, level }) {
    const t = useText()
    const { language } = useScope()
    const document = useRenderContext().catalog.get('assessment', assessment)
    if (document === undefined) return null
    const report = valueOf<ReportAnswer>(data)
    // The result of this instrument: a report may cover several.
    const result = report === null ? undefined : resultsOf(report)[assessment]
    const taken =
      result === undefined
        ? undefined
        : {
            version: result.instrument.version,
            language: result.instrument.language,
            date: dateOf(result.resultDate, language),
          }
    if (folded) return <InstrumentFold document={document} taken={taken} name={`${id}-title`} />
    return (
      <Card labelledBy={`${id}-title`}>
        <Heading level={inCard(level)} id={`${id}-title`}>
          {t('instrument.about')}
        </Heading>
        <InstrumentFacts document={document} taken={taken} />
      </Card>
    )
  },
)
