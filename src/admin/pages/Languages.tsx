/**
 * All languages with their completeness compared with English, and their texts: two languages side
 * by side, editable in place.
 */

import Type from 'typebox'
import { useDeferredValue, useState } from 'react'
import type { DocumentSummary, DocumentView } from '#engine/contract/admincontract.ts'
import { glossaryBetween, type Glossary } from '#engine/documents/glossary.ts'
import type { Json } from '#engine/documents/json.ts'
import { tagOf } from '#engine/documents/languages.ts'
import { unreadTexts } from '#engine/documents/texts.ts'
import { useScope } from '#engine/react/context.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { BOUNDS } from '#engine/documents/bounds.ts'
import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { below, type Level } from '#widgets/parts/Heading.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import { documentPath, useDocuments, useRead, useRights } from '#admin/parts/client.ts'
import { DraftLine } from '#admin/editor/DraftLine.tsx'
import type { Editor } from '#admin/editor/useEditor.ts'
import { LongControl } from '#admin/parts/Control.tsx'
import { CheckField, SelectField, TextField } from '#admin/parts/Field.tsx'
import { useDraft } from '#admin/form/useDraft.ts'
import { foundKeys, isNewKey, withText, wordsOf, type Locale } from '#admin/form/languages.ts'
import { offGlossary, Terms, useGlossary } from '#admin/form/Glossary.tsx'
import { Messages } from './Messages.tsx'
import { LanguageCard } from './LanguageCard.tsx'
import { NewLanguage } from './NewLanguage.tsx'
import { OfferedNote, OfferedTexts } from './OfferedTexts.tsx'
import { inAll, OnlyOf, PageGaps, PAGES, useLacking, useShownOn, WhereShown } from './PageGaps.tsx'
import { Translations } from './Translations.tsx'
import { UnreadMark, UnreadNote } from './Unread.tsx'
import { PageHead } from '#admin/parts/PageHead.tsx'
import { Pages } from '#admin/parts/Pages.tsx'
import { Pending } from '#admin/parts/Pending.tsx'
import { WithDraft } from '#admin/editor/WithDraft.tsx'
import css from './Languages.module.css'

export const Props = Type.Object(
  {
    of: Type.Optional(
      Type.Enum(['languages', 'messages'], {
        description: 'All texts by language (the default), or messages as people get them.',
      }),
    ),
  },
  { additionalProperties: false },
)

const ENGLISH = 'en'
const PAGE = 40
const READS = ['language', 'name', 'direction', 'texts', 'unread', 'unreadShown']

export const Languages = defineWidget<typeof Props>(
  'console-languages',
  function Languages({ of = 'languages', level }) {
    const { texts } = useScope().route?.query ?? {}
    if (of === 'messages') return <Messages level={level} />
    // On a page of its own: it edits the same drafts.
    return texts === 'changed' ? <OfferedTexts level={level} /> : <AllTexts level={level} />
  },
)

function AllTexts({ level }: { level: Level }) {
  const configs = useDocuments('config')
  const locales = useDocuments('locale')
  return (
    <Pending read={configs}>
      {({ items: [config] }) => (
        <Pending read={locales}>
          {({ items }) => (
            <WithDraft kind="config" id={config?.id ?? ''} reads={['locales']}>
              {(settings) => (
                <Chosen
                  level={level}
                  languages={items.filter(({ state }) => state !== 'removed')}
                  config={`config/${config?.id}`}
                  settings={settings}
                />
              )}
            </WithDraft>
          )}
        </Pending>
      )}
    </Pending>
  )
}

