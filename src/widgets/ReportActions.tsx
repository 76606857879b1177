/** What can be done with a report: keep it. The browser's own print dialog saves as PDF on phones and computers. */

import Type from 'typebox'
import { useAction } from '#engine/react/context.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { Button } from './Button.tsx'
import { Icon } from './Icon.tsx'

export const Props = Type.Object({}, { additionalProperties: false })

export const ReportActions = defineWidget<typeof Props>('report-actions', function ReportActions({ data }) {
  const t = useText()
  const print = useAction('print')
  if (data !== undefined && data.status !== 'ready') return null
  return (
    <div className="row wraps no-print">
      <Button look="line" small icon={<Icon name="print" size="s" />} onClick={() => void print()}>
        {t('worker.savePdf')}
      </Button>
    </div>
  )
})
