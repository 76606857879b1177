/** Variants of cards, and the states that data can be in. */

import type { DataState } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { Card } from '#widgets/parts/Card.tsx'
import { Heading } from '#widgets/parts/Heading.tsx'
import { NotReady } from '#widgets/parts/NotReady.tsx'
import { OfflineStrip } from '#widgets/frame/OfflineStrip.tsx'
import { Failed, StateScene } from '#widgets/parts/StateScene.tsx'
import type { Sample } from './sample.ts'
import css from './Showcase.module.css'

const failed = (offline: boolean): Extract<DataState, { status: 'failed' }> => ({
  status: 'failed',
  offline,
  retry: () => {},
})

export function ShowcaseCards({ level }: Sample) {
  const t = useText()
  return (
    <div className="stack-l">
      <div className={css['three']}>
        {(['paper', 'cloth', 'locked'] as const).map((look) => (
          <Card key={look} look={look}>
            <Heading level={level}>{t(`showcase.cards.${look}`)}</Heading>
            <p className="mute">{t('showcase.sample.text')}</p>
          </Card>
        ))}
      </div>
      <OfflineStrip offline />
      <div className={css['three']}>
        <Card>
          <div className="stack-s">
            <Heading level={level}>{t('showcase.cards.loading')}</Heading>
            <NotReady state={{ status: 'loading' }} />
          </div>
        </Card>
        {[false, true].map((offline) => (
          <Card key={String(offline)}>
            <div className="stack-s">
              <Heading level={level}>
                {t(offline ? 'showcase.cards.offline' : 'showcase.cards.failed')}
              </Heading>
              <NotReady state={failed(offline)} />
            </div>
          </Card>
        ))}
        <StateScene
          scene="empty"
          level={level}
          title={t('showcase.cards.empty')}
          text={t('showcase.cards.emptyText')}
        />
        <Failed data={failed(false)} level={level} />
        <Failed data={failed(true)} level={level} />
      </div>
    </div>
  )
}
