/** How much of a language there is, and whether learners can choose it. */

import { useId } from 'react'
import type { DocumentSummary, DocumentView } from '#engine/contract/admincontract.ts'
import type { ConfigDocument } from '#engine/documents/kinds.ts'
import { localesFor } from '#engine/documents/languages.ts'
import { isForLearners } from '#engine/documents/texts.ts'
import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { Card } from '#widgets/parts/Card.tsx'
import { Heading, type Level } from '#widgets/parts/Heading.tsx'
import { documentPath, useRead, useRights } from '#admin/parts/client.ts'
import type { Editor } from '#admin/editor/useEditor.ts'
import { CheckField } from '#admin/parts/Field.tsx'
import { completeness, percent, wordsOf, type Locale } from '#admin/form/languages.ts'
import css from './Languages.module.css'

type Props = {
  id: string
  title: string
  level: Level
  english: Locale | null
  /** The unsaved version, if it is one of the two being edited. */
  edited: Locale | undefined
  languages: readonly DocumentSummary[]
  settings: Editor
  /** Shows it page by page. */
  onPages: () => void
}

export function LanguageCard({
  id,
  title,
  level,
  english,
  edited,
  languages,
  settings,
  onPages,
}: Props) {
  const t = useText()
  const rights = useRights()
  const heading = useId()
  const read = useRead<DocumentView>(
    edited === undefined ? documentPath('documents', 'locale', id) : null,
  )
  const locale = edited ?? (read.value?.effective as Locale | null | undefined) ?? null
  const [all, texts] = [wordsOf(english), wordsOf(locale)]
  const state = completeness(all, texts, isForLearners)
  const ofConsole = completeness(all, texts, (key) => !isForLearners(key))
  const config = settings.session.document as unknown as ConfigDocument | null
  const available = config?.locales.available ?? []
  // Learners choose a language by its code, and `en_ZA` may use the texts of `en`.
  const isSaidHere = (language: string) => localesFor(languages, language)[0]?.id === id
  const choose = (on: boolean) => {
    if (config === null) return
    settings.edit({
      ...config,
      locales: {
        ...config.locales,
        available: on ? [...available, id] : available.filter((each) => !isSaidHere(each)),
      },
    })
  }
  return (
    <Card labelledBy={heading}>
      <div className="stack-s">
        <div className="row between">
          <Heading level={level} id={heading}>
            {title}
          </Heading>
          <span className="num strong">{percent(state)} %</span>
        </div>
        <progress
          className={css['bar']}
          max={state.of}
          value={state.done}
          aria-label={t('console.languages.complete', { language: title })}
        />
        <p className="small mute">
          {state.missing.length === 0
            ? t('console.languages.whole')
            : t('console.languages.missing', { count: state.missing.length })}
        </p>
        <p className="small mute">
          {t('console.languages.ofConsole', { share: percent(ofConsole) })}
        </p>
        {state.missing.length > 0 && (
          <Button look="text" small className={css['more']} onClick={onPages}>
            {t('console.languages.pages.open')}
            <span className="hidden-text"> {title}</span>
          </Button>
        )}
        <CheckField
          label={t('console.languages.offered')}
          checked={available.some(isSaidHere)}
          disabled={!rights.edit || (config !== null && isSaidHere(config.locales.default))}
          onChange={choose}
        />
      </div>
    </Card>
  )
}
