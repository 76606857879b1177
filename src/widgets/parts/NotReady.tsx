/** Data that isn't available: loading, offline or failed. Each says what to do. */

import type { DataState } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { Button } from './Button.tsx'
import { Note } from './Note.tsx'
import { Skeletons, type SkeletonLook } from './Skeleton.tsx'

type Waiting = Exclude<DataState, { status: 'ready' }>

/**
 * @param state undefined counts as loading: the data that the page names isn't being fetched yet
 */
export function NotReady({
  state,
  looks = ['half', 'line', 'line'],
}: {
  state: Waiting | undefined
  looks?: readonly SkeletonLook[]
}) {
  const t = useText()
  if (state === undefined || state.status === 'loading')
    return <Skeletons looks={looks} label={t('common.loading')} />
  return (
    <div className="stack-s">
      {state.offline ? (
        <Note look="wait">{t('state.offlineText')}</Note>
      ) : (
        <Note look="bad">{t(state.busy ? 'busy.title' : 'state.failedText')}</Note>
      )}
      <Button look="line" small onClick={state.retry}>
        {t('common.tryAgain')}
      </Button>
    </div>
  )
}
