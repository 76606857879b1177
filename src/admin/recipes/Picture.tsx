/** A picture of a page: uploaded, or chosen from the library. */

import { useState } from 'react'
import type { Picture as LibraryPicture } from '#engine/contract/pictures.ts'
import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { FileField } from '#admin/parts/Field.tsx'
import { PICTURE_FILES, useUpload } from '#admin/parts/useUpload.ts'
import { PicturePicker } from '#admin/pictures/PicturePicker.tsx'
import { useRecipeAround } from './context.ts'
import css from './Recipes.module.css'

type Props = {
  label: string
  hint: string | undefined
  at: string
  value: string
  onChange: (value: string) => void
  /** One of the library was chosen, which says what it shows. */
  onPick: (picture: LibraryPicture) => void
}

export function Picture({ label, hint, at, value, onChange, onPick }: Props) {
  const t = useText()
  const { wrongAt } = useRecipeAround()
  const [choosing, setChoosing] = useState(false)
  const { upload, problem } = useUpload((url) => onChange(url))
  const wrong = problem ?? wrongAt(at)
  return (
    <div className="stack-s">
      <FileField
        label={label}
        hint={hint}
        accept={PICTURE_FILES}
        onChoose={(file) => void upload(file)}
      >
        {value !== '' && <img className={css['uploaded']} src={value} alt="" />}
      </FileField>
      {wrong !== undefined && (
        <p className={css['wrong']} role="alert">
          {wrong}
        </p>
      )}
      <div className="row wraps">
        <Button look="text" small onClick={() => setChoosing(true)}>
          {t('console.pictures.fromLibrary')}
        </Button>
        {value !== '' && (
          <Button look="text" small onClick={() => onChange('')}>
            {t('console.recipes.noPicture')}
          </Button>
        )}
      </div>
      {choosing && (
        <PicturePicker
          onClose={() => setChoosing(false)}
          onPick={(picture) => {
            setChoosing(false)
            onPick(picture)
          }}
        />
      )}
    </div>
  )
}
