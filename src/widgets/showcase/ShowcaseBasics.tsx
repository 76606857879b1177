/** Progress bars, chips and notes, expansion panels, text. */

import { useText } from '#engine/react/text.tsx'
import { Accordion } from '#widgets/parts/Accordion.tsx'
import { Card } from '#widgets/parts/Card.tsx'
import { Chip } from '#widgets/parts/Chip.tsx'
import { Heading } from '#widgets/parts/Heading.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import { Match } from '#widgets/content/Match.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import { ProgressCard } from '#widgets/parts/ProgressCard.tsx'
import { TextBlock } from '#widgets/parts/TextBlock.tsx'
import type { Sample } from './ThemeShowcase.tsx'
import { Trail } from '#widgets/parts/Trail.tsx'
import css from './Showcase.module.css'

/** The specification's sample progress value. */
const PROGRESS = 50
const slots = (id: string, level: Sample['level']) => ({
  id,
  level,
  data: undefined,
  children: null,
})

export function ShowcaseBars({ level }: Sample) {
  const t = useText()
  return (
    <div className={css['two']}>
      <ProgressCard.component
        {...slots('progress', level)}
        title="showcase.labels.bars"
        text="showcase.bars.text"
        value={PROGRESS}
        max={100}
      />
      <Card>
        <div className="stack">
          <Trail value={PROGRESS} max={100} label={t('showcase.labels.bars')} />
          {(['strong', 'fair', 'low'] as const).map((each) => (
            <p key={each}>
              <Match level={each} />
            </p>
          ))}
        </div>
      </Card>
    </div>
  )
}

export function ShowcaseChips() {
  const t = useText()
  return (
    <div className="stack">
      <p className="row wraps">
        <Chip>{t('consent.isNeeded')}</Chip>
        <Chip look="plain">{t('consent.isChoice')}</Chip>
        <Chip look="ok">
          <Icon name="tick" size="s" />
          {t('research.done')}
        </Chip>
        <Chip look="wait">{t('built.tag')}</Chip>
        <Chip look="bad">{t('showcase.chips.bad')}</Chip>
      </p>
      {(['info', 'wait', 'bad', 'ok', 'doubt'] as const).map((look) => (
        <Note key={look} look={look}>
          {t(`showcase.notes.${look}`)}
        </Note>
      ))}
    </div>
  )
}

export function ShowcasePanels({ level }: Sample) {
  return (
    <Accordion.component
      {...slots('panels', level)}
      items={['a', 'b', 'c'].map((id) => ({
        id,
        title: 'showcase.sample.title',
        text: 'showcase.sample.rich',
      }))}
    />
  )
}

const SIZES = ['t6', 't5', 't4', 't3'] as const

export function ShowcaseText({ level }: Sample) {
  const t = useText()
  return (
    <Card>
      <div className={css['sizes']}>
        {SIZES.map((size) => (
          <p key={size} className={css[size]}>
            {t(`showcase.text.${size}`)}
          </p>
        ))}
        <p>{t('showcase.text.body')}</p>
        <p className="small mute">{t('showcase.text.small')}</p>
        <p className="tiny mute">{t('showcase.text.tiny')}</p>
        <Heading level={level}>{t('showcase.text.rich')}</Heading>
        <TextBlock.component {...slots('rich', level)} text="showcase.sample.rich" />
      </div>
    </Card>
  )
}
