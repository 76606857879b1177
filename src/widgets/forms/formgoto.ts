/** From a problem in the summary to its field. */

/** Focuses a field, opening its entry; for an entry as a whole, its first field. */
export function goTo(root: Element, field: string) {
  const name = CSS.escape(field)
  const target = root.querySelector<HTMLElement>(`[name="${name}"], [name^="${name}."]`)
  const entry = target?.closest('details')
  if (entry) entry.open = true
  target?.focus()
}
