/** A value of any type: the field depends on the current value. */

import type { ReactNode } from 'react'
import type { Schema } from '#engine/documents/inspect.ts'
import { isObject } from '#engine/documents/json.ts'
import { useForm } from './context.ts'
import { setAt } from '#admin/parts/edit.ts'
import type { FieldProps } from './field.ts'
import { FieldFrame } from './FieldFrame.tsx'
import { JsonText } from './JsonText.tsx'

const OPEN: Schema = { type: 'object', patternProperties: { '^.*$': {} } }

export function AnyField({ field }: { field: FieldProps }): ReactNode {
  const { edit, Field } = useForm()
  const { at, value, readOnly } = field
  const schema = schemaOf(value)
  if (schema !== null)
    return (
      <Field
        {...field}
        schema={{
          ...schema,
          ...(typeof field.schema['description'] === 'string' && {
            description: field.schema['description'],
          }),
        }}
      />
    )
  return (
    <FieldFrame field={field} within>
      {(ids) => (
        <JsonText
          ids={ids}
          value={value}
          readOnly={readOnly}
          onChange={(next) => edit((document) => setAt(document, at, next))}
        />
      )}
    </FieldFrame>
  )
}

function schemaOf(value: unknown): Schema | null {
  if (typeof value === 'string') return { type: 'string' }
  if (typeof value === 'number' || typeof value === 'boolean') return { type: typeof value }
  if (isObject(value)) return OPEN
  if (Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === 'string'))
    return { type: 'array', items: { type: 'string' } }
  return null
}
