/** A picture of a page: uploaded once, kept by its content. */

import { useId } from 'react'
import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { useUpload } from '#admin/parts/useUpload.ts'
import { useRecipeAround } from './context.ts'
import css from './Recipes.module.css'

type Props = {
  label: string
  hint: string | undefined
  at: string
  value: string
  onChange: (value: string) => void
}

export function Picture({ label, hint, at, value, onChange }: Props) {
  const t = useText()
  const { wrongAt } = useRecipeAround()
  const id = useId()
  const { upload, problem } = useUpload(onChange)
  const wrong = problem ?? wrongAt(at)
  return (
    <div className="stack-s">
      <label className={css['label']} htmlFor={id}>
        {label}
      </label>
      {value !== '' && <img className={css['uploaded']} src={value} alt="" />}
      <input
        id={id}
        type="file"
        className={css['file']}
        accept="image/png,image/jpeg,image/webp"
        aria-describedby={`${id}-hint`}
        onChange={(event) => void upload(event.target.files?.[0])}
      />
      <p className="small mute" id={`${id}-hint`}>
        {hint}
      </p>
      {wrong !== undefined && (
        <p className={css['wrong']} role="alert">
          {wrong}
        </p>
      )}
      {value !== '' && (
        <div>
          <Button look="text" small onClick={() => onChange('')}>
            {t('console.recipes.noPicture')}
          </Button>
        </div>
      )}
    </div>
  )
}
