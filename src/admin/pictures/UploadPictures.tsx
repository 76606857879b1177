/** Pictures to upload: dragged here or chosen, several at once, each with how far it is. */

import { useId, useState, type DragEvent } from 'react'
import type { Picture } from '#engine/contract/pictures.ts'
import { useText } from '#engine/react/text.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import { FileInput } from '#admin/parts/Field.tsx'
import { PICTURE_FILES, useUpload } from '#admin/parts/useUpload.ts'
import css from './Pictures.module.css'

type Sent = {
  readonly name: string
  readonly state: 'sending' | 'done' | 'wrong'
  readonly said: string
}

export function UploadPictures({ onDone }: { onDone: (picture: Picture) => void }) {
  const t = useText()
  const id = useId()
  const [sent, setSent] = useState<readonly Sent[]>([])
  const [isOver, setOver] = useState(false)
  const { upload } = useUpload((_url, picture) => onDone(picture))
  const sendAll = async (files: readonly File[]) => {
    setSent(files.map(({ name }) => ({ name, state: 'sending', said: '' })))
    // One after the other: a slow connection would not be faster with all of them.
    for (const [index, file] of files.entries()) {
      const wrong = await upload(file)
      setSent((before) =>
        before.map((each, at) =>
          at === index
            ? { ...each, state: wrong === null ? 'done' : 'wrong', said: wrong ?? '' }
            : each,
        ),
      )
    }
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void sendAll([...event.dataTransfer.files])
  }
  return (
    <div
      className={`${css['drop']} ${isOver ? css['over'] : ''}`}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <label className="strong" htmlFor={id}>
        {t('console.pictures.add')}
      </label>
      <FileInput
        id={id}
        multiple
        accept={PICTURE_FILES}
        onChoose={(files) => void sendAll(files)}
      />
      <p className="small mute" id={`${id}-hint`}>
        {t('console.pictures.addHint')}
      </p>
      <ul className={css['sent']} role="status">
        {sent.map(({ name, state, said }, index) => (
          <li key={index} className={state === 'wrong' ? css['refused'] : undefined}>
            {state !== 'sending' && <Icon name={state === 'done' ? 'tick' : 'warning'} size="s" />}
            <span>{t(`console.pictures.sent.${state}`, { name, said })}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
