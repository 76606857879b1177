/**
 * Everything that a tenant can change: by what people look for, as long as nothing is searched for, and
 * as a list of documents by kind: unchanged ones, changed ones, and unpublished drafts.
 */

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
import { groupOf, holdsKind, TECHNICAL, THING_GROUPS } from '#admin/parts/thinggroups.ts'
import { whenOf } from '#admin/parts/when.ts'
import { whoOf } from '#admin/parts/who.ts'
import { NewThing } from '#admin/recipes/RecipeList.tsx'
import { Everything } from './Everything.tsx'
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
          {rights.edit && kind !== '' && (
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
            const found = items.filter(
              (each) => holdsKind(kind, each.kind) && isShown(each, shown) && matches(each, search),
            )
            const kinds = [...new Set(found.map((each) => each.kind))].sort(
              (a, b) => orderOf(a) - orderOf(b),
            )
            const isWhole = kind === '' && shown === 'all' && search.trim() === ''
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
                {isWhole ? (
                  <Everything documents={items} level={below(level)} />
                ) : (
                  <>
                    <GroupsNav current={groupOf(kind)} />
                    <p className="hidden-text" role="status">
                      {t('console.documents.found', { count: found.length })}
                    </p>
                    {found.length === 0 && <p className="mute">{t('console.documents.none')}</p>}
                    <WordsFound search={search} level={level} />
                    {kinds.map((each) => (
                      <section key={each} className={css['group']} aria-labelledby={`kind-${each}`}>
                        <Heading level={below(level)} id={`kind-${each}`} className={css['name']}>
                          {t(`console.kind.${each}`)}
                        </Heading>
                        <ul className={css['list']}>
                          {found
                            .filter((document) => document.kind === each)
                            .map((document) => (
                              <DocumentRow key={document.id} document={document} />
                            ))}
                        </ul>
                      </section>
                    ))}
                  </>
                )}
                {making && (
                  <NewDocument
                    documents={items}
                    kind={items.find((each) => holdsKind(kind, each.kind))?.kind ?? ''}
                    onClose={() => setMaking(false)}
                  />
                )}
              </>
            )
          }}
        </Pending>
      </>
    )
  },
)

/** Groups instead of two dozen kinds: a kind's own list is part of its group's. */
function GroupsNav({ current }: { current: string }) {
  const t = useText()
  const href = useHref()
  return (
    <nav aria-label={t('console.documents.kinds')}>
      <ul className={css['kinds']}>
        {['', ...THING_GROUPS.map(({ id }) => id), TECHNICAL].map((each) => (
          <li key={each}>
            <Link
              className={css['kind']}
              to={href('consoleDocuments', { kind: each })}
              aria-current={each === current ? 'page' : undefined}
            >
              {t(each === '' ? 'console.documents.allKinds' : `console.things.group.${each}`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** @param withKind where documents of other kinds are in the same list */
export function DocumentRow({
  document,
  withKind = false,
}: {
  document: DocumentSummary
  withKind?: boolean
}) {
  const t = useText()
  const href = useHref()
  const rights = useRights()
  const { language } = useScope()
  const { kind, id, title, draft, state, etag, by, at, unreadable = false } = document
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
            {[
              ...(withKind ? [t(`console.kind.${kind}`)] : []),
              ...(by === undefined || at === undefined ? [] : [whoOf(by, t), whenOf(at, language)]),
              ...(title === '' || groupOf(kind) === TECHNICAL ? [`${kind}/${id}`] : []),
            ].join(' · ')}
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
