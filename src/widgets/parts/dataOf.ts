/** Data of a node, typed as the response of the page's data source. */

import type { DataState } from '#engine/react/registry.ts'

/**
 * The value if it has loaded; null while it is loading, if it failed, or if the page provides none.
 */
export function valueOf<T>(data: DataState | undefined): T | null {
  return data?.status === 'ready' ? (data.value as T) : null
}
