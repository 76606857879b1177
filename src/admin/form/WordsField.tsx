/**
 * The words of one place, in every language: typed where learners will read them. The key is made
 * from the place. Words that other places show too become its own, unless it is told otherwise.
 */

import { useEffect, useId, useRef, useState } from 'react'
import { BOUNDS } from '#engine/documents/bounds.ts'
import { useText } from '#engine/react/text.tsx'
import { own } from '#engine/documents/json.ts'
import { LongControl } from '#admin/parts/Control.tsx'
import { setAt } from '#admin/parts/edit.ts'
import { Button } from '#widgets/parts/Button.tsx'
import { Chip } from '#widgets/parts/Chip.tsx'
import { Skeletons } from '#widgets/parts/Skeleton.tsx'
import { useForm } from './context.ts'
import { textKeyOf, type FieldProps } from './field.ts'
import { FieldFrame, type Ids } from './FieldFrame.tsx'
import { Terms, useGlossary } from './Glossary.tsx'
import { asRead, withText } from './languages.ts'
import { RichTools } from './RichTools.tsx'
import { SharedWords } from './SharedWords.tsx'
import { useDraft } from './useDraft.ts'
import { usesIn } from './known.ts'
import { WordsByKey } from './WordsByKey.tsx'
import css from './Words.module.css'
import {
  copyText,
  dropText,
  keyFor,
  offeredText,
  originOf,
  settleText,
  suggestTexts,
  type BookLanguage,
  type WordsBook,
} from './wordsbook.ts'

type Props = { field: FieldProps; book: WordsBook; languages: readonly BookLanguage[] }

export function WordsField({ field, book, languages }: Props) {
  const t = useText()
  const key = textKeyOf(field)
  const [typedIn, setTypedIn] = useState<string | null>(null)
  const words = useOwnWords(field, book, languages)
  const english = languages.find(({ id }) => id === 'en')
  const isHalf =
    english !== undefined &&
    (english.texts[key] ?? '') === '' &&
    languages.some(({ texts }) => (texts[key] ?? '') !== '')
  const active = languages.find(({ id }) => id === typedIn)
  return (
    <FieldFrame
      field={field}
      group
      trouble={isHalf ? t('console.words.needed', { language: english.name }) : undefined}
    >
      {(ids) => (
        <>
          <div className={css['words']}>
            {languages.map((language) => (
              <OneLanguage
                key={language.id}
                field={field}
                language={language}
                textKey={key}
                ids={ids}
                onSay={(typed) => {
                  setTypedIn(language.id)
                  words.say(language.id, typed)
                }}
                onTake={(take) =>
                  book.write((locale) =>
                    locale.id === language.id ? settleText(locale, key, take) : locale,
                  )
                }
                onRead={() =>
                  book.write((locale) =>
                    locale.id === language.id ? asRead(locale, [key]) : locale,
                  )
                }
                source={languages[0] ?? language}
                onLeave={book.flush}
              />
            ))}
            <SharedWords field={field} book={book} languages={languages} />
          </div>
          {active && !field.readOnly && (
            <Suggestions
              field={field}
              language={active}
              others={languages.filter(({ id }) => id !== active.id)}
              onUse={words.use}
            />
          )}
          {!field.readOnly && <WordsByKey field={field} onPick={words.use} />}
        </>
      )}
    </FieldFrame>
  )
}

/** The same in its final shape, while the languages are read. */
export function WordsComing({ field, count }: { field: FieldProps; count: number }) {
  const t = useText()
  return (
    <FieldFrame field={field} group>
      {() => (
        <div className={css['words']}>
          {Array.from({ length: count }, (_, at) => (
            <div key={at} className={css['language']}>
              <div className={css['line']}>
                <span />
                <div className={css['coming']}>
                  <Skeletons looks={['line']} label={at === 0 ? t('common.loading') : ''} />
                </div>
              </div>
            </div>
          ))}
        </div>
      )}
    </FieldFrame>
  )
}

/** What typing does: the first letter may make a key, and later ones change its words. */
function useOwnWords(field: FieldProps, book: WordsBook, languages: readonly BookLanguage[]) {
  const { edit, names } = useForm()
  const { at } = field
  const key = textKeyOf(field)
  // The key that was made here a moment ago: the next letter may come before it is in the document.
  const made = useRef<string | null>(null)
  useEffect(() => {
    if (made.current === key) made.current = null
  }, [key])
  return {
    say: (language: string, typed: string) => {
      const now = made.current ?? key
      if (now !== '' && usesIn(names, now) < 2) return book.say(language, now, typed)
      const next = keyFor(
        book.document,
        at,
        languages.map(({ texts }) => texts),
      )
      made.current = next
      edit((document) => setAt(document, at, next))
      book.write((locale) => {
        const begun = now === '' ? locale : copyText(locale, now, next)
        return locale.id === language ? withText(begun, next, typed) : begun
      })
    },
    use: (next: string) => {
      if (next === key) return
      edit((document) => setAt(document, at, next))
      // Words that were made for this place alone have no other use.
      if (key.startsWith('own.') && usesIn(names, key) < 2)
        book.write((locale) => dropText(locale, key))
    },
  }
}

