/**
 * Chooses a picture of the library, or uploads one. One that doesn't say yet what it shows is asked
 * first.
 */

import { useState } from 'react'
import type { Page } from '#engine/contract/admincontract.ts'
import type { Picture } from '#engine/contract/pictures.ts'
import { useText } from '#engine/react/text.tsx'
import { Dialog } from '#widgets/parts/Dialog.tsx'
import { useRead } from '#admin/parts/client.ts'
import { Pending } from '#admin/parts/Pending.tsx'
import { isDescribed, usePictureLanguages } from './languages.ts'
import { PictureDialog } from './PictureDialog.tsx'
import { PictureGrid } from './PictureGrid.tsx'
import { UploadPictures } from './UploadPictures.tsx'

type Props = { onClose: () => void; onPick: (picture: Picture) => void }

export function PicturePicker({ onClose, onPick }: Props) {
  const t = useText()
  const read = useRead<Page<Picture>>('admin/pictures')
  const languages = usePictureLanguages()
  const [asking, setAsking] = useState<Picture | null>(null)
  if (asking !== null)
    return (
      <PictureDialog
        picture={asking}
        onClose={() => setAsking(null)}
        onSaved={onPick}
        button="console.pictures.saveAndUse"
      />
    )
  const take = (picture: Picture) =>
    isDescribed(picture, languages) ? onPick(picture) : setAsking(picture)
  return (
    <Dialog open onClose={onClose} title={t('console.pictures.choose')}>
      <div className="stack">
        <UploadPictures onDone={take} />
        <Pending read={read}>
          {({ items }) => {
            const there = items.filter(({ removed }) => removed === null)
            return there.length === 0 ? (
              <p className="mute">{t('console.pictures.none')}</p>
            ) : (
              <PictureGrid pictures={there} onOpen={take} verb="console.pictures.take" />
            )
          }}
        </Pending>
      </div>
    </Dialog>
  )
}
