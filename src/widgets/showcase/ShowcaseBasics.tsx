/** Progress bars, chips and notes, sizes of text. */

import { useText } from '#engine/react/text.tsx'
import { Card } from '#widgets/parts/Card.tsx'
import { Chip } from '#widgets/parts/Chip.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import { Match } from '#widgets/content/Match.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import { Trail } from '#widgets/parts/Trail.tsx'
import css from './Showcase.module.css'

/** The specification's sample progress value. */
const PROGRESS = 50

export function ShowcaseBars() {
  const t = useText()
  return (
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
  )
}

export function ShowcaseChips() {
  const t = useText()
  return (
    <div className="stack">
      <p className="row wraps">
        <Chip>{t('showcase.chips.brand')}</Chip>
        <Chip look="plain">{t('showcase.chips.plain')}</Chip>
        <Chip look="ok">
          <Icon name="tick" size="s" />
          {t('showcase.chips.ok')}
        </Chip>
        <Chip look="wait">{t('showcase.chips.wait')}</Chip>
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

const SIZES = ['t6', 't5', 't4', 't3'] as const

export function ShowcaseText() {
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
      </div>
    </Card>
  )
}
