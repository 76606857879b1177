/**
 * Chooses the language; shown only if there is more than one (spec 1). The list itself is the
 * phone's own.
 */

import { useText } from '#engine/react/text.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import css from './LanguageSwitcher.module.css'

/** A language by its own name: "Afrikaans", not "Afrikaans (South Africa)" and not translated. */
export type Language = { readonly id: string; readonly name: string }

type Props = {
  languages: readonly Language[]
  language: string
  onLanguage: (id: string) => void
  /**
   * `bar`: in a top bar, without a border; `compact`: only the globe on narrow phones; `row`: a row
   * of a menu.
   */
  look?: 'bar' | 'compact' | 'row'
}

export function LanguageSwitcher({ languages, language, onLanguage, look = 'bar' }: Props) {
  const t = useText()
  if (languages.length < 2) return null
  return (
    <span className={`${css['pick']} ${css[look]}`}>
      <Icon name="globe" size={look === 'row' ? 'm' : 's'} />
      <span className={css['name']} aria-hidden="true">
        {languages.find(({ id }) => id === language)?.name ?? language}
      </span>
      <select
        className={css['select']}
        aria-label={t('frame.language')}
        value={language}
        onChange={(event) => onLanguage(event.target.value)}
      >
        {languages.map(({ id, name }) => (
          <option key={id} value={id} lang={id}>
            {name}
          </option>
        ))}
      </select>
      <span className={css['more']}>
        <Icon name="chevron" size="s" />
      </span>
    </span>
  )
}
