/** Instead of a record's page: there is no such record (any more), or this device doesn't have it. */

import { useText } from '#engine/react/text.tsx'
import { Button, ButtonLink } from '#widgets/parts/Button.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import { StateScene } from '#widgets/parts/StateScene.tsx'

export function RecordMissing({
  offline,
  list,
  onRetry,
}: {
  offline: boolean
  /** The page above, where the others are. */
  list: { readonly title: string; readonly href: string } | undefined
  onRetry: () => void
}) {
  const t = useText()
  return (
    <StateScene
      scene={offline ? 'offline' : 'lost'}
      level={1}
      title={t(offline ? 'state.notKept.title' : 'state.missing.title')}
      text={t(offline ? 'state.notKept.text' : 'state.missing.text')}
      live
    >
      {list !== undefined && (
        <ButtonLink look="main" to={list.href} icon={<Icon name="back" />}>
          {t('state.missing.list', { list: list.title })}
        </ButtonLink>
      )}
      {offline && (
        <Button look="line" onClick={onRetry}>
          {t('common.tryAgain')}
        </Button>
      )}
    </StateScene>
  )
}
