/**
 * Imports a file of records: first shows what it would change and what is wrong in it, then
 * imports.
 */

import { Table } from '@mantine/core'
import { useState } from 'react'
import type { ContentSummary } from '#engine/contract/admincontract.ts'
import type { ImportReport, ImportState } from '#engine/contract/importcontract.ts'
import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { Dialog } from '#widgets/parts/Dialog.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import { isDone, refusalOf, useConsole } from '#admin/parts/client.ts'
import { ChoiceField, FileField, SelectField } from '#admin/parts/Field.tsx'
import { useImportState } from './importState.ts'

type Props = { type: ContentSummary; onClose: () => void; onDone: (words: string) => void }
type Columns = Readonly<Record<string, string | null>>

/** The file itself has more; the number says how many. */
const MAX_SHOWN = 50
const LEFT_OUT = ''

export function ImportDialog({ type, onClose, onDone }: Props) {
  const t = useText()
  const call = useConsole()
  const [file, setFile] = useState<File | null>(null)
  const [keep, setKeep] = useState(false)
  const [columns, setColumns] = useState<Columns>({})
  const [report, setReport] = useState<ImportReport | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const finish = (found: ImportReport, name: string) => {
    setReport(found)
    if (found.done) onDone(t('console.records.importDone', { count: found.rows, file: name }))
  }
  const { state, follow } = useImportState(call, type.type, (ended) => {
    if (ended.report !== null) finish(ended.report, ended.file)
    else setProblem(ended.message ?? t('console.records.importStopped'))
  })

  const send = async (from: File, dryRun: boolean, how: { keep: boolean; columns: Columns }) => {
    setBusy(true)
    setProblem(null)
    const query = new URLSearchParams({
      dryRun: String(dryRun),
      keep: String(how.keep),
      file: from.name.slice(-200),
      columns: JSON.stringify(how.columns),
    })
    try {
      const response = await call({
        path: `admin/content/${encodeURIComponent(type.type)}/import?${query.toString()}`,
        method: 'POST',
        file: from,
      })
      const refused = isDone(response) ? null : refusalOf(response)
      // Then it says which rows.
      if (refused !== null && refused.code !== 'content/problems')
        return setProblem(refused.message)
      if (response.status === 202) await follow(response.value as ImportState)
      else finish(response.value as ImportReport, from.name)
    } catch {
      setProblem(t('console.failed'))
    } finally {
      setBusy(false)
    }
  }
  const again = (how: { keep: boolean; columns: Columns }) => {
    if (file !== null) void send(file, true, how)
  }

  return (
    <Dialog open onClose={onClose} title={t('console.records.importTitle', { label: type.label })}>
      <div className="stack">
        <FileField
          label={t('console.records.file')}
          hint={t('console.records.fileHint')}
          accept=".csv,.tsv,.txt,.json,.jsonl,.ndjson,text/csv,application/json"
          onChoose={(chosen) => {
            setFile(chosen)
            setColumns({})
            setReport(null)
            if (chosen !== null) void send(chosen, true, { keep, columns: {} })
          }}
        />
        <ChoiceField
          label={t('console.records.how')}
          value={String(keep)}
          onChange={(value) => {
            setKeep(value === 'true')
            again({ keep: value === 'true', columns })
          }}
          choices={['false', 'true'].map((id) => ({ id, label: t(`console.records.keep.${id}`) }))}
        />
        {state !== null && <HowFar state={state} />}
        {problem !== null && (
          <Note look="bad" alert>
            {problem}
          </Note>
        )}
        {report !== null && (
          <>
            <Outcome report={report} />
            {report.columns.length > 0 && (
              <details>
                <summary>{t('console.records.columns')}</summary>
                <div className="stack">
                  {report.columns.map(({ column, field: to }) => (
                    <SelectField
                      key={column}
                      label={column}
                      value={to ?? LEFT_OUT}
                      onChange={(value) => {
                        const next = { ...columns, [column]: value === LEFT_OUT ? null : value }
                        setColumns(next)
                        again({ keep, columns: next })
                      }}
                      choices={[
                        { id: LEFT_OUT, label: t('console.records.leftOut') },
                        { id: 'id', label: 'Id' },
                        ...type.fields.map(({ id, label }) => ({ id, label })),
                        ...['_from', '_until', '_hidden'].map((id) => ({ id, label: id })),
                      ]}
                    />
                  ))}
                </div>
              </details>
            )}
          </>
        )}
        <Button
          busy={busy || state !== null}
          disabled={file === null || report === null || report.problemCount > 0}
          onClick={() => file !== null && void send(file, false, { keep, columns })}
        >
          {report === null
            ? t('console.records.import')
            : t('console.records.importNow', { count: report.rows })}
        </Button>
      </div>
    </Dialog>
  )
}

function HowFar({ state: { phase, file, rows, total } }: { state: ImportState }) {
  const t = useText()
  return (
    <Note>
      {t('console.records.importAlone', { file })}{' '}
      <span aria-live="polite">
        {phase === 'writing'
          ? t('console.records.importWriting', { rows, total: total ?? rows })
          : t('console.records.importChecking', { count: rows })}
      </span>
    </Note>
  )
}

/** What would change, or every row that prevents the import. */
function Outcome({
  report: { encoding, rows, columns, problems, problemCount, ...changes },
}: {
  report: ImportReport
}) {
  const t = useText()
  const left = columns.filter(({ field: to }) => to === null).map(({ column }) => column)
  return (
    <div className="stack" role="status">
      {encoding !== 'utf-8' && (
        <p className="small mute">{t('console.records.encoding', { encoding })}</p>
      )}
      {left.length > 0 && (
        <Note look="doubt">{t('console.records.unknownColumns', { names: left.join(', ') })}</Note>
      )}
      {problemCount === 0 ? (
        <Note look="ok">
          {t('console.records.changes', {
            rows,
            added: changes.new,
            changed: changes.changed,
            same: changes.same,
            gone: changes.gone,
          })}{' '}
          {changes.replaces > 0 && t('console.records.replaces', { count: changes.replaces })}
        </Note>
      ) : (
        <>
          <Note look="bad">{t('console.records.problems', { count: problemCount })}</Note>
          <Table>
            <Table.Thead>
              <Table.Tr>
                {(['line', 'column', 'value', 'reason'] as const).map((each) => (
                  <Table.Th key={each} scope="col">
                    {t(`console.records.problem.${each}`)}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {problems.slice(0, MAX_SHOWN).map(({ line, column, value, message }, index) => (
                <Table.Tr key={index}>
                  <Table.Td className="num">{t('console.records.lineOf', { line })}</Table.Td>
                  <Table.Td>{column}</Table.Td>
                  <Table.Td>{value}</Table.Td>
                  <Table.Td>{message}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
          {problemCount > MAX_SHOWN && (
            <p className="small mute">
              {t('console.records.moreProblems', { count: problemCount - MAX_SHOWN })}
            </p>
          )}
        </>
      )}
    </div>
  )
}
