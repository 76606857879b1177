/** Pictures side by side, found by their names and words. */

import { useState } from 'react'
import type { Picture } from '#engine/contract/pictures.ts'
import { useText } from '#engine/react/text.tsx'
import { Chip } from '#widgets/parts/Chip.tsx'
import { TextField } from '#admin/parts/Field.tsx'
import { isDescribed, usePictureLanguages } from './languages.ts'
import css from './Pictures.module.css'

type Props = {
  pictures: readonly Picture[]
  onOpen: (picture: Picture) => void
  /** What a tap does, for screen readers: a text with `name`. */ verb: string
}

/** From this number on, searching is quicker than scanning. */
const MANY = 12

export function PictureGrid({ pictures, onOpen, verb }: Props) {
  const t = useText()
  const languages = usePictureLanguages()
  const [typed, setTyped] = useState('')
  const wanted = typed.trim().toLowerCase()
  const found = pictures.filter(({ name, words }) =>
    [name, ...Object.values(words)].some((each) => each.toLowerCase().includes(wanted)),
  )
  return (
    <div className="stack">
      {pictures.length > MANY && (
        <TextField
          type="search"
          label={t('console.pictures.search')}
          value={typed}
          onChange={setTyped}
        />
      )}
      {found.length === 0 && <p className="mute">{t('console.pictures.notFound')}</p>}
      <ul className={css['grid']}>
        {found.map((picture) => {
          const { id, uses } = picture
          const name = nameOf(picture, t('console.pictures.unnamed'))
          return (
            <li key={id}>
              <button
                type="button"
                className={css['tile']}
                aria-label={t(verb, { name })}
                onClick={() => onOpen(picture)}
              >
                <span className={css['frame']}>
                  <img src={`${picture.url}?w=320`} alt="" loading="lazy" />
                </span>
                <span className={css['title']}>{name}</span>
                {isDescribed(picture, languages) ? (
                  <span className="small mute">
                    {t('console.pictures.places', { count: uses.length })}
                  </span>
                ) : (
                  <Chip look="wait">{t('console.pictures.wordless')}</Chip>
                )}
              </button>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

export function nameOf({ name }: Pick<Picture, 'name'>, unnamed: string): string {
  return name || unnamed
}
