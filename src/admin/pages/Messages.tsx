/**
 * The messages that the server writes by itself, in each language, as people get them: with samples
 * of what is filled in, and drafts included. Each leads to its words.
 */

import { useId, useState } from 'react'
import { Link } from 'react-router-dom'
import type { DocumentSummary, DocumentView } from '#engine/contract/admincontract.ts'
import type { ConfigDocument } from '#engine/documents/kinds.ts'
import { tagOf } from '#engine/documents/languages.ts'
import {
  bodyKey,
  MESSAGE_NAMES,
  MESSAGES,
  subjectKey,
  type Channel,
  type MessageName,
} from '#engine/documents/messages.ts'
import { translate } from '#engine/documents/translate.ts'
import { useHref, useRenderContext, useScope } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { Card } from '#widgets/parts/Card.tsx'
import { below, Heading, type Level } from '#widgets/parts/Heading.tsx'
import { dateOf, moneyOf } from '#engine/documents/intl.ts'
import { documentPath, useDocuments, useRead } from '#admin/parts/client.ts'
import { SelectField } from '#admin/parts/Field.tsx'
import { PageHead } from '#admin/parts/PageHead.tsx'
import { Pending } from '#admin/parts/Pending.tsx'
import { wordsOf, type Locale } from '#admin/form/languages.ts'
import css from './Messages.module.css'

const AMOUNT = { amount: 49_900, currency: 'ZAR' }

export function Messages({ level }: { level: Level }) {
  const t = useText()
  const locales = useDocuments('locale')
  const config = useDocuments('config').value?.items[0]?.id
  const read = useRead<DocumentView>(
    config === undefined ? null : documentPath('documents', 'config', config),
  )
  return (
    <>
      <PageHead
        level={level}
        title={t('console.messages.title')}
        text={t('console.messages.text')}
      />
      <Pending read={read}>
        {({ effective, live }) => (
          <Pending read={locales}>
            {({ items }) => (
              <All
                level={below(level)}
                config={(effective ?? live) as ConfigDocument}
                languages={items.filter(({ state }) => state !== 'removed')}
              />
            )}
          </Pending>
        )}
      </Pending>
    </>
  )
}

type AllProps = {
  level: Level
  config: ConfigDocument
  languages: readonly DocumentSummary[]
}

function All({ level, config, languages }: AllProps) {
  const t = useText()
  const href = useHref()
  const own = useScope().language
  const [chosen, setChosen] = useState(
    (languages.find(({ id }) => id === own) ?? languages[0])?.id ?? '',
  )
  const read = useRead<DocumentView>(documentPath('documents', 'locale', chosen))
  const english = useRead<DocumentView>(documentPath('documents', 'locale', 'en'))
  const { senderName = config.appName, replyTo = config.assistanceEmail } = config.emails ?? {}
  return (
    <div className="stack-l">
      <p>
        {t('console.messages.from', { name: senderName })}{' '}
        {replyTo === undefined
          ? t('console.messages.noReplies')
          : t('console.messages.replies', { address: replyTo })}{' '}
        <Link to={href('consoleDocument', { kind: 'config', id: config.id })}>
          {t('console.messages.changeSender')}
        </Link>
      </p>
      <SelectField
        label={t('console.messages.language')}
        value={chosen}
        onChange={setChosen}
        choices={languages.map(({ id, title }) => ({ id, label: `${title} (${id})` }))}
      />
      <Pending read={read}>
        {({ effective }) => {
          const locale = effective as Locale | null
          // A region has only what it says otherwise.
          const texts = {
            ...wordsOf((english.value?.effective ?? null) as Locale | null),
            ...wordsOf(locale),
          }
          return (
            <ul className={css['list']}>
              {MESSAGE_NAMES.map((name) => (
                <li key={name}>
                  <Message
                    name={name}
                    level={level}
                    app={config.appName}
                    texts={texts}
                    locale={locale}
                  />
                </li>
              ))}
            </ul>
          )
        }}
      </Pending>
    </div>
  )
}

type MessageProps = {
  name: MessageName
  level: Level
  app: string
  texts: Readonly<Record<string, string>>
  locale: Locale | null
}

function Message({ name, level, app, texts, locale }: MessageProps) {
  const t = useText()
  const heading = useId()
  const language = tagOf(locale?.language ?? 'en')
  const values = useSamples(app, texts, language)
  const said = (key: string) => (key in texts ? translate(texts, language, key, values) : '')
  return (
    <Card labelledBy={heading}>
      <div className="stack">
        <Heading level={level} id={heading}>
          {t(`console.messages.name.${name}`)}
        </Heading>
        {MESSAGES[name].channels.map((channel: Channel) => (
          <Preview
            key={channel}
            channel={channel}
            subject={channel === 'email' ? said(subjectKey(name)) : null}
            body={said(bodyKey(name, channel))}
            search={channel === 'email' ? `mail.${name}.` : bodyKey(name, channel)}
            about={t(`console.messages.name.${name}`)}
            language={language}
            direction={locale?.direction ?? 'ltr'}
          />
        ))}
      </div>
    </Card>
  )
}

type PreviewProps = {
  channel: Channel
  subject: string | null
  body: string
  /** What finds its texts among all. */ search: string
  about: string
  language: string
  direction: Locale['direction']
}

function Preview({ channel, subject, body, search, about, language, direction }: PreviewProps) {
  const t = useText()
  const href = useHref()
  return (
    <div className="stack-s">
      <p className="small mute">{t(`console.messages.${channel}`)}</p>
      {body === '' ? (
        <p>{t('console.messages.missing')}</p>
      ) : (
        <blockquote className={css['sheet']} lang={language} dir={direction}>
          {subject !== null && <p className="strong">{subject}</p>}
          <p className={css['body']}>{body.trim()}</p>
        </blockquote>
      )}
      <Link className={css['change']} to={href('consoleLanguages', {}, { search })}>
        {t('console.messages.change')}
        <span className="hidden-text">
          {' '}
          {about}, {t(`console.messages.${channel}`)}
        </span>
      </Link>
    </div>
  )
}

/** What the server fills in, invented. */
function useSamples(
  app: string,
  texts: Readonly<Record<string, string>>,
  language: string,
): Readonly<Record<string, string>> {
  const { sold } = useRenderContext().catalog
  const text = (key: string) => translate(texts, language, key)
  return {
    app,
    code: '482913',
    link: `${location.origin}/…`,
    service: text('console.messages.sample.service'),
    role: text('console.role.editor'),
    number: 'T-20418',
    plan: text(sold[0]?.label ?? ''),
    amount: moneyOf(AMOUNT.amount, AMOUNT.currency, language),
    date: dateOf(new Date().toISOString(), language),
  }
}
