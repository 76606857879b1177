/**
 * Texts that were made from shared ones which have changed since: all of them, each with what it
 * says and what the shared one says by now.
 */

import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import type { DocumentSummary } from '#engine/contract/admincontract.ts'
import { useHref } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import type { Level } from '#widgets/parts/Heading.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import { DraftLine } from '#admin/editor/DraftLine.tsx'
import { useWordsBook } from '#admin/form/useWordsBook.tsx'
import {
  offeredText,
  originOf,
  settleText,
  type BookLanguage,
  type WordsBook,
} from '#admin/form/wordsbook.ts'
import { useRights } from '#admin/parts/client.ts'
import { PageHead } from '#admin/parts/PageHead.tsx'
import { useShownOn, WhereShown } from './PageGaps.tsx'
import css from './Languages.module.css'

/** A text of one language, as it was when the page was opened. */
type Offer = {
  readonly key: string
  readonly language: string
  readonly was: string
  readonly now: string
}

export function OfferedTexts({ level }: { level: Level }) {
  const t = useText()
  const href = useHref()
  const { book, editors, holders } = useWordsBook('')
  const { need, languages } = book
  useEffect(() => need(), [need])
  const [offers, setOffers] = useState<readonly Offer[] | null>(null)
  // What is settled stays in the list, so that nothing moves under the pointer.
  if (offers === null && languages !== null) setOffers(offersIn(languages))
  return (
    <>
      {holders}
      <PageHead
        level={level}
        title={t('console.languages.changed.title')}
        text={t('console.languages.changed.text')}
      >
        <DraftLine editors={editors} />
      </PageHead>
      <div className="stack">
        <p>
          <Link to={href('consoleLanguages')}>{t('console.languages.pages.every')}</Link>
        </p>
        {offers === null ? (
          <p className="mute">{t('common.loading')}</p>
        ) : offers.length === 0 ? (
          <Note look="ok">{t('console.languages.changed.none')}</Note>
        ) : (
          <Offers offers={offers} book={book} />
        )}
      </div>
    </>
  )
}

function Offers({ offers, book }: { offers: readonly Offer[]; book: WordsBook }) {
  const shownOn = useShownOn()
  const keys = [...new Set(offers.map(({ key }) => key))]
  return (
    <ul className={css['words']}>
      {keys.map((key) => (
        <li key={key} className={css['row']}>
          <WhereShown text={key} pages={shownOn?.(key) ?? []} />
          {offers
            .filter((offer) => offer.key === key)
            .map((offer) => (
              <OneOffer key={offer.language} offer={offer} book={book} />
            ))}
        </li>
      ))}
    </ul>
  )
}

function OneOffer({ offer: { key, language, was, now }, book }: { offer: Offer; book: WordsBook }) {
  const t = useText()
  const rights = useRights()
  const found = book.languages?.find(({ id }) => id === language)
  if (found === undefined) return null
  const { locale, texts, name, tag, direction } = found
  const mine = texts[key] ?? ''
  const isOpen = offeredText(locale, texts, key) !== undefined
  const settle = (take: boolean) =>
    book.write((each) => (each.id === language ? settleText(each, key, take) : each))
  const words = { lang: tag, dir: direction }
  return (
    <div className={css['side']}>
      <p className="small strong">{name}</p>
      <dl className={css['offer']}>
        <dt>{t('console.languages.changed.mine')}</dt>
        <dd {...words}>{mine}</dd>
        <dt>{t('console.languages.changed.was')}</dt>
        <dd {...words}>{was}</dd>
        <dt>{t('console.languages.changed.now')}</dt>
        <dd {...words}>{now}</dd>
      </dl>
      <p className="small mute" role="status">
        {!isOpen && t(`console.languages.changed.${mine === now ? 'taken' : 'kept'}`)}
      </p>
      {rights.edit && (
        <div className="row wraps">
          {(['take', 'keep'] as const).map((act) => (
            <Button
              key={act}
              look={act === 'take' ? 'line' : 'text'}
              small
              // Not `disabled`: what was pressed keeps the focus.
              aria-pressed={!isOpen && (act === 'take') === (mine === now)}
              onClick={() => isOpen && settle(act === 'take')}
            >
              {t(`console.words.${act}`)}
              <span className="hidden-text"> {`${name}: ${mine}`}</span>
            </Button>
          ))}
        </div>
      )}
    </div>
  )
}

function offersIn(languages: readonly BookLanguage[]): Offer[] {
  return languages.flatMap(({ id, locale, texts }) =>
    Object.keys(locale.origins ?? {}).flatMap((key): Offer[] => {
      const now = texts[key] === undefined ? undefined : offeredText(locale, texts, key)
      return now === undefined
        ? []
        : [{ key, language: id, was: originOf(locale, key)?.was ?? '', now }]
    }),
  )
}

/** On the page of all texts: how many there are, and the way to them. */
export function OfferedNote({ languages }: { languages: readonly DocumentSummary[] }) {
  const t = useText()
  const href = useHref()
  const count = new Set(languages.flatMap(({ offered = [] }) => offered)).size
  if (count === 0) return null
  return (
    <Note look="info">
      <p>
        {t('console.overview.changedTexts', { count })}{' '}
        <Link to={href('consoleLanguages', {}, { texts: 'changed' })}>
          {t('console.languages.changed.look')}
        </Link>
      </p>
    </Note>
  )
}
