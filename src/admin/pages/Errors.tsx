/** Errors in users' browsers, the last ones first. Nobody is named. */

import { Table } from '@mantine/core'
import Type from 'typebox'
import { useState } from 'react'
import type { Page } from '#engine/contract/admincontract.ts'
import type { ConsoleError } from '#engine/contract/errorreports.ts'
import { useScope } from '#engine/react/context.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { useRead } from '#admin/parts/client.ts'
import { PageHead } from '#admin/parts/PageHead.tsx'
import { Pages } from '#admin/parts/Pages.tsx'
import { Pending } from '#admin/parts/Pending.tsx'
import { whenOf } from '#admin/parts/when.ts'
import css from '../parts/Table.module.css'

export const Props = Type.Object({}, { additionalProperties: false })

export const Errors = defineWidget<typeof Props>('console-errors', function Errors({ level }) {
  const t = useText()
  const { language } = useScope()
  const [page, setPage] = useState(1)
  const read = useRead<Page<ConsoleError>>(`admin/errors?page=${page}`)
  return (
    <>
      <PageHead level={level} title={t('console.errors.title')} text={t('console.errors.text')} />
      <Pending read={read}>
        {({ items, total, pageSize }) =>
          items.length === 0 ? (
            <p className="mute">{t('console.errors.none')}</p>
          ) : (
            <div className="stack">
              <Table>
                <Table.Thead>
                  <Table.Tr>
                    {(['what', 'page', 'count', 'last', 'release'] as const).map((each) => (
                      <Table.Th key={each} scope="col">
                        {t(`console.errors.${each}`)}
                      </Table.Th>
                    ))}
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {items.map((each) => (
                    <Table.Tr key={each.id}>
                      <Table.Td>
                        {each.name}: {each.message}
                        {each.frame !== '' && <div className={css['id']}>{each.frame}</div>}
                      </Table.Td>
                      <Table.Td>{each.page}</Table.Td>
                      <Table.Td className="num">
                        {t('console.errors.times', { count: each.count })}
                      </Table.Td>
                      <Table.Td className="num">
                        <time dateTime={each.last}>{whenOf(each.last, language)}</time>
                      </Table.Td>
                      <Table.Td>
                        <span className={css['id']}>{each.release}</span>
                      </Table.Td>
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
              <Pages page={page} pageSize={pageSize} total={total} onPage={setPage} />
            </div>
          )
        }
      </Pending>
    </>
  )
})
