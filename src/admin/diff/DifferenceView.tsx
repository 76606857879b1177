/**
 * The differences between two sets of documents, in sentences: for releases, for the history, and
 * before publishing. What is stored is behind a fold.
 */

import { useId, useMemo, useState } from 'react'
import type { DocumentChange } from '#engine/contract/admincontract.ts'
import { useText } from '#engine/react/text.tsx'
import { FormContext } from '#admin/form/context.ts'
import { readingContext } from '#admin/form/reading.ts'
import { readOut } from '#admin/parts/readout.ts'
import { useNames, useTitles } from '#admin/parts/client.ts'
import { Button } from '#widgets/parts/Button.tsx'
import { Chip } from '#widgets/parts/Chip.tsx'
import { Fold } from '#widgets/parts/Fold.tsx'
import { below, Heading, type Level } from '#widgets/parts/Heading.tsx'
import { Contents } from './Contents.tsx'
import { Sentence } from './Sentence.tsx'
import { Stored } from './Stored.tsx'
import { together, type Section } from './together.ts'
import css from './DifferenceView.module.css'

/** How many changes of a document are shown before the rest is collapsed. */
const FIRST = 12
const LOOK = { added: 'ok', changed: 'brand', removed: 'bad' } as const
const NO_NAMES = {}

type Props = {
  readonly changes: readonly DocumentChange[]
  /** Of documents (`menu/main` -> `Navigation menu`) that aren't saved yet. */
  readonly titles?: Readonly<Record<string, string>>
  /** Of the headings, one per document. */
  readonly level?: Level
}

export function DifferenceView({ changes, titles, level = 3 }: Props) {
  const names = useNames().value ?? NO_NAMES
  const context = useMemo(() => readingContext(names, 'screen'), [names])
  return (
    <FormContext value={context}>
      <Sections changes={changes} level={level} {...(titles && { titles })} />
    </FormContext>
  )
}

/** The changes as people see them. */
export function useSections(
  changes: readonly DocumentChange[],
  titles: Readonly<Record<string, string>> = NO_NAMES,
): readonly Section[] {
  const known = useTitles()
  return useMemo(
    () => together(changes, (name) => titles[name] ?? known[name] ?? ''),
    [changes, titles, known],
  )
}

function Sections({ changes, titles, level = 3 }: Props) {
  const t = useText()
  const sections = useSections(changes, titles)
  if (sections.length === 0) return <p className="mute">{t('console.change.none')}</p>
  return (
    <ul className={css['documents']}>
      {sections.map((section) => (
        <li key={section.document ?? ''}>
          <Changed section={section} level={level} />
          {section.arms.map(({ id, changes: own }) => (
            <div key={id} className={css['arm']}>
              <p className="strong">{t('console.change.arm', { arm: id.replaceAll('-', ' ') })}</p>
              <Sections changes={own} level={below(level)} {...(titles && { titles })} />
            </div>
          ))}
        </li>
      ))}
    </ul>
  )
}

function Changed({ section, level }: { section: Section; level: Level }) {
  const t = useText()
  const list = useId()
  const [whole, setWhole] = useState(false)
  const { document, title, state, items, contents, more, raw } = section
  const shown = whole ? items : items.slice(0, FIRST)
  return (
    <>
      <div className={css['head']}>
        <Heading level={level} className={css['title']}>
          {document === null
            ? t('console.change.words')
            : title || readOut(document.slice(document.lastIndexOf('/') + 1))}
        </Heading>
        {document !== null && (
          <span className="small mute">{t(`console.kind.${document.split('/')[0]}`)}</span>
        )}
        <Chip look={LOOK[state]}>{t(`console.change.state.${state}`)}</Chip>
      </div>
      {contents !== undefined && (
        <Fold
          title={t(state === 'removed' ? 'console.change.contained' : 'console.change.contains')}
          open={state === 'added'}
        >
          <Contents told={contents} />
        </Fold>
      )}
      {shown.length > 0 && (
        <ul className={css['changes']} id={list}>
          {shown.map((item, index) => (
            <li key={index} className={css['change']}>
              <Sentence item={item} />
            </li>
          ))}
        </ul>
      )}
      {items.length === 0 && state === 'changed' && raw.length > 0 && (
        <p className="small mute">{t('console.change.unseen')}</p>
      )}
      {items.length === shown.length && more > 0 && (
        <p className="small mute">{t('console.change.untold', { count: more })}</p>
      )}
      {items.length > shown.length && (
        <Button look="text" small onClick={() => setWhole(true)}>
          {t('console.change.more', { count: items.length - shown.length })}
        </Button>
      )}
      <Stored raw={raw} />
    </>
  )
}
