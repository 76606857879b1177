/** A picture of a document: chosen from the library, with the words that say what it shows. */

import { useEffect, useState } from 'react'
import type { Picture } from '#engine/contract/pictures.ts'
import type { Schema } from '#engine/documents/inspect.ts'
import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { removeAt, setAt, splitPointer, valueAt } from '#admin/parts/edit.ts'
import { PicturePicker } from '#admin/pictures/PicturePicker.tsx'
import css from '../pictures/Pictures.module.css'
import { useForm } from './context.ts'
import type { FieldProps } from './field.ts'
import { FieldFrame } from './FieldFrame.tsx'
import { withText } from './languages.ts'
import { keyFor } from './wordsbook.ts'

export function PictureField({ field }: { field: FieldProps }) {
  const t = useText()
  const { book } = useForm()
  const [choosing, setChoosing] = useState(false)
  const { at, value, schema, readOnly } = field
  const address = typeof value === 'string' ? value : ''
  const take = useTaking(at, schema)
  // The languages are read before anything is chosen, so that the words can be written at once.
  const need = typeof schema['x-words'] === 'string' && choosing ? book?.need : undefined
  useEffect(() => need?.(), [need])
  return (
    <FieldFrame field={field} group>
      {() => (
        <div className={css['field']}>
          {address !== '' && <img className={css['thumb']} src={address} alt={field.label} />}
          {!readOnly && (
            <Button look="line" small onClick={() => setChoosing(true)}>
              {t(address === '' ? 'console.pictures.choose' : 'console.pictures.other')}
            </Button>
          )}
          {choosing && (
            <PicturePicker
              onClose={() => setChoosing(false)}
              onPick={(picture) => {
                setChoosing(false)
                take(picture)
              }}
            />
          )}
        </div>
      )}
    </FieldFrame>
  )
}

/**
 * Puts a picture at its place, and how large it is where the document has a place for that. Where
 * it has one for what the picture shows, and nothing is said there yet, the words of the library
 * are written there.
 *
 * @param schema names the members beside it
 */
function useTaking(at: string, schema: Schema): (picture: Picture) => void {
  const { book, edit } = useForm()
  const beside = (name: unknown) =>
    typeof name === 'string' ? `${splitPointer(at)[0]}/${name}` : null
  return ({ url, words, width, height }) => {
    const languages = book?.languages ?? null
    const place = beside(schema['x-words'])
    const size = beside(schema['x-pixels'])
    let key: string | null = null
    edit((document) => {
      const chosen = setAt(document, at, url)
      const shown =
        size === null
          ? chosen
          : width !== null && height !== null
            ? setAt(chosen, size, `${width}x${height}`)
            : removeAt(chosen, size)
      if (place === null || book === undefined || languages === null) return shown
      if ((valueAt(document, place) ?? '') !== '') return shown
      key = keyFor(
        book.document,
        place,
        languages.map(({ texts }) => texts),
      )
      return setAt(shown, place, key)
    })
    if (key === null) return
    const made: string = key
    book?.write((locale) => {
      const said = words[locale.id] ?? words[locale.language]
      return said === undefined ? locale : withText(locale, made, said)
    })
  }
}
