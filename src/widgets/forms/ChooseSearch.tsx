/** Finds what can be chosen by its words, typing mistakes included; above all else on the page. */

import { useId } from 'react'
import type { Found } from '#engine/forms/wordsearch.ts'
import { useText } from '#engine/react/text.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import type { Option } from './listwords.ts'
import css from './SectionList.module.css'

/** A list that is longer than this can be searched. */
const LONG = 12

export function ChooseSearch({
  options,
  words,
  search: { found, meant },
  onWords,
}: {
  readonly options: readonly Option[]
  readonly search: Found<Option>
  readonly words: string
  readonly onWords: (words: string) => void
}) {
  const t = useText()
  const id = useId()
  if (options.length <= LONG) return null
  return (
    <div className={css['find']}>
      <label htmlFor={id}>{t('form.searchAll', { count: options.length })}</label>
      <span className={css['search']}>
        <Icon name="search" size="s" />
        <input
          id={id}
          type="search"
          value={words}
          onChange={({ currentTarget }) => onWords(currentTarget.value)}
        />
      </span>
      <p className="small mute" role="status">
        {words.trim() === ''
          ? ''
          : meant === null
            ? t('form.searchFound', { count: found.length })
            : t('form.searchMeant', { count: found.length, meant })}
      </p>
    </div>
  )
}
