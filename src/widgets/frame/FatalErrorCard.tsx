/**
 * The app can't start (spec 8). Shown before any texts have loaded, so its words are in the code as
 * well.
 */

import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { Card } from '#widgets/parts/Card.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import css from './FatalErrorCard.module.css'

/** The specification's own words, for when the texts are what failed to load. */
const ENGLISH = {
  'fatal.title': 'Error Loading App',
  'fatal.check': 'Please check your connection and try again.',
  'fatal.persists': 'If the issue persists, please contact support.',
  'common.tryAgain': 'Try again',
} as const

/** @param message what went wrong, in words */
export function FatalErrorCard({ message, onRetry }: { message: string; onRetry: () => void }) {
  const t = useText()
  const say = (key: keyof typeof ENGLISH) => {
    const text = t(key)
    return text === key || text === '' ? ENGLISH[key] : text
  }
  return (
    <main className={`wrap ${css['page']}`}>
      <Card turn>
        <div className="stack" role="alert">
          <span className={css['sign']}>
            <Icon name="warning" />
          </span>
          <h1>{say('fatal.title')}</h1>
          <p>{say('fatal.check')}</p>
          <p className={css['message']}>{message}</p>
          <p className="mute small">{say('fatal.persists')}</p>
          <Button look="main" onClick={onRetry}>
            {say('common.tryAgain')}
          </Button>
        </div>
      </Card>
    </main>
  )
}
