/** Where a receipt goes too, for those who have signed up with a phone number alone. */

import { useText } from '#engine/react/text.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import css from './CouponField.module.css'

type Props = {
  id: string
  value: string
  isWrong: boolean
  onChange: (value: string) => void
}

export function ReceiptField({ id, value, isWrong, onChange }: Props) {
  const t = useText()
  const field = `${id}-email`
  return (
    <div className="stack-s">
      <label className="strong" htmlFor={field}>
        {t('order.email')}
      </label>
      <input
        id={field}
        name="email"
        className={css['input']}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        value={value}
        aria-invalid={isWrong || undefined}
        aria-describedby={`${field}-hint ${field}-said`}
        onChange={(event) => onChange(event.target.value)}
      />
      <p id={`${field}-hint`} className="small mute">
        {t('order.emailHint')}
      </p>
      <div id={`${field}-said`} role="status" className="small">
        {isWrong && (
          <p className={css['bad']}>
            <Icon name="warning" size="s" />
            {t('order.emailBad')}
          </p>
        )}
      </div>
    </div>
  )
}
