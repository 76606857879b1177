/** A picture of the brand: shown, replaced by an upload, or removed. */

import { useId, useState } from 'react'
import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import { PICTURE_FILES, useUpload } from '#admin/parts/useUpload.ts'
import { PicturePicker } from '#admin/pictures/PicturePicker.tsx'
import type { Part } from './BrandFields.tsx'
import css from './Brand.module.css'

export const PICTURES = ['logo', 'favicon', 'icon'] as const

export function BrandPicture({
  picture,
  config,
  onChange,
  disabled,
}: Part & { picture: (typeof PICTURES)[number] }) {
  const t = useText()
  const id = useId()
  const label = t(`console.brand.${picture}`)
  const url = config.images[picture]
  const set = (next: string | null) => {
    const { [picture]: _, ...others } = config.images
    onChange({ ...config, images: next === null ? others : { ...others, [picture]: next } })
  }
  const { upload, problem } = useUpload(set)
  const [choosing, setChoosing] = useState(false)
  return (
    <div className="stack-s">
      <label className="strong small" htmlFor={id}>
        {label}
      </label>
      {url !== undefined && <img className={css['picture']} src={url} alt={label} />}
      <input
        id={id}
        className={css['file']}
        type="file"
        accept={PICTURE_FILES}
        disabled={disabled}
        aria-describedby={`${id}-hint`}
        onChange={(event) => void upload(event.target.files?.[0])}
      />
      <p className="small mute" id={`${id}-hint`}>
        {t('console.brand.imageHint')}
      </p>
      {problem !== null && (
        <Note look="bad" alert>
          {problem}
        </Note>
      )}
      {!disabled && (
        <div className="row wraps">
          <Button look="text" small onClick={() => setChoosing(true)}>
            {t('console.pictures.fromLibrary')}
            <span className="hidden-text"> {label}</span>
          </Button>
          {url !== undefined && (
            <Button look="text" small onClick={() => set(null)}>
              {t('console.brand.remove', { label })}
            </Button>
          )}
        </div>
      )}
      {choosing && (
        <PicturePicker
          onClose={() => setChoosing(false)}
          onPick={(picture) => {
            setChoosing(false)
            set(picture.url)
          }}
        />
      )}
    </div>
  )
}
