/**
 * Where else the words of a field are shown, and whether a change is for this place alone or for
 * all of them.
 */

import { useId, useState } from 'react'
import { Link } from 'react-router-dom'
import type { Page } from '#engine/contract/admincontract.ts'
import type { TextPlace } from '#engine/contract/textplace.ts'
import { useHref } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { useRead } from '#admin/parts/client.ts'
import { setAt } from '#admin/parts/edit.ts'
import { splitName } from '#admin/parts/kinds.ts'
import { usePlace } from '#admin/parts/usePlace.ts'
import { Button } from '#widgets/parts/Button.tsx'
import { useForm } from './context.ts'
import { textKeyOf, type FieldProps } from './field.ts'
import { usesIn } from './known.ts'
import css from './Words.module.css'
import { useTelling } from './useTelling.ts'
import { originOf, shareText, type BookLanguage, type WordsBook } from './wordsbook.ts'

const FEW = 12

export function SharedWords({
  field,
  book,
  languages,
}: {
  field: FieldProps
  book: WordsBook
  languages: readonly BookLanguage[]
}) {
  const t = useText()
  const group = useId()
  const { edit, names } = useForm()
  const [isOpen, setOpen] = useState(false)
  const key = textKeyOf(field)
  const origin = languages
    .map(({ locale }) => originOf(locale, key))
    .find((each) => each !== undefined)
  const shared = origin?.of ?? key
  // A place that has left them is one of those that the words were on.
  const count = usesIn(names, shared) + (origin === undefined ? 0 : 1)
  if (shared === '' || count < 2) return null
  const everywhere = () => {
    edit((document) => setAt(document, field.at, shared))
    book.write((locale) => shareText(locale, key, shared))
  }
  return (
    <div className={css['shared']}>
      <p className="row wraps">
        <strong>
          {t(origin === undefined ? 'console.words.shared' : 'console.words.wereShared', { count })}
        </strong>
        <Button look="text" small aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t(isOpen ? 'console.words.hide' : 'console.words.where')}
        </Button>
      </p>
      {origin !== undefined && !field.readOnly && (
        <div
          className="row wraps"
          role="radiogroup"
          aria-label={t('console.words.howFar', { label: field.label })}
        >
          <label className={css['choice']}>
            <input type="radio" name={group} checked readOnly />
            {t('console.words.onlyHere')}
          </label>
          <label className={css['choice']}>
            <input type="radio" name={group} checked={false} onChange={everywhere} />
            {t('console.words.everywhere', { count })}
          </label>
        </div>
      )}
      {origin === undefined && !field.readOnly && (
        <p className="small mute">{t('console.words.becomesOwn')}</p>
      )}
      {isOpen && <Places text={shared} />}
    </div>
  )
}

function Places({ text }: { text: string }) {
  const t = useText()
  const href = useHref()
  const sayPlace = useTextPlace()
  const { value } = useRead<Page<TextPlace>>(`admin/places?text=${encodeURIComponent(text)}`)
  if (value === undefined) return <p className="small mute">{t('common.loading')}</p>
  return (
    <ul className={css['places']}>
      {value.items.slice(0, FEW).map((place) => {
        const { document, title, pointer } = place
        const [kind, id] = splitName(document)
        return (
          <li key={document + pointer}>
            <Link to={href('consoleDocument', { kind, id }, { at: pointer })}>{title}</Link>{' '}
            <span className="mute">{sayPlace(place)}</span>
          </li>
        )
      })}
      {value.total > FEW && <li>{t('console.words.more', { count: value.total - FEW })}</li>}
    </ul>
  )
}

/** A place that shows a text: its part and its field by their names. Within a form's context. */
export function useTextPlace(): (place: TextPlace) => string {
  const telling = useTelling()
  const placeOf = usePlace()
  return ({ way, pointer }) => (way === undefined ? placeOf(pointer) : telling.way(way))
}
