/**
 * The differences between two sets of documents, in sentences: for releases, for the history, and
 * before publishing.
 */

import { useId, useState, type ReactNode } from 'react'
import type { ChangeInWords, DocumentChange } from '#engine/contract/admincontract.ts'
import { useText } from '#engine/react/text.tsx'
import { isTextKey } from '#admin/form/languages.ts'
import { useNames } from '#admin/parts/client.ts'
import { Button } from '#widgets/parts/Button.tsx'
import { Chip } from '#widgets/parts/Chip.tsx'
import { below, Heading, type Level } from '#widgets/parts/Heading.tsx'
import css from './DifferenceView.module.css'

/** How many changes of a document are shown before the rest is collapsed. */
const FIRST = 12
const LOOK = { added: 'ok', changed: 'brand', removed: 'bad' } as const

/**
 * @param titles of documents (`menu/main` -> `Navigation menu`), if known
 * @param level  of the headings, one per document
 * @param renderChoice above the head of a document, where it can be chosen
 */
export function DifferenceView({
  changes,
  titles = {},
  level = 3,
  renderChoice,
}: {
  changes: readonly DocumentChange[]
  titles?: Readonly<Record<string, string>>
  level?: Level
  renderChoice?: (document: string, title: string) => ReactNode
}) {
  const t = useText()
  if (changes.length === 0) return <p className="mute">{t('console.change.none')}</p>
  return (
    <ul className={css['documents']}>
      {changes.map((change) => (
        <li key={change.document}>
          {renderChoice?.(change.document, titles[change.document] ?? change.document)}
          <ChangedDocument change={change} title={titles[change.document]} level={level} />
          {change.arms?.map(({ id, changes: own }) => (
            <div key={id} className={css['arm']}>
              <p className="strong">{t('console.change.arm', { arm: id.replaceAll('-', ' ') })}</p>
              <DifferenceView changes={own} titles={titles} level={below(level)} />
            </div>
          ))}
        </li>
      ))}
    </ul>
  )
}

function ChangedDocument({
  change,
  title,
  level,
}: {
  change: DocumentChange
  title: string | undefined
  level: Level
}) {
  const t = useText()
  const list = useId()
  const [whole, setWhole] = useState(false)
  // An added or removed document counts as one change; open the document for its contents.
  const all = change.state === 'changed' ? change.changes : []
  const shown = whole ? all : all.slice(0, FIRST)
  return (
    <>
      <div className={css['head']}>
        <Heading level={level} className={css['title']}>
          {title ?? change.document}
        </Heading>
        {title !== undefined && <code className={css['name']}>{change.document}</code>}
        <Chip look={LOOK[change.state]}>{t(`console.change.state.${change.state}`)}</Chip>
      </div>
      {shown.length > 0 && (
        <ul className={css['changes']} id={list}>
          {shown.map((each, index) => (
            <li key={index} className={css['change']}>
              <Sentence change={each} />
            </li>
          ))}
        </ul>
      )}
      {all.length === shown.length && change.more !== undefined && (
        <p className="small mute">{t('console.change.untold', { count: change.more })}</p>
      )}
      {all.length > shown.length && (
        <Button look="text" small onClick={() => setWhole(true)}>
          {t('console.change.more', { count: all.length - shown.length })}
        </Button>
      )}
    </>
  )
}

function Sentence({ change }: { change: ChangeInWords }) {
  const t = useText()
  const { before, after } = change
  return (
    <>
      <p>
        <span className={css['what']}>{t(sentenceKey(change))}</span>{' '}
        <span className={css['where']}>{change.label}</span>
        {(change.op === 'insert' || change.op === 'move') && (
          <span className="mute">
            {' '}
            {change.anchor === undefined
              ? t('console.change.first')
              : t('console.change.after', { anchor: change.anchor })}
          </span>
        )}
      </p>
      {(before !== undefined || after !== undefined) && (
        <dl className={css['values']}>
          {before !== undefined && (
            <Value label={t('console.change.was')} value={before} look="before" />
          )}
          {after !== undefined && (
            <Value label={t('console.change.is')} value={after} look="after" />
          )}
        </dl>
      )}
    </>
  )
}

function sentenceKey({ op, before }: ChangeInWords): string {
  return op === 'set' && before === undefined ? 'console.change.setNew' : `console.change.${op}`
}

/** A text that is named is shown as what it says. */
function useWordsOf(): (value: string) => string {
  const texts = useNames().value?.['text']
  return (value) =>
    isTextKey(value) ? texts?.find(({ id }) => id === value)?.title || value : value
}

function Value({ label, value, look }: { label: string; value: string; look: 'before' | 'after' }) {
  const t = useText()
  const wordsOf = useWordsOf()
  return (
    <div className={css[look]}>
      <dt>{label}</dt>
      <dd dir="auto">{value === '' ? <em>{t('console.change.empty')}</em> : wordsOf(value)}</dd>
    </div>
  )
}
