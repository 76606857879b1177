/** The tenant's own words beside a translation: what was agreed on, and what isn't there. */

import { useMemo } from 'react'
import { Link } from 'react-router-dom'
import type { DocumentView } from '#engine/contract/admincontract.ts'
import { glossaryBetween, type Glossary } from '#engine/documents/glossary.ts'
import { useHref } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { documentPath, useRead } from '#admin/parts/client.ts'
import css from './Words.module.css'

const [KIND, ID] = ['glossary', 'main']
type Flat = Readonly<Record<string, string>>

/** As it is in the drafts: it's for those who write, so it counts before it's published. */
export function useGlossary(from: string, to: string): Glossary {
  const { value } = useRead<DocumentView>(documentPath('documents', KIND, ID))
  const document = value?.effective
  return useMemo(() => glossaryBetween(document, from, to), [document, from, to])
}

/** Texts whose words aren't those of the glossary. */
export function offGlossary(glossary: Glossary, source: Flat, target: Flat): Set<string> {
  return new Set(
    Object.entries(target).flatMap(([key, words]) =>
      glossary.avoided(words).length > 0 ||
      glossary.terms(source[key] ?? '', words).some(({ isLacking }) => isLacking)
        ? [key]
        : [],
    ),
  )
}

/** How many words are agreed on, and the way to them. */
export function GlossaryLine({ glossary, language }: { glossary: Glossary; language: string }) {
  const t = useText()
  const href = useHref()
  return (
    <p className="small mute">
      {t('console.languages.glossary.size', { count: glossary.size, language })}{' '}
      <Link to={href('consoleDocument', { kind: KIND, id: ID })}>
        {t('console.languages.glossary.open')}
      </Link>
    </p>
  )
}

/** Below a translation. Said softly: a word that was agreed on may be wrong in one place. */
export function Terms({
  glossary,
  source,
  target,
}: {
  glossary: Glossary
  source: string
  target: string
}) {
  const t = useText()
  const terms = glossary.terms(source, target)
  const avoided = glossary.avoided(target)
  if (terms.length + avoided.length === 0) return null
  return (
    <ul className={css['terms']}>
      {terms.map(({ id, term, preferred, meaning, isLacking }) => (
        <li key={id} className={isLacking ? css['off'] : undefined} title={meaning ?? undefined}>
          {t(`console.languages.glossary.${isLacking ? 'lacking' : 'agreed'}`, { term, preferred })}
        </li>
      ))}
      {avoided.map(({ word, preferred }) => (
        <li key={`not ${word}`} className={css['off']}>
          {t('console.languages.glossary.avoid', { word, preferred })}
        </li>
      ))}
    </ul>
  )
}
