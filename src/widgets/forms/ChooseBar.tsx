/** How many are chosen of how many, a stone for each, and the button: always in reach. */

import type { ProfileForm } from '#engine/forms/profileform.ts'
import { mostOf } from '#engine/forms/section.ts'
import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import css from './SectionList.module.css'

/** More would be too small to tell apart. */
const STONES = 10

export function ChooseBar({
  form,
  isBusy,
  onSave,
}: {
  readonly form: ProfileForm
  readonly isBusy: boolean
  readonly onSave: () => void
}) {
  const t = useText()
  const { section, recordAmountRequired, selectedRecords, formValid, formChanged } = form
  if (section === null) return null
  const count = selectedRecords.length
  const exactly = section.amount === undefined ? null : recordAmountRequired
  return (
    <div className={css['bar']} role="region" aria-label={t('form.yours')}>
      <div className={css['count']}>
        <p className="small" role="status">
          {exactly === null ? (
            <>
              <strong>{t('form.chosen', { count })}</strong>{' '}
              {t('form.atMost', { count: mostOf(section) })}
            </>
          ) : (
            <>
              <strong>{t('form.ofExactly', { count, exactly })}</strong>{' '}
              {count < exactly
                ? t('form.moreToChoose', { count: exactly - count })
                : count > exactly
                  ? t('form.fewerToChoose', { count: count - exactly })
                  : t('form.swap')}
            </>
          )}
        </p>
        {exactly !== null && exactly <= STONES && (
          <div className={css['tray']} aria-hidden="true">
            {Array.from({ length: exactly }, (_, at) => (
              <i key={at} data-is={at < count ? 'on' : at === count ? 'next' : 'ahead'} />
            ))}
          </div>
        )}
      </div>
      <Button look="step" busy={isBusy} disabled={!formValid || !formChanged} onClick={onSave}>
        {t('form.save')}
      </Button>
    </div>
  )
}