function Chosen({
  level,
  languages,
  config,
  settings,
}: {
  level: Level
  languages: readonly DocumentSummary[]
  config: string
  settings: Editor
}) {
  const t = useText()
  const rights = useRights()
  const [left, setLeft] = useState(ENGLISH)
  // A link names the language, and the page whose texts are wanted.
  const { language, document: of } = useScope().route?.query ?? {}
  const [right, setRight] = useState(
    languages.find(({ id }) => id === language)?.id ??
      languages.find(({ id }) => id !== ENGLISH)?.id ??
      ENGLISH,
  )
  const [making, setMaking] = useState(false)
  const glossary = useGlossary(left, right)
  const shownOn = useShownOn()
  const english = useRead<DocumentView>(documentPath('documents', 'locale', ENGLISH)).value
    ?.effective as Locale | null | undefined
  const choices = languages.map(({ id, title }) => ({ id, label: `${title} (${id})` }))
  const head = (editors: Readonly<Record<string, Editor>>) => (
    <PageHead level={level} title={t('console.languages.title')} text={t('console.languages.text')}>
      {rights.edit && (
        <Button
          look="line"
          small
          icon={<Icon name="plus" size="s" />}
          onClick={() => setMaking(true)}
        >
          {t('console.languages.new')}
        </Button>
      )}
      <DraftLine editors={editors} />
    </PageHead>
  )
  const sides = (
    <div className={css['sides']}>
      <SelectField
        label={t('console.languages.left')}
        value={left}
        onChange={(id) => id !== right && setLeft(id)}
        choices={choices.filter(({ id }) => id !== right)}
      />
      <SelectField
        label={t('console.languages.right')}
        value={right}
        onChange={(id) => id !== left && setRight(id)}
        choices={choices.filter(({ id }) => id !== left)}
      />
    </div>
  )
  return (
    <>
      {making && (
        <NewLanguage languages={languages} onClose={() => setMaking(false)} onMade={setRight} />
      )}
      <WithDraft key={left} kind="locale" id={left} reads={READS}>
        {(one) =>
          left === right ? (
            <>
              {head({ [config]: settings })}
              <p className="mute">{t('console.languages.onlyOne')}</p>
            </>
          ) : (
            <WithDraft key={right} kind="locale" id={right} reads={READS}>
              {(other) => (
                <>
                  {head({
                    [config]: settings,
                    [`locale/${left}`]: one,
                    [`locale/${right}`]: other,
                  })}
                  <div className="stack-l">
                    <ul className={css['languages']}>
                      {languages.map(({ id, title }) => (
                        <li key={id}>
                          <LanguageCard
                            id={id}
                            title={title}
                            level={below(level)}
                            english={english ?? null}
                            edited={
                              (id === left ? one : id === right ? other : undefined)?.session
                                .document as unknown as Locale | undefined
                            }
                            languages={languages}
                            settings={settings}
                            onPages={() => {
                              setRight(id)
                              if (left === id) setLeft(ENGLISH)
                              document.getElementById(PAGES)?.scrollIntoView()
                            }}
                          />
                        </li>
                      ))}
                    </ul>
                    <OfferedNote languages={languages} />
                    {sides}
                    {right !== ENGLISH && (
                      <PageGaps key={right} language={right} level={below(level)} />
                    )}
                    <UnreadNote editor={other} />
                    <Translations
                      key={`${right} of ${left}`}
                      left={one}
                      right={other}
                      glossary={glossary}
                    />
                    <Words
                      key={`${left} ${right} ${of ?? ''}`}
                      left={one}
                      right={other}
                      of={of}
                      glossary={glossary}
                      shownOn={shownOn}
                    />
                  </div>
                </>
              )}
            </WithDraft>
          )
        }
      </WithDraft>
    </>
  )
}

const NO_GLOSSARY = glossaryBetween(null, '', '')

