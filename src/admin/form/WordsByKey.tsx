/** Words that exist already, found among all texts by what they say or by their key. */

import { useState } from 'react'
import { Link } from 'react-router-dom'
import { useHref } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { Combo } from './Combo.tsx'
import { textKeyOf, type FieldProps } from './field.ts'
import css from './Form.module.css'
import { isTextKey } from './languages.ts'
import { useOptions } from './options.ts'
import { useWords } from './words.ts'

export function WordsByKey({
  field,
  onPick,
}: {
  field: FieldProps
  onPick: (key: string) => void
}) {
  const t = useText()
  const href = useHref()
  const words = useWords()
  const [isOpen, setOpen] = useState(false)
  const options = useOptions('text') ?? []
  const key = textKeyOf(field)
  if (!isOpen)
    return (
      <div>
        <Button look="text" small onClick={() => setOpen(true)}>
          {t('console.words.others')}
          <span className="hidden-text">: {field.label}</span>
        </Button>
      </div>
    )
  return (
    <>
      <Combo
        label={field.label}
        options={options}
        value={key}
        shown={key === '' ? '' : words.reference('text', key)}
        isFree={isTextKey}
        onPick={onPick}
      />
      {key !== '' && (
        <p className={css['name']}>
          <bdi>{key}</bdi>{' '}
          <Link to={href('consoleLanguages', {}, { search: key })}>
            {t(
              options.some(({ id }) => id === key)
                ? 'console.form.changeWords'
                : 'console.form.writeWords',
            )}
          </Link>
        </p>
      )}
    </>
  )
}
