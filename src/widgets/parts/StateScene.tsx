/** A state shown with a scene and text: empty, offline, failed, finished. */

import { useEffect, useEffectEvent, type ReactNode } from 'react'
import type { DataState } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { Button } from './Button.tsx'
import { Heading, inCard, type Level } from './Heading.tsx'
import { Scene, type SceneName } from './Scene.tsx'
import css from './StateScene.module.css'

export function StateScene({
  scene,
  picture,
  title,
  text,
  note,
  level,
  live = false,
  children,
}: {
  scene: SceneName
  /** Drawn instead of the scene. */
  picture?: ReactNode
  title: string
  text: string
  note?: string | undefined
  level: Level
  live?: boolean
  children?: ReactNode
}) {
  return (
    <div className={css['state']} role={live ? 'status' : undefined}>
      <div className={css['picture']}>{picture ?? <Scene name={scene} />}</div>
      <Heading level={level}>{title}</Heading>
      <p className="mute">{text}</p>
      {note && <p className={`tiny mute ${css['code']}`}>{note}</p>}
      {children && <div className={css['actions']}>{children}</div>}
    </div>
  )
}

/** Tries again by itself as soon as there is a connection. */
export function useOnceOnline(offline: boolean, retry: () => void): void {
  const again = useEffectEvent(retry)
  useEffect(() => {
    if (!offline) return
    const now = () => again()
    addEventListener('online', now)
    return () => removeEventListener('online', now)
  }, [offline])
}

/**
 * Data that failed to load. The specification's sentence is used verbatim (spec 8); what to do
 * follows.
 */
export function Failed({
  data,
  level,
  isTitle = false,
}: {
  data: Extract<DataState, { status: 'failed' }>
  level: Level
  /** In place of what would have been the page's title. */
  isTitle?: boolean
}) {
  const t = useText()
  useOnceOnline(data.offline, data.retry)
  return (
    <StateScene
      scene={data.offline ? 'offline' : 'error'}
      level={isTitle ? level : inCard(level)}
      title={t(
        data.busy ? 'busy.title' : data.offline ? 'state.offline.title' : 'state.error.title',
      )}
      text={t(data.busy ? 'busy.text' : data.offline ? 'state.offline.text' : 'state.error.text')}
    >
      <Button onClick={data.retry}>{t('common.tryAgain')}</Button>
    </StateScene>
  )
}
