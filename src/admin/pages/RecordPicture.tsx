/** The picture of a record: its address, or one of the library. */

import { useState } from 'react'
import { isUploaded } from '#engine/documents/picture.ts'
import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { TextField } from '#admin/parts/Field.tsx'
import { PicturePicker } from '#admin/pictures/PicturePicker.tsx'
import css from '../pictures/Pictures.module.css'

type Props = { label: string; value: string; disabled: boolean; onChange: (value: string) => void }

export function RecordPicture({ label, value, disabled, onChange }: Props) {
  const t = useText()
  const [choosing, setChoosing] = useState(false)
  return (
    <div className="stack-s">
      <TextField label={label} value={value} disabled={disabled} onChange={onChange} />
      {/* Others' servers would learn who edits what. */}
      {isUploaded(value) && <img className={css['thumb']} src={`${value}?w=320`} alt={label} />}
      {!disabled && (
        <div>
          <Button look="text" small onClick={() => setChoosing(true)}>
            {t('console.pictures.fromLibrary')}
            <span className="hidden-text"> {label}</span>
          </Button>
        </div>
      )}
      {choosing && (
        <PicturePicker
          onClose={() => setChoosing(false)}
          onPick={({ url }) => {
            setChoosing(false)
            onChange(url)
          }}
        />
      )}
    </div>
  )
}
