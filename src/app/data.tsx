/** Reads of a page, with SWR: one hook a source, each source in a component of its own so that their number may vary. */

import type { ReactNode } from 'react'
import useSWR, { preload } from 'swr'
import type { DataState } from '#engine/react/registry.ts'
import type { ScreenData } from '#engine/react/Screen.tsx'
import { call, NoSignal } from './api.ts'
import { isPreview } from './preview.ts'

/** A key holds everything that an answer depends on: whose it is, in which language, of which release. */
export type SourceKey = readonly [path: string, user: string, language: string, release: string]

/** Asks for what a page shows. What somebody who is signed in has seen once is there without a signal too. */
export async function ask(key: SourceKey): Promise<unknown> {
  const [path, user] = key
  const asked = call(path)
  if (user === '' || isPreview()) return asked
  // Nothing waits for the part that keeps it; and where that does not come, the answer is all there is.
  asked.catch(() => undefined)
  const recall = await import('./recall.ts').catch(() => null)
  return recall === null ? asked : recall.answerOrKept(key, asked)
}

export function warm(key: SourceKey): void {
  // The page that reads it tells of a failure, in its place; here nobody waits for it.
  void Promise.resolve(preload(key, ask)).catch(() => undefined)
}

type Source = readonly [name: string, key: SourceKey]
type Draw = (data: ScreenData) => ReactNode

export function WithData({
  sources,
  children: draw,
}: {
  sources: readonly Source[]
  children: Draw
}): ReactNode {
  return <Next sources={sources} data={NOTHING} draw={draw} />
}

const NOTHING: ScreenData = {}

function Next({
  sources: [source, ...rest],
  data,
  draw,
}: {
  sources: readonly Source[]
  data: ScreenData
  draw: Draw
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
  data: before,
  draw,
}: {
  source: Source
  rest: readonly Source[]
  data: ScreenData
  draw: Draw
}): ReactNode {
  return <Next sources={rest} data={{ ...before, [name]: useSource(key) }} draw={draw} />
}

function useSource(key: SourceKey): DataState {
  const { data, error, isLoading, isValidating, mutate } = useSWR<unknown, unknown>(key, ask, {
    keepPreviousData: true,
    revalidateOnFocus: false,
    revalidateIfStale: true,
    shouldRetryOnError: (failure: unknown) => failure instanceof NoSignal,
  })
  if (data !== undefined) return { status: 'ready', value: data, refreshing: isValidating }
  if (error !== undefined && !isLoading)
    return { status: 'failed', offline: error instanceof NoSignal, retry: () => void mutate() }
  return { status: 'loading' }
}
