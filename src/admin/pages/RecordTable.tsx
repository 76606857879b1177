/** Records of one content type in a table: where each comes from, and what can be done with it. */

import { Table } from '@mantine/core'
import { useState } from 'react'
import type { ConsoleRecord } from '#engine/contract/admincontract.ts'
import { useScope } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { Chip } from '#widgets/parts/Chip.tsx'

export function RecordTable({
  label,
  records,
  editable,
  onOpen,
  onHide,
}: {
  label: string
  records: readonly ConsoleRecord[]
  editable: boolean
  onOpen: (record: ConsoleRecord) => void
  onHide: (record: ConsoleRecord) => void
}) {
  const t = useText()
  return (
    <Table aria-label={label}>
      <Table.Thead>
        <Table.Tr>
          {(['name', 'where', 'actions'] as const).map((each) => (
            <Table.Th key={each} scope="col">
              {t(`console.records.column.${each}`)}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {records.map((record) => (
          <Table.Tr key={record.id}>
            <Table.Td>{record.title}</Table.Td>
            <Table.Td>
              <State record={record} />
            </Table.Td>
            <Table.Td>
              <span className="row wraps">
                {(!record.hidden || Object.keys(record.data).length > 0) && (
                  <Button look="text" small onClick={() => onOpen(record)}>
                    {t(editable ? 'console.records.edit' : 'console.records.look')}
                    <span className="hidden-text"> {record.title}</span>
                  </Button>
                )}
                {editable && (
                  <Button look="text" small onClick={() => onHide(record)}>
                    {t(record.hidden ? 'console.records.unhide' : 'console.records.hide')}
                    <span className="hidden-text"> {record.title}</span>
                  </Button>
                )}
              </span>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

/** Where it comes from, and whether learners see it now. */
function State({ record: { own, shared, hidden, starts, ends } }: { record: ConsoleRecord }) {
  const t = useText()
  const { language } = useScope()
  const [now] = useState(Date.now)
  const day = (moment: string) =>
    new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }).format(
      new Date(moment),
    )
  const from = own ? (shared ? 'replaces' : 'own') : 'shared'
  return (
    <span className="row wraps">
      <Chip look="plain">{t(`console.records.from.${from}`)}</Chip>
      {hidden && <Chip look="plain">{t('console.records.hidden')}</Chip>}
      {starts !== null && Date.parse(starts) > now && (
        <span className="small mute">{t('console.records.starts', { day: day(starts) })}</span>
      )}
      {ends !== null && (
        <span className="small mute">
          {/* An end is the first moment after the last day. */}
          {t(Date.parse(ends) > now ? 'console.records.ends' : 'console.records.over', {
            day: day(new Date(Date.parse(ends) - 1).toISOString()),
          })}
        </span>
      )}
    </span>
  )
}
