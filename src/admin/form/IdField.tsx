/**
 * The id of an entry. A change takes effect on leaving the field, because everything else refers to
 * the id.
 */

import { FORBIDDEN_KEYS, own, pointer } from '#engine/documents/json.ts'
import type { Schema } from '#engine/documents/inspect.ts'
import { useText } from '#engine/react/text.tsx'
import { TextControl } from '#admin/parts/Control.tsx'
import { Combo } from './Combo.tsx'
import { useForm } from './context.ts'
import { renameAt, splitPointer } from '#admin/parts/edit.ts'
import type { FieldProps } from './field.ts'
import { FieldFrame } from './FieldFrame.tsx'
import { useOptions } from './options.ts'
import { kindOf } from './shape.ts'
import { useDraft } from './useDraft.ts'
import { useWords } from './words.ts'

/** @param field of the entry */
export function IdField({
  field,
  schema,
  isTaken,
}: {
  field: FieldProps
  schema: Schema
  /** Does another entry have this name? */ isTaken: (name: string) => boolean
}) {
  const t = useText()
  const words = useWords()
  const { edit, renamed } = useForm()
  const id = String(own(field.value, 'id') ?? '')
  const { text, typed, type, drop } = useDraft(id)
  const target = String(schema['x-ref'] ?? '')
  const known = useOptions(target)
  const options =
    kindOf(schema) === 'choice'
      ? (schema['enum'] as string[]).map((each) => ({ id: each, title: words.value(each) }))
      : known
  // For an overlay a new id means a new entry, so a locked one would be lost.
  const readOnly = field.readOnly || field.lock !== undefined
  const trouble =
    typed === null || text === id
      ? undefined
      : isTaken(text)
        ? t('console.form.idTaken')
        : isAllowed(text, schema)
          ? undefined
          : t('console.form.idWrong')
  const rename = (name: string) => {
    if (readOnly || name === id) return
    edit((document) => renameAt(document, field.at, name))
    renamed(field.at, splitPointer(field.at)[0] + pointer(name))
  }
  const leave = () => {
    if (typed === null || trouble !== undefined) return
    drop()
    rename(text)
  }
  const inside: FieldProps = {
    ...field,
    at: `${field.at}/id`,
    label: words.member('id'),
    hint: words.hint('entryId', undefined),
    value: id,
    base: undefined,
    compared: false,
    optional: false,
    readOnly,
    lock: undefined,
    bindable: false,
  }
  return (
    <FieldFrame field={inside} trouble={trouble}>
      {(ids) =>
        options !== null && options.length > 0 ? (
          <Combo
            id={ids.id}
            describedBy={ids.describedBy}
            invalid={ids.invalid}
            options={options.filter((option) => option.id === id || !isTaken(option.id))}
            value={id}
            shown={options.find((option) => option.id === id)?.title ?? id}
            readOnly={readOnly}
            onPick={rename}
          />
        ) : (
          <TextControl
            id={ids.id}
            autoComplete="off"
            spellCheck={false}
            readOnly={readOnly}
            describedBy={ids.describedBy}
            invalid={ids.invalid}
            value={text}
            onChange={type}
            onBlur={leave}
            onKeyDown={(event) => event.key === 'Enter' && leave()}
          />
        )
      }
    </FieldFrame>
  )
}

function isAllowed(id: string, { pattern, maxLength }: Schema): boolean {
  if (
    id === '' ||
    FORBIDDEN_KEYS.has(id) ||
    (typeof maxLength === 'number' && id.length > maxLength)
  )
    return false
  return typeof pattern !== 'string' || new RegExp(pattern, 'u').test(id)
}
