/** Words that learners read, found by what they say, with the places that show them. */

import { useMemo } from 'react'
import { Link } from 'react-router-dom'
import type { Names, Page } from '#engine/contract/admincontract.ts'
import type { NamedChoice, TextPlace } from '#engine/contract/textplace.ts'
import { useHref } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { useNames, useRead } from '#admin/parts/client.ts'
import { splitName } from '#admin/parts/kinds.ts'
import { FormContext } from '#admin/form/context.ts'
import { readingContext } from '#admin/form/reading.ts'
import { useTextPlace } from '#admin/form/SharedWords.tsx'
import { below, Heading, type Level } from '#widgets/parts/Heading.tsx'
import css from './Documents.module.css'

/** Fewer letters are in nearly every text. */
const MIN_LETTERS = 3
const MAX_TEXTS = 5
const MAX_PLACES = 12
const NO_NAMES: Names = {}

export function WordsFound({ search, level }: { search: string; level: Level }) {
  return search.trim().length < MIN_LETTERS ? null : <Found search={search} level={level} />
}

function Found({ search, level }: { search: string; level: Level }) {
  const t = useText()
  const href = useHref()
  const names = useNames().value ?? NO_NAMES
  const found = foundWords(names['text'] ?? [], search)
  const context = useMemo(() => readingContext(names, 'screen'), [names])
  return (
    <section className={css['group']} aria-labelledby="found-words">
      <Heading level={below(level)} id="found-words" className={css['name']}>
        {t('console.documents.words')}
      </Heading>
      {found.length > 0 && (
        <FormContext value={context}>
          <ul className={css['list']}>
            {found.map((text) => (
              <OneText key={text.id} text={text} />
            ))}
          </ul>
        </FormContext>
      )}
      <Link to={href('consoleLanguages', {}, { search: search.trim() })}>
        {t('console.documents.inWords')}
      </Link>
    </section>
  )
}

function OneText({ text: { id, title = id } }: { text: NamedChoice }) {
  const t = useText()
  const href = useHref()
  const sayPlace = useTextPlace()
  const { value } = useRead<Page<TextPlace>>(`admin/places?text=${encodeURIComponent(id)}`)
  return (
    <li className={css['found']}>
      <p>{t('console.documents.saying', { words: title })}</p>
      {value === undefined ? (
        <p className="small mute">{t('common.loading')}</p>
      ) : (
        <ul>
          {value.items.slice(0, MAX_PLACES).map((place) => {
            const { document, title: where, pointer } = place
            const [kind, name] = splitName(document)
            return (
              <li key={document + pointer}>
                <Link to={href('consoleDocument', { kind, id: name }, { at: pointer })}>
                  {where} <span className="small mute">{sayPlace(place)}</span>
                </Link>
              </li>
            )
          })}
          {value.total > MAX_PLACES && (
            <li className="small mute">
              {t('console.words.more', { count: value.total - MAX_PLACES })}
            </li>
          )}
        </ul>
      )}
    </li>
  )
}

/** Texts that some place shows and that contain what was typed; those that say just that come first. */
export function foundWords(texts: readonly NamedChoice[], search: string): readonly NamedChoice[] {
  const wanted = plain(search)
  if (wanted.length < MIN_LETTERS) return []
  return texts
    .filter(({ title = '', uses = 0 }) => uses > 0 && plain(title).includes(wanted))
    .sort((a, b) => (a.title ?? '').length - (b.title ?? '').length)
    .slice(0, MAX_TEXTS)
}

/** Nobody types curly apostrophes. */
function plain(words: string): string {
  return words.trim().toLowerCase().replaceAll(/[‘’]/g, "'")
}
