/**
 * Every button, in every state. One page has one orange control; this is the one page that shows
 * more.
 */

import { useText } from '#engine/react/text.tsx'
import { Button, IconButton } from '#widgets/parts/Button.tsx'
import { Card } from '#widgets/parts/Card.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import css from './Showcase.module.css'

const LOOKS = ['step', 'main', 'line', 'text', 'danger'] as const

export function ShowcaseButtons() {
  const t = useText()
  return (
    <div className={css['two']}>
      <Card>
        <div className="stack">
          {LOOKS.map((look) => (
            <Button key={look} look={look} block>
              {t(`showcase.buttons.${look}`)}
            </Button>
          ))}
        </div>
      </Card>
      <Card>
        <div className="stack">
          <Button busy block>
            {t('showcase.buttons.busy')}
          </Button>
          <Button disabled block>
            {t('showcase.buttons.disabled')}
          </Button>
          <Button look="line" block icon={<Icon name="plus" />}>
            {t('showcase.buttons.icon')}
          </Button>
          <Button look="line" small>
            {t('showcase.buttons.small')}
          </Button>
          <div className="row wraps">
            {(['help', 'globe', 'heart', 'close'] as const).map((name) => (
              <IconButton key={name} label={name}>
                <Icon name={name} />
              </IconButton>
            ))}
          </div>
        </div>
      </Card>
    </div>
  )
}
