/**
 * Shown instead of a page that couldn't be loaded, because there's no connection or something went
 * wrong. Answers are safe either way.
 */

import { useText } from '#engine/react/text.tsx'
import { Button, ButtonLink } from '#widgets/parts/Button.tsx'
import css from './PageFailure.module.css'
import { Icon } from '#widgets/parts/Icon.tsx'

/** @param console the texts for the console, where unsaved changes are safe, not answers */
export function PageFailure({
  offline,
  console = false,
  onRetry,
}: {
  offline: boolean
  console?: boolean
  onRetry: () => void
}) {
  const t = useText()
  const kind = !offline ? 'error' : console ? 'console' : 'offline'
  return (
    <main className={`wrap narrow ${css['page']}`} id="content" tabIndex={-1}>
      <span className={css['sign']}>
        <Icon name={offline ? 'offline' : 'warning'} />
      </span>
      <h1>{t(`failure.${kind}.title`)}</h1>
      <p className="mute">{t(`failure.${kind}.text`)}</p>
      <Button onClick={onRetry}>{t('common.tryAgain')}</Button>
      <ButtonLink look="line" to="/">
        {t('error.home')}
      </ButtonLink>
    </main>
  )
}
