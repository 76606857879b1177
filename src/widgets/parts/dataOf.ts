/** Data of a node as what the page's data source is known to answer. */

import type { DataState } from '#engine/react/registry.ts'

/**
 * The value where it is here; null while it comes, where it failed, and where the page gives none.
 */
export function valueOf<T>(data: DataState | undefined): T | null {
  return data?.status === 'ready' ? (data.value as T) : null
}
