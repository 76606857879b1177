/**
 * A value as JSON, for values without a field. It becomes part of the document once it is valid.
 */

import type { Json } from '#engine/documents/json.ts'
import { useText } from '#engine/react/text.tsx'
import { LongControl } from '#admin/parts/Control.tsx'
import type { Ids } from './FieldFrame.tsx'
import css from './Form.module.css'
import { useDraft } from './useDraft.ts'

export function JsonText({
  ids,
  value,
  readOnly,
  onChange,
}: {
  ids: Pick<Ids, 'id' | 'describedBy' | 'invalid'>
  value: unknown
  readOnly: boolean
  onChange: (value: Json) => void
}) {
  const t = useText()
  const written = JSON.stringify(value, null, 2) ?? ''
  const { text, typed, type, drop } = useDraft(written)
  const isReadable = read(text) !== undefined
  const leave = () => {
    const next = read(text)
    if (typed === null || next === undefined) return
    drop()
    if (text !== written) onChange(next)
  }
  return (
    <>
      <LongControl
        className={css['json']}
        id={ids.id}
        rows={Math.min(16, text.split('\n').length + 1)}
        spellCheck={false}
        readOnly={readOnly}
        describedBy={ids.describedBy}
        invalid={isReadable ? ids.invalid : true}
        value={text}
        onChange={type}
        onBlur={leave}
      />
      {!isReadable && (
        <p className={css['warning']} role="status">
          {t('console.form.unreadable')}
        </p>
      )}
    </>
  )
}

function read(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}
