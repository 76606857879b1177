/** All documents of the tenant, by kind: unchanged ones, changed ones, and unpublished drafts. */

import Type from 'typebox'
import { useDeferredValue, useState } from 'react'
import { Link } from 'react-router-dom'
import type { DocumentSummary } from '#engine/contract/admincontract.ts'
import { useHref, useScope } from '#engine/react/context.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { Chip } from '#widgets/parts/Chip.tsx'
import { below, Heading } from '#widgets/parts/Heading.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import { isWaiting } from '#admin/parts/approvals.ts'
import { useDocuments, useOpenComments, useRights, useScheduled } from '#admin/parts/client.ts'
import { DiscardDraft } from '#admin/parts/DiscardDraft.tsx'
import { SelectField, TextField } from '#admin/parts/Field.tsx'
import { orderOf } from '#admin/parts/kinds.ts'
import { NewThing } from '#admin/recipes/RecipeList.tsx'
import { NewDocument } from './NewDocument.tsx'
import { WordsFound } from './WordsFound.tsx'
import { PageHead } from '#admin/parts/PageHead.tsx'
import { Pending } from '#admin/parts/Pending.tsx'
import css from './Documents.module.css'

// The console's menu loads with its pages: no other user needs it.
export const Props = Type.Object({}, { additionalProperties: false })

const STATES = ['all', 'draft', 'changed', 'own', 'removed'] as const
type Shown = (typeof STATES)[number]

export const Documents = defineWidget<typeof Props>(
  'console-documents',
  function Documents({ level }) {
    const t = useText()
    const href = useHref()
    const rights = useRights()
    const read = useDocuments()
    const kind = useScope().route?.params['kind'] ?? ''
    const [typed, setTyped] = useState('')
    const search = useDeferredValue(typed)
    const [shown, setShown] = useState<Shown>('all')
    const [making, setMaking] = useState(false)
    return (
      <>
        <PageHead
          level={level}
          title={t('console.documents.title')}
          text={t('console.documents.text')}
        >
          <NewThing />
          {rights.edit && (
            <Button
              look="line"
              small
              icon={<Icon name="plus" size="s" />}
              onClick={() => setMaking(true)}
            >
              {t('console.documents.new')}
            </Button>
          )}
        </PageHead>
        <Pending read={read} away={t('console.documents.noSignal')}>
          {({ items }) => {
            const kinds = [...new Set(items.map((each) => each.kind))].sort(
              (a, b) => orderOf(a) - orderOf(b),
            )
            const found = items.filter(
              (each) =>
                (kind === '' || each.kind === kind) &&
                isShown(each, shown) &&
                matches(each, search),
            )
            return (
              <>
                <div role="search" className={css['filters']}>
                  <TextField
                    type="search"
                    label={t('console.documents.search')}
                    value={typed}
                    onChange={setTyped}
                  />
                  <SelectField
                    label={t('console.documents.state')}
                    value={shown}
                    onChange={(value) => setShown(value as Shown)}
                    choices={STATES.map((id) => ({
                      id,
                      label: t(`console.documents.states.${id}`),
                    }))}
                  />
                </div>
                <nav aria-label={t('console.documents.kinds')}>
                  <ul className={css['kinds']}>
                    {['', ...kinds].map((each) => (
                      <li key={each}>
                        <Link
                          className={css['kind']}
                          to={href('consoleDocuments', { kind: each })}
                          aria-current={each === kind ? 'page' : undefined}
                        >
                          {t(each === '' ? 'console.documents.allKinds' : `console.kind.${each}`)}
                        </Link>
                      </li>
                    ))}
                  </ul>
                </nav>
                <p className="hidden-text" role="status">
                  {t('console.documents.found', { count: found.length })}
                </p>
                {found.length === 0 && <p className="mute">{t('console.documents.none')}</p>}
                <WordsFound search={search} level={level} />
                {kinds.map((each) => {
                  const ofKind = found.filter((document) => document.kind === each)
                  return (
                    ofKind.length > 0 && (
                      <section key={each} className={css['group']} aria-labelledby={`kind-${each}`}>
                        <Heading level={below(level)} id={`kind-${each}`} className={css['name']}>
                          {t(`console.kind.${each}`)}
                        </Heading>
                        <ul className={css['list']}>
                          {ofKind.map((document) => (
                            <DocumentRow key={document.id} document={document} />
                          ))}
                        </ul>
                      </section>
                    )
                  )
                })}
                {making && (
                  <NewDocument documents={items} kind={kind} onClose={() => setMaking(false)} />
                )}
              </>
            )
          }}
        </Pending>
      </>
    )
  },
)

export function DocumentRow({ document }: { document: DocumentSummary }) {
  const t = useText()
  const href = useHref()
  const rights = useRights()
  const { kind, id, title, draft, state, etag, unreadable = false } = document
  const open = useOpenComments()[`${kind}/${id}`] ?? 0
  const scheduled = useScheduled().value?.items ?? []
  const waits = scheduled.some(
    (each) => isWaiting(each) && each.documents.includes(`${kind}/${id}`),
  )
  return (
    <li className={css['line']}>
      <Link className={css['row']} to={href('consoleDocument', { kind, id })}>
        <span className={css['words']}>
          <strong>{title || id}</strong>
          <span className="tiny mute">
            {kind}/{id}
          </span>
        </span>
        <span className={css['marks']}>
          {unreadable ? (
            <Chip look="bad">{t('console.documents.unreadable')}</Chip>
          ) : (
            draft && <Chip look="wait">{t('console.documents.draft')}</Chip>
          )}
          {waits && <Chip look="wait">{t('console.schedule.waits')}</Chip>}
          {open > 0 && <Chip look="brand">{t('console.comment.open', { count: open })}</Chip>}
          {state !== 'product' && (
            <Chip look={state === 'removed' ? 'bad' : 'plain'}>{t(`console.state.${state}`)}</Chip>
          )}
        </span>
        <Icon name="chevron" size="s" />
      </Link>
      {rights.edit && etag !== undefined && (
        <DiscardDraft kind={kind} id={id} title={title || id} etag={etag} />
      )}
    </li>
  )
}

function isShown({ draft, state }: DocumentSummary, shown: Shown): boolean {
  return shown === 'all' || (shown === 'draft' ? draft : state === shown)
}

function matches({ kind, id, title }: DocumentSummary, search: string): boolean {
  const text = `${kind}/${id} ${title}`.toLowerCase()
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}
