/** Which page: by its address, or found by its title. */

import { useId } from 'react'
import { useRenderContext } from '#engine/react/context.ts'
import { useNames } from './client.ts'
import { TextField } from './Field.tsx'

type Props = {
  label: string
  hint?: string
  value: string
  onChange: (path: string) => void
  onEnter?: () => void
}

export function PageField({ label, hint, value, onChange, onEnter }: Props) {
  const id = useId()
  const pages = usePages()
  return (
    <>
      <TextField
        label={label}
        hint={hint}
        value={value}
        maxLength={400}
        list={id}
        onChange={onChange}
        {...(onEnter && { onEnter })}
      />
      <datalist id={id}>
        {pages.map(({ path, title }) => (
          <option key={path} value={path}>
            {title}
          </option>
        ))}
      </datalist>
    </>
  )
}

/** Pages that can be opened without knowing an id, by title. */
function usePages(): readonly { readonly path: string; readonly title: string }[] {
  const { catalog } = useRenderContext()
  const titles = new Map((useNames().value?.['page'] ?? []).map(({ id, title }) => [id, title]))
  return [...catalog.routes.values()]
    .filter(({ path, redirect }) => !/[:*]/.test(path) && redirect === undefined)
    .map(({ id, path }) => ({ path, title: titles.get(id) || path }))
    .sort((a, b) => a.title.localeCompare(b.title))
}
