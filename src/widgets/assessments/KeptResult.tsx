/**
 * The result of answers that are on this device alone: what it contains shows it, as data called
 * `report`.
 */

import type { ReactNode } from 'react'
import { useAction, useHref } from '#engine/react/context.ts'
import type { DataState } from '#engine/react/registry.ts'
import { DataProvider, useScreenData } from '#engine/react/Screen.tsx'
import { useText } from '#engine/react/text.tsx'
import { ButtonLink } from '#widgets/parts/Button.tsx'
import type { Level } from '#widgets/parts/Heading.tsx'
import { NotReady } from '#widgets/parts/NotReady.tsx'
import { isBusy } from '#widgets/parts/problem.ts'
import { Failed, StateScene } from '#widgets/parts/StateScene.tsx'
import { useOpening } from './useOpening.ts'

export function KeptResult({
  assessment,
  unfinished,
  level,
  children,
}: {
  assessment: string
  unfinished: { title: string; text: string; button: string; routeName: string }
  level: Level
  children: ReactNode
}) {
  const t = useText()
  const href = useHref()
  const all = useScreenData()
  const state = useResult(assessment)
  if (state.status === 'loading')
    return <NotReady state={state} looks={['half', 'line', 'line', 'line']} />
  if (state.status === 'failed') return <Failed data={state} level={level} isTitle />
  if (state.value === null)
    return (
      <StateScene scene="lost" level={level} title={t(unfinished.title)} text={t(unfinished.text)}>
        <ButtonLink look="step" to={href(unfinished.routeName)}>
          {t(unfinished.button)}
        </ButtonLink>
      </StateScene>
    )
  return <DataProvider value={{ ...all, report: state }}>{children}</DataProvider>
}

/** Null if not everything is answered. */
function useResult(assessment: string): DataState {
  const kept = useAction<readonly [what: string, assessment: string], unknown>('attempt.peek')
  const { opening, again } = useOpening(assessment, () => kept(['score', assessment]))
  if (opening.phase === 'opening') return { status: 'loading' }
  if (opening.phase === 'open') return { status: 'ready', value: opening.opened, refreshing: false }
  const { error, offline } = opening
  return { status: 'failed', offline, missing: false, busy: isBusy(error), retry: again }
}
