/** A reference to a text, a page, a feature, a screen ..., found by its title. */

import { useEffect } from 'react'
import { Link } from 'react-router-dom'
import { useHref } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import { ICONS, type IconName } from '#engine/documents/icons.ts'
import { Combo } from './Combo.tsx'
import { useForm } from './context.ts'
import { setAt } from '#admin/parts/edit.ts'
import { textKeyOf, type FieldProps } from './field.ts'
import { FieldFrame } from './FieldFrame.tsx'
import css from './Form.module.css'
import { titlesOf } from './known.ts'
import { isTextKey } from './languages.ts'
import { useOptions } from './options.ts'
import { TextField } from './ScalarFields.tsx'
import { useWords } from './words.ts'
import type { BookLanguage } from './wordsbook.ts'
import { WordsComing, WordsField } from './WordsField.tsx'

export function ReferenceField({ field }: { field: FieldProps }) {
  const t = useText()
  const words = useWords()
  const { edit, names, widgets, book } = useForm()
  const { at, schema, readOnly } = field
  const target = String(schema['x-ref'])
  const options = useOptions(target)
  const need = target === 'text' ? book?.need : undefined
  useEffect(() => need?.(), [need])
  if (options === null) return <TextField field={field} />
  const id = textKeyOf(field)
  if (target === 'text' && book?.languages && !hasForms(book.languages, id))
    return <WordsField field={field} book={book} languages={book.languages} />
  if (target === 'text' && book?.coming !== undefined)
    return <WordsComing field={field} count={book.coming} />
  const isKnown = target === 'widget' ? id in widgets : titlesOf(names, target).has(id)
  return (
    <FieldFrame field={field}>
      {(ids) => (
        <>
          <span className={css['row']}>
            {target === 'icon' && id in ICONS && <Icon name={id as IconName} />}
            <Combo
              id={ids.id}
              describedBy={ids.describedBy}
              invalid={ids.invalid}
              options={options}
              value={id}
              shown={id === '' ? '' : words.reference(target, id)}
              readOnly={readOnly}
              isFree={target === 'text' ? isTextKey : undefined}
              onPick={(next) => edit((document) => setAt(document, at, next))}
            />
          </span>
          {target === 'text' && id !== '' && <TextLine id={id} isKnown={isKnown} />}
          {target !== 'text' && isKnown && words.reference(target, id) !== id && (
            <p className={css['name']}>{id}</p>
          )}
          {target !== 'text' && id !== '' && !isKnown && (
            <p className={css['name']}>{t('console.form.unknownName')}</p>
          )}
        </>
      )}
    </FieldFrame>
  )
}

/** Texts with plural forms have several words at once, and are written on the page of languages. */
function hasForms(languages: readonly BookLanguage[], key: string): boolean {
  return key !== '' && languages.some(({ texts }) => texts[`${key}_other`] !== undefined)
}

/** The key of a text, and where the text can be edited. */
function TextLine({ id, isKnown }: { id: string; isKnown: boolean }) {
  const t = useText()
  const href = useHref()
  return (
    <p className={css['name']}>
      <bdi>{id}</bdi>{' '}
      <Link to={href('consoleLanguages', {}, { search: id })}>
        {t(isKnown ? 'console.form.changeWords' : 'console.form.writeWords')}
      </Link>
    </p>
  )
}
