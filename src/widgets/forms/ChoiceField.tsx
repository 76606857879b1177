/**
 * One of a list, in a short form. A select of the browser: it can be searched by typing, and on
 * phones it is what people know. Countries are shown with their calling code.
 */

import { useRenderContext, useScope } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { choiceLabels } from './choices.ts'
import type { SimpleFieldProps } from './simpleform.ts'

type Props = {
  field: SimpleFieldProps
  id: string
  value: string
  className: string | undefined
  onChange: (value: string) => void
}

export default function ChoiceField({ field, id, value, className, onChange }: Props) {
  const t = useText()
  const { language } = useScope()
  const list = useRenderContext().catalog.get('list', field.list ?? '')
  const codes = new Map(list?.items.map((item) => [item.id, item.callingCode]))
  return (
    <select
      id={id}
      name={field.id}
      className={className}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      {choiceLabels(list, t, language).map((choice) => (
        <option key={choice.id} value={choice.id}>
          {choice.label}
          {codes.get(choice.id) && ` (+${codes.get(choice.id)})`}
        </option>
      ))}
    </select>
  )
}
