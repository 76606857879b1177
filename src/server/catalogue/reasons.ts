/** The reasons that pages offer for reporting a record. */

import type { Catalog } from '#engine/documents/catalog.ts'
import type { NodeDocument } from '#engine/documents/kinds.ts'

type Report = {
  readonly type?: unknown
  readonly reasons?: readonly { readonly id: string; readonly label: string }[]
}

/** @returns `<content type>/<reason>` -> key of its text */
export function reasonsOf(catalog: Pick<Catalog, 'all'>): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  const read = (nodes: readonly NodeDocument[]): void => {
    for (const { type, props, children } of nodes) {
      const { type: of, reasons = [] } = (props ?? {}) as Report
      if (type === 'record-report' && typeof of === 'string')
        for (const { id, label } of reasons) found.set(`${of}/${id}`, label)
      if (children !== undefined) read(children)
    }
  }
  for (const { children } of catalog.all('screen')) read(children)
  return found
}
