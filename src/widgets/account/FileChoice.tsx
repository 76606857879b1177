/** A file to choose from the phone, or its text to paste. */

import { useId, useState } from 'react'
import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import css from './FileImport.module.css'

export function FileChoice({
  accept,
  busy,
  onText,
  onFailed,
}: {
  accept: string
  busy: boolean
  onText: (text: string) => void
  /** The browser couldn't open the file. */
  onFailed: () => void
}) {
  const t = useText()
  const id = useId()
  const [pasted, setPasted] = useState<string | null>(null)
  return (
    <>
      <div className={css['choose']}>
        <label className="strong" htmlFor={`${id}-file`}>
          {t('bringIn.file')}
        </label>
        <input
          id={`${id}-file`}
          type="file"
          accept={accept}
          className={css['file']}
          onChange={({ currentTarget }) => {
            const [chosen] = currentTarget.files ?? []
            if (chosen !== undefined) void chosen.text().then(onText, onFailed)
            // Chosen again after it was repaired, it must be read again.
            currentTarget.value = ''
          }}
        />
      </div>
      {pasted === null ? (
        <p>
          <Button look="text" onClick={() => setPasted('')}>
            {t('bringIn.paste')}
          </Button>
        </p>
      ) : (
        <div className="stack-s">
          <label className="strong" htmlFor={`${id}-text`}>
            {t('bringIn.pasteHere')}
          </label>
          <textarea
            id={`${id}-text`}
            className={css['text']}
            dir="ltr"
            spellCheck={false}
            value={pasted}
            onChange={({ currentTarget }) => setPasted(currentTarget.value)}
          />
          <Button busy={busy} onClick={() => onText(pasted)}>
            {t('bringIn.look')}
          </Button>
        </div>
      )}
    </>
  )
}