/** Two languages, text by text. */
export function Words({
  left,
  right,
  of,
  glossary = NO_GLOSSARY,
  shownOn = null,
}: {
  left: Editor
  right: Editor
  /** Between the two. */
  glossary?: Glossary
  /** The page whose missing texts are wanted; without it all of them. */
  of?: string | undefined
  shownOn?: ReturnType<typeof useShownOn>
}) {
  const t = useText()
  const lacking = useLacking(of, (right.session.document as unknown as Locale | null)?.id ?? '')
  const rights = useRights()
  // A link from a document searches for one text: `?search=menu.home`.
  const [typed, setTyped] = useState(useScope().route?.query['search'] ?? '')
  const search = useDeferredValue(typed)
  const [onlyMissing, setOnlyMissing] = useState(false)
  const [onlyUnread, setOnlyUnread] = useState(false)
  const [onlyOff, setOnlyOff] = useState(false)
  const [page, setPage] = useState(1)
  // While a row has the focus, all rows stay in place until the search changes: an edited text may
  // no longer match.
  const [held, setHeld] = useState<readonly string[] | null>(null)
  const one = left.session.document as unknown as Locale | null
  const other = right.session.document as unknown as Locale | null
  if (one === null || other === null || left.session.broken || right.session.broken)
    return <Note look="wait">{t('console.features.unreadable')}</Note>
  const [words, others] = [wordsOf(one), wordsOf(other)]
  const unread = [new Set(unreadTexts(one)), new Set(unreadTexts(other))] as const
  const among = inAll([
    lacking,
    onlyUnread ? new Set([...unread[0], ...unread[1]]) : undefined,
    onlyOff ? offGlossary(glossary, words, others) : undefined,
  ])
  const found = foundKeys(words, others, search, { missing: onlyMissing, among })
  const isNew = rights.edit && found.length === 0 && isNewKey(search.trim(), words, others)
  const keys = held ?? (isNew ? [search.trim()] : found)
  const from = (Math.min(page, Math.max(1, Math.ceil(keys.length / PAGE))) - 1) * PAGE
  const again = () => {
    setPage(1)
    setHeld(null)
  }
  const say = (editor: Editor, key: string, text: string) =>
    editor.later(
      key,
      (document) => withText(document as unknown as Locale, key, text) as unknown as Json,
    )
  return (
    <div className="stack">
      {of !== undefined && <OnlyOf of={of} isReady={(lacking?.size ?? 0) > 0} />}
      <div role="search" className={css['search']}>
        <TextField
          type="search"
          label={t('console.languages.search')}
          value={typed}
          onChange={(value) => {
            setTyped(value)
            again()
          }}
        />
        <CheckField
          label={t('console.languages.onlyMissing')}
          checked={onlyMissing}
          onChange={(checked) => {
            setOnlyMissing(checked)
            again()
          }}
        />
        {(onlyUnread || unread[0].size + unread[1].size > 0) && (
          <CheckField
            label={t('console.languages.onlyUnread')}
            checked={onlyUnread}
            onChange={(checked) => {
              setOnlyUnread(checked)
              again()
            }}
          />
        )}
        {glossary.size > 0 && (
          <CheckField
            label={t('console.languages.glossary.only')}
            checked={onlyOff}
            onChange={(checked) => {
              setOnlyOff(checked)
              again()
            }}
          />
        )}
      </div>
      <p className="small mute" role="status">
        {isNew
          ? t('console.languages.newKey')
          : t('console.languages.found', { count: keys.length })}
      </p>
      <ul className={css['words']}>
        {keys.slice(from, from + PAGE).map((key) => (
          <li key={key} className={css['row']}>
            <WhereShown text={key} pages={shownOn?.(key) ?? []} />
            {(
              [
                [left, one, words, unread[0]],
                [right, other, others, unread[1]],
              ] as const
            ).map(([editor, locale, texts, isUnread]) => (
              <div key={locale.id} className={css['side']}>
                <InPlace
                  label={`${locale.name}: ${key}`}
                  locale={locale}
                  words={texts[key] ?? ''}
                  readOnly={!rights.edit}
                  onEnter={() => setHeld(keys)}
                  onChange={(text) => say(editor, key, text)}
                  onLeave={editor.flushLater}
                />
                {isUnread.has(key) && <UnreadMark editor={editor} text={key} />}
                {editor === right && (
                  <Terms glossary={glossary} source={words[key] ?? ''} target={texts[key] ?? ''} />
                )}
              </div>
            ))}
          </li>
        ))}
      </ul>
      <Pages page={from / PAGE + 1} pageSize={PAGE} total={keys.length} onPage={setPage} />
    </div>
  )
}

type InPlaceProps = {
  label: string
  locale: Locale
  words: string
  readOnly: boolean
  onEnter: () => void
  onChange: (words: string) => void
  onLeave: () => void
}

/**
 * Applied to the draft a moment after the last keystroke: updating a whole language on every
 * keystroke is too slow.
 */
function InPlace({ label, locale, words, readOnly, onEnter, onChange, onLeave }: InPlaceProps) {
  const { text, type } = useDraft(words)
  return (
    <LongControl
      className={`${css['field']} ${words === '' ? css['empty'] : ''}`}
      label={label}
      placeholder={locale.name}
      lang={tagOf(locale.language)}
      dir={locale.direction}
      rows={Math.min(6, 1 + Math.floor(text.length / 44))}
      readOnly={readOnly}
      maxLength={BOUNDS.text}
      value={text}
      onFocus={onEnter}
      onChange={(typed) => {
        type(typed)
        onChange(typed)
      }}
      onBlur={onLeave}
    />
  )
}
