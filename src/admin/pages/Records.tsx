/**
 * Records of each content type: searching, editing, hiding, scheduling, importing and exporting.
 */

import Type from 'typebox'
import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import type { ConsoleRecord, ContentSummary } from '#engine/contract/admincontract.ts'
import { useHref, useScope } from '#engine/react/context.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import button from '#widgets/parts/Button.module.css'
import { AllowedLine } from '#admin/parts/AllowedLine.tsx'
import {
  isDone,
  refusalOf,
  useConsole,
  useOpenReports,
  useRead,
  useRefresh,
  useRights,
} from '#admin/parts/client.ts'
import type { Page } from '#engine/contract/admincontract.ts'
import { Note } from '#widgets/parts/Note.tsx'
import { SelectField, TextField } from '#admin/parts/Field.tsx'
import { PageHead } from '#admin/parts/PageHead.tsx'
import { Pages } from '#admin/parts/Pages.tsx'
import { Pending } from '#admin/parts/Pending.tsx'
import { Tabs } from '#admin/parts/Tabs.tsx'
import { ImportDialog } from './ImportDialog.tsx'
import { LastImport } from './LastImport.tsx'
import { RecordDialog } from './RecordDialog.tsx'
import { RecordTable } from './RecordTable.tsx'
import { Reports } from './Reports.tsx'
import css from './Documents.module.css'

export const Props = Type.Object({}, { additionalProperties: false })

const VIEWS = ['records', 'reports'] as const
type View = (typeof VIEWS)[number]
const paneId = (view: View) => `records-${view}`
const SHOWN = ['all', 'own', 'shared', 'hidden', 'planned', 'over'] as const
/** In ms after the last keystroke. */
const TYPING_MS = 300

export const Records = defineWidget<typeof Props>('console-records', function Records({ level }) {
  const t = useText()
  const href = useHref()
  const asked = useScope().route?.params['type'] ?? ''
  const rights = useRights()
  const read = useRead<Page<ContentSummary>>('admin/content')
  const reported = useOpenReports()
  const [view, setView] = useState<View>('records')
  return (
    <>
      <PageHead level={level} title={t('console.records.title')} text={t('console.records.text')} />
      {rights.records && (
        <Tabs
          label={t('console.reports.tabs')}
          tabs={VIEWS.map((id) => ({
            id,
            label: t(`console.reports.${id === 'records' ? 'records' : 'title'}`),
            ...(id === 'reports' && { count: reported }),
          }))}
          chosen={view}
          controls={paneId}
          onChoose={setView}
        />
      )}
      {/* Present while its contents load too, because the tab above refers to it. */}
      <section id={paneId(view)} className={css['pane']}>
        <Pending read={read}>
          {({ items }) => {
            if (view === 'reports')
              return <Reports types={items} onLook={() => setView('records')} />
            const type = items.find((each) => each.type === asked) ?? items[0]
            return (
              <>
                <nav aria-label={t('console.records.types')}>
                  <ul className={css['kinds']}>
                    {items.map((each) => (
                      <li key={each.type}>
                        <Link
                          className={css['kind']}
                          to={href('consoleRecords', { type: each.type })}
                          aria-current={each === type ? 'page' : undefined}
                        >
                          {each.label}
                        </Link>
                      </li>
                    ))}
                  </ul>
                </nav>
                {type !== undefined && <OfType key={type.type} type={type} />}
              </>
            )
          }}
        </Pending>
      </section>
    </>
  )
})

type Opened = { readonly record: ConsoleRecord | null }

