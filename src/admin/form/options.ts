/** What a reference may lead to, as options to choose from. */

import { ICONS, type IconName } from '#widgets/parts/icons.ts'
import type { Option } from './Combo.tsx'
import { useForm } from './context.ts'
import { useWords } from './words.ts'

// The console's own widgets are no parts of a page that tenants make.
const CONSOLE = /^console-/

/** @returns null where nobody knows the names: then any text may stand there */
export function useOptions(target: string): readonly Option[] | null {
  const { names, widgets } = useForm()
  const words = useWords()
  const known: readonly Option[] =
    target === 'widget'
      ? Object.keys(widgets).flatMap((id) => (CONSOLE.test(id) ? [] : [{ id }]))
      : Object.hasOwn(names, target)
        ? names[target]!
        : []
  if (known.length === 0) return null
  // The words of a text are its title already, and there are many.
  if (target === 'text') return known
  return known.map(({ id }) => ({
    id,
    title: words.reference(target, id),
    ...(target === 'icon' && id in ICONS && { icon: id as IconName }),
  }))
}

/** A name that may be taken although nobody knows it yet: the words of a new text are written afterwards. */
export const isTextKey = (typed: string): boolean => /^[A-Za-z][\w-]*(?:\.[\w-]+)+$/.test(typed)
