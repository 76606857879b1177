/**
 * Data of a page, read with SWR: one hook per source, each in a component of its own, because the
 * number of sources varies.
 */

import type { ReactNode } from 'react'
import useSWR, { preload, unstable_serialize, useSWRConfig } from 'swr'
import type { DataState } from '#engine/react/registry.ts'
import type { ScreenData } from '#engine/react/Screen.tsx'
import { ApiFailure, call, NoSignal } from './api.ts'
import { isPreview } from './preview.ts'

/** The key contains everything that a response depends on: user, language and release. */
export type SourceKey = readonly [path: string, user: string, language: string, release: string]

/** Fetches what a page shows. Signed-in users can see offline what they have opened before. */
export async function ask(key: SourceKey): Promise<unknown> {
  const [path, user] = key
  const asked = call(path)
  if (user === '' || isPreview()) return asked
  // Don't wait for the caching code; if it fails to load, the response itself is enough.
  asked.catch(() => undefined)
  const recall = await import('./recall.ts').catch(() => null)
  return recall === null ? asked : recall.freshOrCached(key, asked)
}

export function warm(key: SourceKey): void {
  // The page that reads it shows the failure in place; nothing awaits it here.
  void Promise.resolve(preload(key, ask)).catch(() => undefined)
}

type Source = readonly [name: string, key: SourceKey]
type Draw = (data: ScreenData) => ReactNode

const NOTHING: ScreenData = {}

/** @param data of the sources before these */
export function WithData({
  sources: [source, ...rest],
  data = NOTHING,
  children: draw,
}: {
  sources: readonly Source[]
  data?: ScreenData
  children: Draw
}): ReactNode {
  return source === undefined ? (
    draw(data)
  ) : (
    <One key={source[0]} source={source} rest={rest} data={data} draw={draw} />
  )
}

function One({
  source: [name, key],
  rest,
  data,
  draw,
}: {
  source: Source
  rest: readonly Source[]
  data: ScreenData
  draw: Draw
}): ReactNode {
  return (
    <WithData sources={rest} data={{ ...data, [name]: useSource(key) }}>
      {draw}
    </WithData>
  )
}

/** How many requests for a key are on their way. */
const asking = new Map<string, number>()

async function counted(key: SourceKey): Promise<unknown> {
  const id = unstable_serialize(key)
  asking.set(id, (asking.get(id) ?? 0) + 1)
  try {
    return await ask(key)
  } finally {
    const left = (asking.get(id) ?? 1) - 1
    if (left > 0) asking.set(id, left)
    else asking.delete(id)
  }
}

function useSource(key: SourceKey): DataState {
  const { data, error, isLoading, isValidating, mutate } = useSWR<unknown, unknown>(key, counted, {
    keepPreviousData: true,
    revalidateOnFocus: false,
    // A page that is opened again at once may have changed. SWR would show what it had, and what
    // warm() has fetched would be left over for a visit much later.
    dedupingInterval: 0,
    // A change made meanwhile makes SWR ignore the response. If a newer request is on its way
    // already, asking again would make SWR ignore that one, too, and so on without end.
    onDiscarded: (id) => {
      if (!asking.has(id)) void mutate()
    },
    shouldRetryOnError: (failure: unknown) => failure instanceof NoSignal,
  })
  const { cache } = useSWRConfig()
  const again = () => void mutate()
  // What was asked for before stays while this is on its way; once it has failed, it would pass for
  // the answer.
  const isFormer = error !== undefined && cache.get(unstable_serialize(key))?.data === undefined
  if (data !== undefined && !isFormer)
    return { status: 'ready', value: data, refreshing: isValidating, again }
  if (error !== undefined && !isLoading)
    return {
      status: 'failed',
      offline: error instanceof NoSignal,
      kept: (error as NoSignal).kept,
      // Not found, or no longer there.
      missing: error instanceof ApiFailure && [404, 410].includes(error.status),
      refused: error instanceof ApiFailure && [400, 422].includes(error.status),
      busy: error instanceof ApiFailure && error.busy,
      retry: again,
    }
  return { status: 'loading' }
}
