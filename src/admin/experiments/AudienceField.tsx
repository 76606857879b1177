/** Who takes part: the rule editor of documents, outside the form of a document. */

import { useMemo } from 'react'
import type { Names } from '#engine/contract/admincontract.ts'
import type { Json } from '#engine/documents/json.ts'
import { useText } from '#engine/react/text.tsx'
import { FormContext, type FormContextValue } from '#admin/form/context.ts'
import { FieldView } from '#admin/form/FieldView.tsx'
import { RuleField } from '#admin/form/RuleField.tsx'
import { scopeFor } from '#admin/form/SchemaForm.tsx'

type Props = { names: Names; rule: Json; onRule: (rule: Json) => void }

export function AudienceField({ names, rule, onRule }: Props) {
  const t = useText()
  const form = useMemo(() => contextOf(names), [names])
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

function nothing(): void {
  // A rule has no parts that fold, and is changed by `onRule` alone.
}

function contextOf(names: Names): FormContextValue {
  return {
    Field: FieldView,
    names,
    book: undefined,
    widgets: {},
    scope: scopeFor(names, 'experiment', []),
    sources: [],
    problems: [],
    open: new Map(),
    toggle: nothing,
    edit: nothing,
    renamed: nothing,
    say: nothing,
    goTo: nothing,
  }
}
