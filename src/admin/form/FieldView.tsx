/** One value of a document, with a field chosen by its meta-schema. */

import type { ReactNode } from 'react'
import { isBinding } from '#engine/decide/bind.ts'
import type { Json } from '#engine/documents/json.ts'
import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import { AnyField } from './AnyField.tsx'
import { ChoiceField, FlagField, NumberField, TextField } from './ScalarFields.tsx'
import { useForm } from './context.ts'
import { setAt } from '#admin/parts/edit.ts'
import type { FieldProps } from './field.ts'
import { FieldFrame } from './FieldFrame.tsx'
import { EntryList } from './EntryList.tsx'
import { JsonText } from './JsonText.tsx'
import { Members } from './Members.tsx'
import { PictureField } from './PictureField.tsx'
import { RecordField } from './RecordField.tsx'
import { ReferenceField } from './ReferenceField.tsx'
import { RuleField } from './RuleField.tsx'
import { emptyOf, kindOf, resolve, suits } from './shape.ts'
import { UnionField } from './UnionField.tsx'
import { ValueList } from './ValueList.tsx'

export function FieldView(given: FieldProps): ReactNode {
  const { schema, definitions } = resolve(given.schema, given.definitions)
  const field: FieldProps = { ...given, schema, definitions }
  const kind = kindOf(schema)
  const { edit } = useForm()
  if (field.bindable && isBinding(field.value)) return <Bound field={field} />
  if (!suits(kind, field.value))
    return field.value === undefined ? <Missing field={field} /> : <Misfit field={field} />
  switch (kind) {
    case 'rule':
      return (
        <RuleField
          field={field}
          rule={(field.value ?? true) as Json}
          asValue={field.at.endsWith('/bind')}
          onRule={(rule) => edit((document) => setAt(document, field.at, rule))}
        />
      )
    case 'ref':
      return <ReferenceField field={field} />
    case 'union':
      return <UnionField field={field} />
    case 'const':
      return (
        <FieldFrame field={field}>
          {({ id }) => <output id={id}>{String(field.value)}</output>}
        </FieldFrame>
      )
    case 'choice':
      return <ChoiceField field={field} />
    case 'text':
      return schema['x-address'] === 'picture' ? (
        <PictureField field={field} />
      ) : (
        <TextField field={field} />
      )
    case 'number':
      return <NumberField field={field} />
    case 'flag':
      return <FlagField field={field} />
    case 'list':
      return holdsObjects(field) ? <EntryList field={field} /> : <ValueList field={field} />
    case 'record':
      return <RecordField field={field} />
    case 'object':
      return (
        <FieldFrame field={field} group nest>
          {() => <Members field={field} />}
        </FieldFrame>
      )
    default:
      return <AnyField field={field} />
  }
}

function holdsObjects({ schema, definitions }: FieldProps): boolean {
  const { schema: items } = resolve((schema['items'] ?? {}) as FieldProps['schema'], definitions)
  const kind = kindOf(items)
  return kind === 'object' || kind === 'record' || kind === 'union' || kind === 'any'
}

/** A required part that is missing. */
function Missing({ field }: { field: FieldProps }) {
  const t = useText()
  const { edit } = useForm()
  const { at, label, schema, definitions } = field
  return (
    <FieldFrame field={{ ...field, optional: false }} group>
      {() =>
        !field.readOnly && (
          <Button
            look="line"
            small
            icon={<Icon name="plus" size="s" />}
            onClick={() => edit((document) => setAt(document, at, emptyOf(schema, definitions)))}
          >
            {t('console.form.add', { label })}
          </Button>
        )
      }
    </FieldFrame>
  )
}

/**
 * A value of a type that the schema does not allow: shown unchanged, and never discarded without
 * asking.
 */
function Misfit({ field }: { field: FieldProps }) {
  const t = useText()
  const { edit } = useForm()
  const { at, value, schema, definitions, readOnly } = field
  return (
    <FieldFrame field={field} within>
      {(ids) => (
        <>
          <JsonText
            ids={ids}
            value={value}
            readOnly={readOnly}
            onChange={(next) => edit((document) => setAt(document, at, next))}
          />
          {!readOnly && (
            <Button
              look="line"
              small
              onClick={() => edit((document) => setAt(document, at, emptyOf(schema, definitions)))}
            >
              {t('console.form.startAnew')}
            </Button>
          )}
        </>
      )}
    </FieldFrame>
  )
}

/** A value computed by a rule. */
function Bound({ field }: { field: FieldProps }) {
  const t = useText()
  const { edit } = useForm()
  const { at, value, schema, definitions } = field
  return (
    <RuleField
      field={{ ...field, bindable: false }}
      rule={(value as { bind: Json }).bind}
      asValue
      onRule={(bind) => edit((document) => setAt(document, at, { bind }))}
      tools={
        <Button
          look="text"
          small
          onClick={() => edit((document) => setAt(document, at, emptyOf(schema, definitions)))}
        >
          {t('console.form.fixed')}
        </Button>
      }
    />
  )
}
