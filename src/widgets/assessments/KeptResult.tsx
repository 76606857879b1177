/**
 * The result of answers that are on this device alone: what it contains shows it, as data called
 * `report`.
 */

import { useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import { useAction, useHref } from '#engine/react/context.ts'
import type { DataState } from '#engine/react/registry.ts'
import { DataProvider, useScreenData } from '#engine/react/Screen.tsx'
import { useText } from '#engine/react/text.tsx'
import { ButtonLink } from '#widgets/parts/Button.tsx'
import type { Level } from '#widgets/parts/Heading.tsx'
import { NotReady } from '#widgets/parts/NotReady.tsx'
import { isBusy, isOffline } from '#widgets/parts/problem.ts'
import { Failed, StateScene } from '#widgets/parts/StateScene.tsx'

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
  const [state, setState] = useState<DataState>({ status: 'loading' })
  const [round, setRound] = useState(0)
  const ask = useEffectEvent(() => kept(['score', assessment]))
  useEffect(() => {
    let here = true
    setState({ status: 'loading' })
    ask().then(
      (value) => here && setState({ status: 'ready', value, refreshing: false }),
      (error: unknown) =>
        here &&
        setState({
          status: 'failed',
          offline: isOffline(error),
          missing: false,
          busy: isBusy(error),
          retry: () => setRound(round + 1),
        }),
    )
    return () => void (here = false)
  }, [assessment, round])
  return state
}
