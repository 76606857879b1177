/**
 * Learners' reports by record, with their comments, until they have been handled. Never shows who
 * sent them.
 */

import { Table } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { ConsoleReport, ContentSummary, Page } from '#engine/contract/admincontract.ts'
import { useHref, useScope } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { isDone, refusalOf, useConsole, useRead, useRefresh } from '#admin/parts/client.ts'
import { SelectField } from '#admin/parts/Field.tsx'
import { Pages } from '#admin/parts/Pages.tsx'
import { Pending } from '#admin/parts/Pending.tsx'
import { whenOf } from '#admin/parts/when.ts'
import { whoOf } from '#admin/parts/who.ts'
import { Button } from '#widgets/parts/Button.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import css from './Reports.module.css'
import filters from './Documents.module.css'

const SHOWN = ['open', 'handled'] as const
const COLUMNS = ['record', 'said', 'when', 'actions'] as const

type Props = {
  types: readonly ContentSummary[]
  /** The list of records is requested. */
  onLook: () => void
}

export function Reports({ types, onLook }: Props) {
  const t = useText()
  const call = useConsole()
  const refresh = useRefresh()
  const [type, setType] = useState('')
  const [shown, setShown] = useState<string>('open')
  const [page, setPage] = useState(1)
  const [said, setSaid] = useState<{ look: 'ok' | 'bad'; words: string } | null>(null)
  const read = useRead<Page<ConsoleReport>>(
    `admin/reports?page=${page}&show=${shown}${type === '' ? '' : `&type=${encodeURIComponent(type)}`}`,
  )
  const choose = (set: (value: string) => void) => (value: string) => {
    set(value)
    setPage(1)
  }
  const put = async (report: ConsoleReport) => {
    const handled = report.handled === null
    const title = titleOf(report)
    try {
      const response = await call({
        path: `admin/reports/${encodeURIComponent(report.type)}/${encodeURIComponent(report.id)}`,
        method: 'PATCH',
        // A report that arrives while this one is being read isn't marked as handled.
        body: { handled, ...(handled && { until: report.last }) },
      })
      if (!isDone(response)) return setSaid({ look: 'bad', words: refusalOf(response).message })
      setSaid({
        look: 'ok',
        words: t(`console.reports.${handled ? 'done' : 'reopened'}`, { title }),
      })
      refresh('admin/reports', 'admin/audit')
    } catch {
      setSaid({ look: 'bad', words: t('console.failed') })
    }
  }
  return (
    <div className="stack">
      <p className="mute">{t('console.reports.text')}</p>
      <div className={filters['filters']}>
        <SelectField
          label={t('console.reports.type')}
          value={type}
          onChange={choose(setType)}
          choices={[
            { id: '', label: t('console.reports.allTypes') },
            ...types.map((each) => ({ id: each.type, label: each.label })),
          ]}
        />
        <SelectField
          label={t('console.records.show')}
          value={shown}
          onChange={choose(setShown)}
          choices={SHOWN.map((id) => ({ id, label: t(`console.reports.shows.${id}`) }))}
        />
      </div>
      <div role="status">{said !== null && <Note look={said.look}>{said.words}</Note>}</div>
      <Pending read={read}>
        {({ items, total, pageSize }) => (
          <>
            {items.length === 0 ? (
              <p className="mute">{t(`console.reports.none.${shown}`)}</p>
            ) : (
              <Table aria-label={t('console.reports.title')}>
                <Table.Thead>
                  <Table.Tr>
                    {COLUMNS.map((each) => (
                      <Table.Th key={each} scope="col">
                        {t(`console.reports.column.${each}`)}
                      </Table.Th>
                    ))}
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {items.map((report) => (
                    <Row
                      key={`${report.type}/${report.id}`}
                      report={report}
                      label={types.find((each) => each.type === report.type)?.one ?? report.type}
                      onLook={onLook}
                      onPut={() => void put(report)}
                    />
                  ))}
                </Table.Tbody>
              </Table>
            )}
            <Pages page={page} pageSize={pageSize} total={total} onPage={setPage} />
          </>
        )}
      </Pending>
    </div>
  )
}

function titleOf({ title, id }: ConsoleReport): string {
  return title ?? id
}

type RowProps = { report: ConsoleReport; label: string; onLook: () => void; onPut: () => void }

function Row({ report, label, onLook, onPut }: RowProps) {
  const t = useText()
  const href = useHref()
  const { language } = useScope()
  const { type, people, last, said, handled } = report
  const title = titleOf(report)
  return (
    <Table.Tr>
      <Table.Td>
        {report.title === null ? (
          title
        ) : (
          <Link to={href('consoleRecords', { type }, { search: title })} onClick={onLook}>
            {title}
          </Link>
        )}
        <span className={css['beside']}>{label}</span>
      </Table.Td>
      <Table.Td>
        <ul className={css['said']}>
          {said.map(({ reason, text, at }) => (
            <li key={`${at} ${reason} ${text}`}>
              <strong>{reason}</strong>
              {text !== '' && <q className={css['text']}>{text}</q>}
            </li>
          ))}
        </ul>
      </Table.Td>
      <Table.Td>
        <time dateTime={last}>{whenOf(last, language)}</time>
        <span className={css['beside']}>{t('console.reports.people', { count: people })}</span>
        {handled !== null && (
          <span className={css['beside']}>
            {t('console.reports.handledBy', {
              who: whoOf(handled.by, t),
              when: whenOf(handled.at, language),
            })}
          </span>
        )}
      </Table.Td>
      <Table.Td className={css['action']}>
        <Button look="line" small onClick={onPut}>
          {t(handled === null ? 'console.reports.handle' : 'console.reports.reopen')}
          <span className="hidden-text"> {title}</span>
        </Button>
      </Table.Td>
    </Table.Tr>
  )
}
