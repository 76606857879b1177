/** Who takes part: the rule editor of documents, outside the form of a document. */

import { useMemo } from 'react'
import type { Names } from '#engine/contract/admincontract.ts'
import type { Json } from '#engine/documents/json.ts'
import { useText } from '#engine/react/text.tsx'
import { FormContext } from '#admin/form/context.ts'
import { readingContext } from '#admin/form/reading.ts'
import { RuleField } from '#admin/form/RuleField.tsx'

type Props = { names: Names; rule: Json; onRule: (rule: Json) => void }

export function AudienceField({ names, rule, onRule }: Props) {
  const t = useText()
  const form = useMemo(() => readingContext(names, 'experiment'), [names])
  return (
    <FormContext value={form}>
      <RuleField
        field={{
          schema: {},
          definitions: {},
          value: rule,
          base: undefined,
          compared: false,
          at: '/audience',
          label: t('console.experiments.make.audience'),
          hint: t('console.experiments.make.audienceHint'),
          optional: false,
          readOnly: false,
          lock: undefined,
          bindable: false,
        }}
        rule={rule}
        onRule={onRule}
      />
    </FormContext>
  )
}
