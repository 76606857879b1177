/**
 * Menus (spec 2, Navigation menu): which entries a user sees, which are enabled, and why the others
 * are not.
 */

import { lackedBy, planThatOpens } from './access.ts'
import type { Catalog } from '#engine/documents/catalog.ts'
import type { MenuItemDocument } from '#engine/documents/kinds.ts'
import { pathTo } from './routes.ts'
import type { Rule } from '#engine/rules/rules.ts'
import type { Scope } from '#engine/rules/scope.ts'

type ItemDocument = Omit<MenuItemDocument, 'items'> & { readonly items?: readonly ItemDocument[] }

/** Three separate questions, four outcomes: a hidden entry is simply not in the list. */
export type MenuEntry = {
  readonly id: string
  readonly label: string
  readonly hint: string | null
  readonly icon: string | null
} & (
  | { readonly state: 'link'; readonly to: string; readonly href: string }
  | { readonly state: 'action'; readonly action: string }
  | {
      readonly state: 'disabled'
      readonly reason: string
      /** The page that unlocks it, and the text of the link to it. */ readonly opens?: {
        readonly to: string
        readonly button: string
      }
    }
  | { readonly state: 'locked'; readonly plan: string | null }
  | { readonly state: 'group'; readonly items: readonly MenuEntry[] }
)

/** The entries visible to a user, in order. A group without visible entries is hidden. */
export function resolveMenu(catalog: Catalog, id: string, scope: Scope): MenuEntry[] {
  const menu = catalog.get('menu', id)
  if (menu === undefined) return []
  const closed = menu.enable?.find(({ when }) => !catalog.book.holds(when as Rule, scope))
  const resolveAll = (items: readonly ItemDocument[], top: boolean): MenuEntry[] => {
    const entries: MenuEntry[] = []
    for (const item of items) {
      const entry = resolve(item, top)
      if (entry !== null) entries.push(entry)
    }
    return entries
  }
  const resolve = (item: ItemDocument, top: boolean): MenuEntry | null => {
    if (top && !isShownTo(item, scope)) return null
    if (!catalog.book.holds(item.show as Rule | undefined, scope)) return null
    // Spread last below: on Node 20 every member set after a spread costs a microsecond.
    const common = {
      id: item.id,
      label: item.label,
      hint: item.hint ?? null,
      icon: item.icon ?? null,
    }
    if (item.items !== undefined) {
      const items = resolveAll(item.items, false)
      // The hint of a group explains how to unlock its entries, so it is shown only while one of
      // them is locked for that reason.
      if (!items.some((each) => each.state === 'disabled' && each.reason === closed?.reason))
        common.hint = null
      return items.length === 0 ? null : { state: 'group', items, ...common }
    }
    const route = item.to === undefined ? undefined : catalog.route(item.to)
    // A page may require a different feature from its entry's: what the guard of the route would
    // refuse isn't a link either.
    const lacked =
      !top && item.feature !== undefined && scope.feature[item.feature]?.access !== true
        ? item.feature
        : route && lackedBy(route, scope)
    if (lacked !== undefined && scope.feature[lacked]?.visible !== true) return null
    // No assessment unlocks what the plan lacks: only an entry's own rule is checked before the
    // plan.
    // An entry's own rule takes precedence over the menu's: the worker type report is open from the
    // start.
    if (
      item.enable === undefined
        ? closed !== undefined && lacked === undefined
        : !catalog.book.holds(item.enable as Rule, scope)
    ) {
      if (item.disabledReason !== undefined)
        return { state: 'disabled', reason: item.disabledReason, ...common }
      const { reason = 'menu.notYet', to, button } = closed ?? {}
      if (to === undefined || button === undefined) return { state: 'disabled', reason, ...common }
      return { state: 'disabled', reason, opens: { to, button }, ...common }
    }
    if (lacked !== undefined)
      return { state: 'locked', plan: planThatOpens(catalog, scope, lacked), ...common }
    if (item.action !== undefined) return { state: 'action', action: item.action, ...common }
    if (route === undefined)
      return { state: 'disabled', reason: item.disabledReason ?? 'menu.notYet', ...common }
    return { state: 'link', to: route.id, href: pathTo(route), ...common }
  }
  return resolveAll(menu.items, true)
}

/**
 * The page where a menu starts: the target of the logo and of top-level back links. `header` is the
 * menu of signed-out visitors, `console` the one of the tenant's own staff.
 */
export function homeOf(catalog: Catalog, menu: 'main' | 'header' | 'console'): string {
  return catalog.get('menu', menu)?.items.find(({ to }) => to !== undefined)?.to ?? ''
}

/**
 * Shown only if the list of accounts to hide it from exists and does not include this one (spec 2,
 * Menu rules).
 */
function isShownTo(item: ItemDocument, scope: Scope): boolean {
  const account = scope.user?.app.accountType
  return (
    item.hideForAccounts !== undefined &&
    (account === undefined || !item.hideForAccounts.includes(account))
  )
}
