/** What a reference may lead to, as options to choose from. */

import { isObject, own } from '#engine/json.ts'
import { ICONS, type IconName } from '#widgets/icons.ts'
import type { Option } from './Combo.tsx'
import { useForm } from './context.ts'
import { useWords } from './words.ts'

// The console's own widgets are no parts of a page that tenants make.
const CONSOLE = /^console-/

/** @returns null where nobody knows the names: then any text may stand there */
export function useOptions(target: string): readonly Option[] | null {
  const { names, widgets } = useForm()
  const words = useWords()
  const known = target === 'widget' ? Object.keys(widgets).filter((type) => !CONSOLE.test(type)).map((id) => ({ id })) : names[target]
  if (known === undefined || known.length === 0) return null
  // The words of a text are its title already; all others may have to be looked up.
  return known.map((each) => ({ id: each.id, title: target === 'text' ? (own(each, 'title') as string) : words.reference(target, each.id), ...(target === 'icon' && isObject(ICONS) && each.id in ICONS && { icon: each.id as IconName }) }))
}

/** A name that may be taken although nobody knows it yet: the words of a new text are written afterwards. */
export const isTextKey = (typed: string): boolean => /^[A-Za-z][\w-]*(?:\.[\w-]+)+$/.test(typed)
