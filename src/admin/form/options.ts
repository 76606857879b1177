/** The possible targets of a reference, as options. */

import { ICONS, type IconName } from '#engine/documents/icons.ts'
import type { Option } from './Combo.tsx'
import { useForm } from './context.ts'
import { useWords } from './words.ts'

// The console's own widgets cannot be used on tenants' pages.
const CONSOLE = /^console-/

/** @returns null if the names are unknown: then any text is allowed */
export function useOptions(target: string): readonly Option[] | null {
  const { names, widgets } = useForm()
  const words = useWords()
  const known: readonly Option[] =
    target === 'widget'
      ? Object.keys(widgets).flatMap((id) => (CONSOLE.test(id) ? [] : [{ id }]))
      : (Object.hasOwn(names, target) && names[target]) || []
  if (known.length === 0) return null
  // A text's title is its content, and there are many.
  if (target === 'text') return known
  return known.map(({ id }) => ({
    id,
    title: words.reference(target, id),
    ...(target === 'icon' && id in ICONS && { icon: id as IconName }),
  }))
}
