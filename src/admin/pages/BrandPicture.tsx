/** A picture of the brand: shown, replaced by an upload, or removed. */

import { useState } from 'react'
import { MAX_PICTURE_WORDS } from '#engine/contract/pictures.ts'
import { useScope } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import { FileField } from '#admin/parts/Field.tsx'
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
  const label = t(`console.brand.${picture}`)
  const url = config.images[picture]
  const set = (next: string | null) => {
    const { [picture]: _, ...others } = config.images
    onChange({ ...config, images: next === null ? others : { ...others, [picture]: next } })
  }
  // What a logo or an icon says is the name of the site.
  const { locales } = useScope().config
  const { upload, problem } = useUpload(set, {
    [locales.default]: config.appName.slice(0, MAX_PICTURE_WORDS),
  })
  const [choosing, setChoosing] = useState(false)
  return (
    <div className="stack-s">
      <FileField
        label={label}
        hint={t('console.brand.imageHint')}
        accept={PICTURE_FILES}
        disabled={disabled}
        onChoose={(file) => void upload(file)}
      >
        {url !== undefined && <img className={css['picture']} src={url} alt={label} />}
      </FileField>
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
