/** What a language lacks, page by page: where, how much, and a link to those texts. */

import { useEffect, useMemo, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import type { Page } from '#engine/contract/admincontract.ts'
import type { WordGap } from '#engine/contract/textplace.ts'
import { useHref } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { Heading, type Level } from '#widgets/parts/Heading.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import { percent } from '#admin/form/languages.ts'
import { isDone, useConsole, useRead, useTitleOf } from '#admin/parts/client.ts'
import { splitName } from '#admin/parts/kinds.ts'
import { Pending } from '#admin/parts/Pending.tsx'
import css from './Languages.module.css'

/** Of its section, which cards lead to. */
export const PAGES = 'language-pages'
const FIRST = 8

const pathOf = (language: string, document = '') =>
  `admin/completeness?language=${encodeURIComponent(language)}${document === '' ? '' : `&document=${encodeURIComponent(document)}`}`

export function PageGaps({ language, level }: { language: string; level: Level }) {
  const t = useText()
  const read = useRead<Page<WordGap>>(pathOf(language))
  const [isWhole, setWhole] = useState(false)
  return (
    <section id={PAGES} className={`stack-s ${css['anchor']}`} aria-labelledby="gaps">
      <Heading level={level} id="gaps">
        {t('console.languages.pages.title')}
      </Heading>
      <Pending read={read}>
        {({ items }) => {
          const gaps = items.filter(({ missing, unread }) => missing + unread > 0)
          const shown = isWhole ? gaps : gaps.slice(0, FIRST)
          if (gaps.length === 0) return <p className="mute">{t('console.languages.pages.none')}</p>
          return (
            <>
              <p className="small mute">
                {t('console.languages.pages.text')}{' '}
                {gaps.length < items.length &&
                  t('console.languages.pages.done', { count: items.length - gaps.length })}
              </p>
              <ul className={css['words']}>
                {shown.map((gap) => (
                  <Gap key={gap.document} gap={gap} language={language} />
                ))}
              </ul>
              {gaps.length > FIRST && (
                <Button
                  look="text"
                  small
                  className={css['more']}
                  aria-expanded={isWhole}
                  onClick={() => setWhole(!isWhole)}
                >
                  {isWhole
                    ? t('console.languages.pages.fewer')
                    : t('console.languages.pages.all', { count: gaps.length })}
                </Button>
              )}
            </>
          )
        }}
      </Pending>
    </section>
  )
}

function Gap({ gap, language }: { gap: WordGap; language: string }) {
  const t = useText()
  const href = useHref()
  const { document, of, missing, unread } = gap
  const nameOf = useNameOf()
  const name = gap.title || nameOf(document)
  const done = percent({ done: of - missing, of, missing: [] })
  return (
    <li className={css['gap']}>
      <span>
        <Link to={href('consoleLanguages', {}, { language, document })}>{name}</Link>{' '}
        {document.includes('/') && (
          <span className="small mute">
            {t(`console.languages.pages.kind.${splitName(document)[0]}`)}
          </span>
        )}
      </span>
      <progress
        className={css['bar']}
        max={of}
        value={of - missing}
        aria-label={t('console.languages.complete', { language: name })}
      />
      <span className="num strong">{done} %</span>
      <span className="small mute">
        {[
          missing > 0 && t('console.languages.pages.missing', { count: missing, of }),
          unread > 0 && t('console.languages.pages.unread', { count: unread }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </li>
  )
}

/** Where each text is shown, by names: text -> pages. Null until that is known. */
export function useShownOn(): ((key: string) => readonly string[]) | null {
  const call = useConsole()
  const nameOf = useNameOf()
  const [gaps, setGaps] = useState<readonly WordGap[]>([])
  // Once: it is big, and hardly changes while somebody writes.
  useEffect(() => {
    call({ path: 'admin/completeness?language=en&keys=all' }).then(
      (response) => {
        if (isDone(response)) setGaps((response.value as Page<WordGap>).items)
      },
      // The list can be used without it.
      () => undefined,
    )
  }, [call])
  const pages = useMemo(() => {
    const found = new Map<string, WordGap[]>()
    for (const gap of gaps)
      for (const key of gap.keys ?? []) found.set(key, [...(found.get(key) ?? []), gap])
    return found
  }, [gaps])
  return gaps.length === 0
    ? null
    : (key) => (pages.get(key) ?? []).map(({ title, document }) => title || nameOf(document))
}

/** A text by where it is shown; its key is small, for those who look for one. */
export function WhereShown({ text, pages }: { text: string; pages: readonly string[] }) {
  const t = useText()
  const [first, ...others] = pages
  return (
    <div>
      {first !== undefined && (
        <p className="small" title={pages.join(', ')}>
          {first}
          {others.length > 0 && (
            <span className="mute"> {t('console.languages.andOn', { count: others.length })}</span>
          )}
        </p>
      )}
      <code className={css['key']}>{text}</code>
    </div>
  )
}

/** The title of a document, or the name of what isn't one. */
function useNameOf(): (document: string) => string {
  const t = useText()
  const titleOf = useTitleOf()
  return (document) =>
    document.includes('/') ? titleOf(document) : t(`console.languages.pages.${document}`)
}

/**
 * The texts that a page lacks when it's opened: one that gets its words meanwhile stays in the list.
 *
 * @returns undefined while all texts are wanted
 */
export function useLacking(
  of: string | undefined,
  language: string,
): ReadonlySet<string> | undefined {
  const { value } = useRead<Page<WordGap>>(of === undefined ? null : pathOf(language, of))
  const [first, setFirst] = useState<readonly string[] | null>(null)
  const keys = value?.items[0]?.keys
  if (first === null && keys !== undefined) setFirst(keys)
  return useMemo(() => (of === undefined ? undefined : new Set(first)), [of, first])
}

/** What is in each of these that there is; undefined if there's none. */
export function inAll(
  sets: readonly (ReadonlySet<string> | undefined)[],
): ReadonlySet<string> | undefined {
  const [first, ...rest] = sets.filter((each) => each !== undefined)
  return first && new Set([...first].filter((key) => rest.every((each) => each.has(key))))
}

/** Above the texts: of which page they are, and the way back to all. */
export function OnlyOf({ of, isReady }: { of: string; isReady: boolean }) {
  const t = useText()
  const href = useHref()
  const name = useNameOf()(of)
  const note = useRef<HTMLDivElement>(null)
  // Before they're here the page is too short to be scrolled that far.
  useEffect(() => {
    if (isReady) note.current?.scrollIntoView()
  }, [isReady])
  return (
    <div ref={note} className={css['anchor']}>
      <Note look="info">
        <p>
          {t('console.languages.pages.only', { page: name })}{' '}
          <Link to={href('consoleLanguages')}>{t('console.languages.pages.every')}</Link>
        </p>
      </Note>
    </div>
  )
}
