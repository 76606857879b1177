/** The name of a page by its route: its title, or the address where it isn't live yet. */

import { useRenderContext } from '#engine/react/context.ts'
import { useWords } from './words.ts'
import { readOut } from '#admin/parts/readout.ts'

/** Within a form's context: names come from there. */
export function usePageName(): (route: string) => string {
  const { catalog } = useRenderContext()
  const words = useWords()
  return (route) => {
    const title = catalog.route(route)?.title
    const said = title === undefined ? undefined : words.reference('text', title)
    if (said !== undefined && said !== title) return said
    const address = words.reference('route', route)
    return address === route ? readOut(route) : address
  }
}
