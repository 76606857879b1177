/** Calls to action in both variants, page covers, content cards, and the states that data can be in. */

import type { DataState } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { BeingBuilt } from '#widgets/parts/BeingBuilt.tsx'
import { CallToActionCard } from '#widgets/parts/CallToActionCard.tsx'
import { Card } from '#widgets/parts/Card.tsx'
import { ContentCard } from '#widgets/parts/ContentCard.tsx'
import { TYPES } from '#widgets/parts/Glyph.tsx'
import { Heading } from '#widgets/parts/Heading.tsx'
import { NotReady } from '#widgets/parts/NotReady.tsx'
import { OfflineStrip } from '#widgets/frame/OfflineStrip.tsx'
import { PageCover } from '#widgets/parts/PageCover.tsx'
import { Failed, StateScene } from '#widgets/parts/StateScene.tsx'
import type { Sample } from './ThemeShowcase.tsx'
import { TileList } from '#widgets/parts/TileList.tsx'
import css from './Showcase.module.css'

const nothing = () => {}
const slots = (id: string, level: Sample['level']) => ({
  id,
  level,
  data: undefined,
  children: null,
})

export function ShowcaseCtas({ level, showImage }: Sample) {
  return (
    <div className={css['two']}>
      {([1, 2] as const).map((variant) => (
        <CallToActionCard.component
          key={variant}
          {...slots(`cta-${variant}`, level)}
          variant={variant}
          showImage={showImage}
          tag="profileHome.nextUp"
          icon="bulb"
          title="showcase.sample.title"
          subTitle="showcase.sample.text"
          time={8}
          routeName="themePage"
        />
      ))}
    </div>
  )
}

export function ShowcaseCovers({ level, showImage }: Sample) {
  const back = { text: 'common.back', routeName: 'themePage' }
  return (
    <div className="stack">
      <PageCover.component
        {...slots('cover-1', level)}
        showImage={showImage}
        title="showcase.sample.title"
        description="showcase.sample.text"
        caption="showcase.sample.caption"
        tag="built.tag"
        icon="cap"
        back={back}
        action={{ text: 'card.letsGo', routeName: 'themePage' }}
      />
      <PageCover.component
        {...slots('cover-2', level)}
        showImage={showImage}
        title="showcase.sample.title"
        description="showcase.sample.text"
      />
    </div>
  )
}

const HEARTS = ['off', 'on', 'saving'] as const

export function ShowcaseCards({ level }: Sample) {
  const t = useText()
  const waiting = (offline: boolean): Extract<DataState, { status: 'failed' }> => ({
    status: 'failed',
    offline,
    retry: nothing,
  })
  return (
    <div className="stack-l">
      <div className={css['three']}>
        {HEARTS.map((favourite) => (
          <ContentCard.component
            key={favourite}
            {...slots(`card-${favourite}`, level)}
            title="showcase.sample.title"
            subTitle="showcase.sample.text"
            chips={[{ id: 'a', text: 'showcase.sample.caption' }]}
            favourite={favourite}
          />
        ))}
      </div>
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
              <NotReady state={waiting(offline)} />
            </div>
          </Card>
        ))}
        <StateScene
          scene="empty"
          level={level}
          title={t('showcase.cards.empty')}
          text={t('profileHome.savedNone')}
        />
        <Failed data={waiting(false)} level={level} />
        <Failed data={waiting(true)} level={level} />
      </div>
      <TileList.component
        {...slots('tiles', level)}
        title="showcase.sample.title"
        hint="showcase.sample.text"
        rows={TYPES.slice(0, 3).map((tile) => ({
          id: tile,
          tile,
          title: 'showcase.sample.title',
          text: 'showcase.sample.caption',
        }))}
      />
      <BeingBuilt.component {...slots('built', level)} />
    </div>
  )
}