type OneProps = {
  field: FieldProps
  language: BookLanguage
  textKey: string
  ids: Ids
  onSay: (words: string) => void
  onTake: (take: boolean) => void
  onRead: () => void
  /** The tenant's own language. */
  source: BookLanguage
  onLeave: () => void
}

function OneLanguage({ field, language, textKey, ids, onSay, onLeave, ...rest }: OneProps) {
  const t = useText()
  const id = useId()
  const { name, tag, direction, texts, live } = language
  const words = texts[textKey] ?? ''
  const { text, type } = useDraft(words)
  const isRich = field.schema['x-rich'] === true
  // A longer one would make the whole language's draft unreadable.
  const change = (typed: string) => {
    const kept = typed.slice(0, BOUNDS.text)
    type(kept)
    onSay(kept)
  }
  return (
    <div className={css['language']}>
      {isRich && !field.readOnly && (
        <RichTools control={id} language={name} text={text} onChange={change} />
      )}
      <div className={css['line']}>
        <span className={css['code']} aria-hidden="true">
          {language.id}
        </span>
        <LongControl
          id={id}
          className={css['text']}
          label={`${field.label}: ${name}`}
          lang={tag}
          dir={direction}
          rows={Math.min(8, 1 + Math.floor(text.length / 40) + text.split('\n').length - 1)}
          readOnly={field.readOnly}
          describedBy={ids.describedBy}
          invalid={ids.invalid}
          placeholder={t('console.words.empty', { language: name })}
          value={text}
          onChange={change}
          onBlur={onLeave}
        />
        {text === '' ? (
          <Chip look="plain">{t('console.words.missing')}</Chip>
        ) : (
          (live[textKey] ?? null) !== text && (
            <Chip look="wait">
              {t(live[textKey] === undefined ? 'console.form.new' : 'console.form.changed')}
            </Chip>
          )
        )}
      </div>
      {text.length >= BOUNDS.text && (
        <p className="small mute" role="status">
          {t('console.words.longest', { count: BOUNDS.text })}
        </p>
      )}
      <AboutWords {...{ field, language, textKey, ...rest }} />
    </div>
  )
}

type AboutProps = Omit<OneProps, 'ids' | 'onSay' | 'onLeave'>

/** What there is to say of a text: a machine wrote it, agreed words, and that the shared one changed. */
function AboutWords({ field, language, textKey, source, onTake, onRead }: AboutProps) {
  const t = useText()
  const { locale, texts } = language
  const words = texts[textKey] ?? ''
  const offered = offeredText(locale, texts, textKey)
  const glossary = useGlossary(source.id, language.id)
  const isUnread = words !== '' && own(locale.unread, textKey) === words
  return (
    <>
      {isUnread && (
        <div className={`row wraps ${css['unread']}`}>
          <Chip look="wait">{t('console.words.machine')}</Chip>
          {!field.readOnly && (
            <Button look="text" small onClick={onRead}>
              {t('console.languages.markRead')}
              <span className="hidden-text"> {`${field.label}: ${language.name}`}</span>
            </Button>
          )}
        </div>
      )}
      {source.id !== language.id && words !== '' && (
        <Terms glossary={glossary} source={source.texts[textKey] ?? ''} target={words} />
      )}
      {offered !== undefined && (
        <div className={css['note']}>
          <p>{t('console.words.offered', { words: offered })}</p>
          {!field.readOnly && (
            <div className="row wraps">
              <Button look="line" small onClick={() => onTake(true)}>
                {t('console.words.take')}
              </Button>
              <Button look="text" small onClick={() => onTake(false)}>
                {t('console.words.keep')}
              </Button>
            </div>
          )}
        </div>
      )}
    </>
  )
}

/** Words that exist already, offered below what is typed and never instead of it. */
function Suggestions({
  field,
  language,
  others,
  onUse,
}: {
  field: FieldProps
  language: BookLanguage
  others: readonly BookLanguage[]
  onUse: (key: string) => void
}) {
  const t = useText()
  const { names } = useForm()
  const key = textKeyOf(field)
  const uses = usesIn(names, key)
  const typed = language.texts[key] ?? ''
  // Established words are being changed, not looked for.
  const isNew = language.live[key] === undefined && originOf(language.locale, key) === undefined
  if (!isNew || uses > 1) return null
  const found = suggestTexts(typed, language.texts, (each) => usesIn(names, each), key)
  if (found.length === 0) return null
  return (
    <div className={css['found']} role="group" aria-label={t('console.words.exist')}>
      <p className="small mute">{t('console.words.exist')}</p>
      {found.map((each) => (
        <Button key={each.key} look="line" small onClick={() => onUse(each.key)}>
          {t('console.words.use', { words: each.words })}
          <span className={css['where']}>
            {[
              t('console.words.places', { count: usesIn(names, each.key) }),
              ...others.flatMap(({ name, texts }) =>
                texts[each.key] === undefined ? [] : [`${name}: ${texts[each.key]}`],
              ),
            ].join(' · ')}
          </span>
        </Button>
      ))}
    </div>
  )
}
