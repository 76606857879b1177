/** Hides a part of a page. Where experiments depend on it, they are named first. */

import { useState } from 'react'
import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { Dialog } from '#widgets/parts/Dialog.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import { useUses } from '#admin/parts/client.ts'
import { UseList } from '#admin/editor/Uses.tsx'

type Props = {
  /** Of the document. */
  name: string
  /** Its pointer. */
  part: string
  disabled: boolean
  onHide: () => void
}

export function HidePart({ name, part, disabled, onHide }: Props) {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  const { value, error } = useUses(name, part)
  const uses = value?.items
  // Without an answer nothing is known to depend on it, and hiding can be undone.
  const isFree = error !== undefined || uses?.length === 0
  return (
    <>
      <Button
        look="line"
        small
        disabled={disabled}
        icon={<Icon name="eye" size="s" />}
        onClick={() => (isFree ? onHide() : setOpen(true))}
      >
        {t('console.parts.hide')}
      </Button>
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title={t('console.parts.hideFirst')}
        hint={t('console.parts.hideText')}
      >
        <div className="stack">
          {uses === undefined && !isFree && <p role="status">{t('common.loading')}</p>}
          {uses !== undefined && uses.length > 0 && (
            <Note look="wait">
              <p>{t('console.parts.hideUses', { count: uses.length })}</p>
              <UseList uses={uses} />
            </Note>
          )}
          <Button
            look="danger"
            block
            onClick={() => {
              setOpen(false)
              onHide()
            }}
          >
            {t('console.parts.hide')}
          </Button>
          <Button look="line" block onClick={() => setOpen(false)}>
            {t('console.parts.hideKeep')}
          </Button>
        </div>
      </Dialog>
    </>
  )
}
