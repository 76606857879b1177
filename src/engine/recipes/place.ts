/** Where learners find a new thing: an entry of the menu. */

import Type from 'typebox'
import type { MenuItemDocument } from '#engine/documents/kinds.ts'
import type { Rule } from '#engine/rules/rules.ts'
import { freeId } from './ids.ts'
import type { RecipeField, Words } from './recipe.ts'
import type { Workbench } from './workbench.ts'

export const WordsForm = Type.Record(Type.String(), Type.String({ maxLength: 4000 }))
const Short = Type.String({ maxLength: 120 })
export const menuForm = { menu: Short, menuLabel: WordsForm, icon: Short }
export const NO_ENTRY = { menu: '', menuLabel: {} as Record<string, string>, icon: 'file' }
/** An entry beside the groups, instead of in one of them. */
export const BESIDE = '-'

export const MENU_FIELDS: readonly RecipeField[] = [
  {
    id: 'menu',
    type: 'choice',
    shared: true,
    choices: { from: 'menus' },
    optional: true,
    hint: true,
  },
  { id: 'menuLabel', type: 'words', shared: true, optional: true, hint: true },
  { id: 'icon', type: 'choice', shared: true, choices: { from: 'icons' } },
]

type Entry = {
  readonly id: string
  readonly to: string
  /** The key of what it is called if nothing else was typed. */
  readonly title: string
  /** Below which its own words are. */
  readonly group: string
  readonly form: { readonly menu: string; readonly menuLabel: Words; readonly icon: string }
  readonly feature?: string
  readonly show?: Rule | undefined
  /** Open before the worker type is done, unlike the rest of the menu. */
  readonly early?: boolean
}

export function addEntry(bench: Workbench, { id, to, title, group, form, ...more }: Entry): void {
  if (form.menu === '') return
  const label =
    bench.words('/menuLabel', `${group}.menu`, form.menuLabel, { optional: true }) ?? title
  const { show, feature, early = false } = more
  const entry = (taken: readonly { readonly id: string }[]) => ({
    id: freeId((name) => taken.some((each) => each.id === name), id),
    label,
    icon: form.icon,
    to,
    ...(feature !== undefined && { feature }),
    ...(show !== undefined && { show }),
    ...(early && { enable: true }),
  })
  bench.change('menu', 'main', (menu) => {
    if (form.menu === BESIDE) {
      // Entries that a tenant may switch on come last; a new one is before them.
      const at = menu.items.findIndex(({ show: rule }) => rule === false)
      const items = [...menu.items]
      items.splice(at < 0 ? items.length : at, 0, {
        ...entry(menu.items),
        hideForAccounts: [],
      } as MenuItemDocument)
      return { ...menu, items }
    }
    const owner = menu.items.find((item) => item.id === form.menu)
    if (owner?.items === undefined) {
      bench.fault('/menu', 'unknown')
      return menu
    }
    return {
      ...menu,
      items: menu.items.map((item) =>
        item === owner ? { ...item, items: [...owner.items!, entry(owner.items!)] } : item,
      ),
    }
  })
}