function OfType({ type }: { type: ContentSummary }) {
  const t = useText()
  const refresh = useRefresh()
  const rights = useRights()
  const path = `admin/content/${encodeURIComponent(type.type)}`
  const { read, page, setPage, ...search } = useRecordSearch(path)
  const [opened, setOpened] = useState<Opened | null>(null)
  const [importing, setImporting] = useState(false)
  const [said, setSaid] = useState<Said | null>(null)
  const done = (words: string) => {
    setSaid({ look: 'ok', words })
    refresh('admin/content', 'admin/audit', 'admin/limits')
  }
  const hide = useHide(path, done, setSaid)
  return (
    <div className="stack">
      <Tools
        path={path}
        onNew={() => setOpened({ record: null })}
        onImport={() => setImporting(true)}
      />
      <AllowedLine of="records" />
      <LastImport type={type} onDone={done} />
      <Search {...search} />
      <div role="status">{said !== null && <Note look={said.look}>{said.words}</Note>}</div>
      <Pending read={read}>
        {({ items, total, pageSize }) => (
          <>
            {items.length === 0 ? (
              <p className="mute">{t('console.records.none')}</p>
            ) : (
              <RecordTable
                label={type.label}
                records={items}
                editable={rights.records}
                onOpen={(record) => setOpened({ record })}
                onHide={(record) => void hide(record)}
              />
            )}
            <Pages page={page} pageSize={pageSize} total={total} onPage={setPage} />
          </>
        )}
      </Pending>
      {opened !== null && (
        <RecordDialog
          type={type}
          record={opened.record}
          editable={rights.records}
          onClose={() => setOpened(null)}
          onDone={(words) => {
            setOpened(null)
            done(words)
          }}
        />
      )}
      {importing && (
        <ImportDialog
          type={type}
          onClose={() => setImporting(false)}
          onDone={(words) => {
            setImporting(false)
            done(words)
          }}
        />
      )}
    </div>
  )
}

type Said = { readonly look: 'ok' | 'bad'; readonly words: string }

/** The records that are searched for, a page at a time. */
function useRecordSearch(path: string) {
  // A report links to its record: `?search=Green driving school`.
  const [typed, setTyped] = useState(useScope().route?.query['search'] ?? '')
  const [search, setSearch] = useState(typed)
  const [shown, setShown] = useState<string>('all')
  const [page, setPage] = useState(1)
  useEffect(() => {
    const timer = setTimeout(() => {
      setSearch(typed.trim())
      setPage(1)
    }, TYPING_MS)
    return () => clearTimeout(timer)
  }, [typed])
  const read = useRead<Page<ConsoleRecord>>(
    `${path}?page=${page}&show=${shown}&search=${encodeURIComponent(search)}`,
  )
  const onShow = (value: string) => {
    setShown(value)
    setPage(1)
  }
  return { read, page, setPage, typed, onType: setTyped, shown, onShow }
}

/** Hides a record from learners, or shows it again. */
function useHide(path: string, onDone: (words: string) => void, onSaid: (said: Said) => void) {
  const t = useText()
  const call = useConsole()
  return async ({ id, title, hidden, was, data }: ConsoleRecord) => {
    // A record that only hides a shared one is removed, and the shared one is visible again.
    const isMarker = hidden && Object.keys(data).length === 0
    try {
      const response = await call({
        path: `${path}/${encodeURIComponent(id)}`,
        method: isMarker ? 'DELETE' : 'PUT',
        ...(!isMarker && { body: { hidden: !hidden, was } }),
      })
      if (isDone(response))
        onDone(t(hidden ? 'console.records.shownAgain' : 'console.records.hid', { title }))
      else onSaid({ look: 'bad', words: refusalOf(response).message })
    } catch {
      onSaid({ look: 'bad', words: t('console.failed') })
    }
  }
}

function Tools({
  path,
  onNew,
  onImport,
}: {
  path: string
  onNew: () => void
  onImport: () => void
}) {
  const t = useText()
  const rights = useRights()
  return (
    <div className="row wraps">
      {rights.records && (
        <>
          <Button small icon={<Icon name="plus" size="s" />} onClick={onNew}>
            {t('console.records.new')}
          </Button>
          <Button look="line" small onClick={onImport}>
            {t('console.records.import')}
          </Button>
        </>
      )}
      {/* Streamed downloads: they may be larger than a page can hold. */}
      {(['csv', 'json'] as const).map((format) => (
        <a
          key={format}
          className={`${button['button']} ${button['line']} ${button['small']}`}
          href={`/api/${path}/export?format=${format}`}
          download
        >
          <Icon name="download" size="s" />
          <span>{t('console.records.export', { format: format.toUpperCase() })}</span>
        </a>
      ))}
    </div>
  )
}

function Search({
  typed,
  onType,
  shown,
  onShow,
}: {
  typed: string
  onType: (words: string) => void
  shown: string
  onShow: (which: string) => void
}) {
  const t = useText()
  return (
    <div role="search" className={css['filters']}>
      <TextField
        type="search"
        label={t('console.records.search')}
        value={typed}
        onChange={onType}
      />
      <SelectField
        label={t('console.records.show')}
        value={shown}
        onChange={onShow}
        choices={SHOWN.map((id) => ({ id, label: t(`console.records.shows.${id}`) }))}
      />
    </div>
  )
}
