/**
 * The only dialog, on the native element: focus is trapped and restored, Escape and a tap outside
 * close it. `sheet` slides up from the bottom of a phone and is centred on a large screen, where
 * `menu` is below the top bar.
 */

import { useEffect, useId, useRef, type MouseEvent, type ReactNode } from 'react'
import { useText } from '#engine/react/text.tsx'
import { IconButton } from './Button.tsx'
import { Icon } from './Icon.tsx'
import { InSheet } from './sheet.ts'
import { useBackCloses } from './useBackCloses.ts'
import css from './Dialog.module.css'

type Props = {
  open: boolean
  onClose: () => void
  title: string
  hint?: string | undefined
  look?: 'sheet' | 'menu'
  /** Announced to screen readers, but not drawn: the content has a heading of its own. */
  quiet?: boolean
  /** Back closes it before leaving the page. */
  backCloses?: boolean
  children: ReactNode
}

export function Dialog({
  open,
  onClose,
  title,
  hint,
  look = 'sheet',
  quiet = false,
  backCloses = false,
  children,
}: Props) {
  const ref = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const t = useText()
  useBackCloses(open && backCloses, onClose)
  useEffect(() => {
    const dialog = ref.current
    if (open && dialog?.open === false) dialog.showModal()
    else if (!open && dialog?.open) dialog.close()
  }, [open])
  // The backdrop belongs to the dialog element; all content is inside it, padding included.
  const outside = (event: MouseEvent<HTMLDialogElement>) => {
    if (event.target === event.currentTarget) onClose()
  }
  return (
    <dialog
      ref={ref}
      className={`${css['dialog']} ${css[look]}`}
      aria-labelledby={titleId}
      onClick={outside}
      onClose={() => open && onClose()}
    >
      {open && (
        <div className={css['inside']}>
          <div className={css['grab']} aria-hidden="true" />
          <div className={quiet ? css['corner'] : css['head']}>
            <h2 id={titleId} className={quiet ? 'hidden-text' : undefined}>
              {title}
            </h2>
            <IconButton label={t('common.close')} onClick={onClose}>
              <Icon name="close" />
            </IconButton>
          </div>
          {hint && <p className="small mute">{hint}</p>}
          <InSheet value={backCloses}>{children}</InSheet>
        </div>
      )}
    </dialog>
  )
}
