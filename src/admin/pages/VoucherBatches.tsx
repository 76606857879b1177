/** Vouchers that were created together: how many, for what, and how many have been redeemed. */

import { Table } from '@mantine/core'
import { useState } from 'react'
import type { Page } from '#engine/contract/admincontract.ts'
import type { VoucherBatch } from '#engine/contract/vouchers.ts'
import { useRenderContext, useScope } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { Heading, type Level } from '#widgets/parts/Heading.tsx'
import { useRead } from '#admin/parts/client.ts'
import { Pages } from '#admin/parts/Pages.tsx'
import { Pending } from '#admin/parts/Pending.tsx'
import { whenOf } from '#admin/parts/when.ts'

export function VoucherBatches({
  level,
  open,
  onOpen,
}: {
  level: Level
  open: string | null
  onOpen: (id: string) => void
}) {
  const t = useText()
  const { catalog } = useRenderContext()
  const { language } = useScope()
  const [page, setPage] = useState(1)
  const read = useRead<Page<VoucherBatch>>(`admin/vouchers?page=${page}`)
  const planOf = (id: string) =>
    t(catalog.plans.find((plan) => plan.id === id)?.label ?? 'console.vouchers.noPlan')
  return (
    <section className="stack">
      <Heading level={level}>{t('console.vouchers.batches')}</Heading>
      <Pending read={read}>
        {({ items, total, pageSize }) =>
          items.length === 0 ? (
            <p className="mute">{t('console.vouchers.none')}</p>
          ) : (
            <>
              <Table>
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th scope="col">{t('console.vouchers.created')}</Table.Th>
                    <Table.Th scope="col">{t('console.vouchers.plan')}</Table.Th>
                    <Table.Th scope="col">{t('console.vouchers.redeemed')}</Table.Th>
                    <Table.Th scope="col">{t('console.vouchers.state')}</Table.Th>
                    <Table.Th scope="col">
                      <span className="hidden-text">{t('console.vouchers.open')}</span>
                    </Table.Th>
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {items.map((batch) => (
                    <Table.Tr key={batch.id}>
                      <Table.Td>
                        {whenOf(batch.created, language)}
                        {batch.note !== '' && <span className="small mute"> {batch.note}</span>}
                      </Table.Td>
                      <Table.Td>{planOf(batch.plan)}</Table.Td>
                      <Table.Td>
                        {batch.uses === null
                          ? t('console.vouchers.usedFreely', { used: batch.redeemed })
                          : t('console.vouchers.usedOf', {
                              used: batch.redeemed,
                              all: batch.count * batch.uses,
                            })}
                      </Table.Td>
                      <Table.Td>{stateOf(batch, t, language)}</Table.Td>
                      <Table.Td>
                        <Button
                          look="text"
                          small
                          disabled={open === batch.id}
                          onClick={() => onOpen(batch.id)}
                        >
                          {t('console.vouchers.open')}
                          <span className="hidden-text">
                            {' '}
                            {batch.note || whenOf(batch.created, language)}
                          </span>
                        </Button>
                      </Table.Td>
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
              <Pages page={page} pageSize={pageSize} total={total} onPage={setPage} />
            </>
          )
        }
      </Pending>
    </section>
  )
}

/** What became of a batch, in a few words. */
export function stateOf(
  { withdrawn, expires }: VoucherBatch,
  t: ReturnType<typeof useText>,
  language: string,
  now: Date = new Date(),
): string {
  if (withdrawn !== null)
    return t('console.vouchers.withdrawnOn', { when: whenOf(withdrawn, language) })
  if (expires === null) return t('console.vouchers.valid')
  const when = whenOf(expires, language)
  return t(
    new Date(expires) <= now ? 'console.vouchers.expiredOn' : 'console.vouchers.validUntil',
    { when },
  )
}
