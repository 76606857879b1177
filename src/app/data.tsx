/** Reads of a page, with SWR: one hook a source, each source in a component of its own so that their number may vary. */

import type { ReactNode } from 'react'
import useSWR, { preload } from 'swr'
import type { DataState } from '#engine/react/registry.ts'
import type { ScreenData } from '#engine/react/Screen.tsx'
import { call, NoSignal } from './api.ts'

/** A key holds everything that an answer depends on: whose it is, in which language, of which release. */
export type SourceKey = readonly [path: string, user: string, language: string]

const fetcher = ([path]: SourceKey): Promise<unknown> => call(path)

export function warm(key: SourceKey): void {
  void preload(key, fetcher)
}

export function WithData({ sources, draw }: { sources: readonly (readonly [name: string, key: SourceKey])[]; draw: (data: ScreenData) => ReactNode }): ReactNode {
  return <Next sources={sources} at={0} data={{}} draw={draw} />
}

function Next({ sources, at, data, draw }: { sources: readonly (readonly [string, SourceKey])[]; at: number; data: ScreenData; draw: (data: ScreenData) => ReactNode }): ReactNode {
  const source = sources[at]
  if (source === undefined) return draw(data)
  return <One key={source[0]} source={source} draw={(state) => <Next sources={sources} at={at + 1} data={{ ...data, [source[0]]: state }} draw={draw} />} />
}

function One({ source: [, key], draw }: { source: readonly [string, SourceKey]; draw: (state: DataState) => ReactNode }): ReactNode {
  const { data, error, isLoading, isValidating, mutate } = useSWR<unknown, unknown>(key, fetcher, {
    keepPreviousData: true,
    revalidateOnFocus: false,
    revalidateIfStale: true,
    shouldRetryOnError: (failure: unknown) => failure instanceof NoSignal,
  })
  if (data !== undefined) return draw({ status: 'ready', value: data, refreshing: isValidating })
  if (error !== undefined && !isLoading) return draw({ status: 'failed', offline: error instanceof NoSignal, retry: () => void mutate() })
  return draw({ status: 'loading' })
}
