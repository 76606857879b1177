/**
 * A filter that is asked first, such as how long one would study: stones of a path, solid as far as
 * the choice.
 */

import { useId } from 'react'
import { useText } from '#engine/react/text.tsx'
import { useChoices, type FilterProps } from './CollectionSelects.tsx'
import css from './CollectionPaths.module.css'

export function FilterPath({ filter, value, facets, onChange }: FilterProps) {
  const t = useText()
  const name = useId()
  // The end of the path narrows nothing.
  const stones = [...useChoices(facets)(filter, value), { id: '', words: t(filter.any) }]
  return (
    <fieldset className={css['path']}>
      <legend>{t(filter.label)}</legend>
      <div className={css['stones']}>
        {stones.map(({ id, words }) => (
          // The label is the next sibling of its radio, so that the path behind the choice can be
          // told from the one ahead.
          <Stone
            key={id}
            id={`${name}-${id}`}
            name={name}
            words={words}
            checked={id === value}
            onChoose={() => onChange(id)}
          />
        ))}
      </div>
    </fieldset>
  )
}

function Stone({
  id,
  name,
  words,
  checked,
  onChoose,
}: {
  id: string
  name: string
  words: string
  checked: boolean
  onChoose: () => void
}) {
  return (
    <>
      <input
        id={id}
        className="hidden-text"
        type="radio"
        name={name}
        checked={checked}
        onChange={onChoose}
      />
      <label htmlFor={id}>{words}</label>
    </>
  )
}
