/** Coupons: created, listed with how often each was used, and ended. */

import { Table } from '@mantine/core'
import { useState } from 'react'
import type { Page } from '#engine/contract/admincontract.ts'
import type { Coupon } from '#engine/contract/coupons.ts'
import { useHref, useRenderContext, useScope } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { Heading, type Level } from '#widgets/parts/Heading.tsx'
import { moneyOf } from '#engine/documents/intl.ts'
import { Note } from '#widgets/parts/Note.tsx'
import { useRead, useRefresh } from '#admin/parts/client.ts'
import { ConfirmCall } from '#admin/parts/ConfirmCall.tsx'
import { Pending } from '#admin/parts/Pending.tsx'
import { whenOf } from '#admin/parts/when.ts'
import { CouponForm } from './CouponForm.tsx'
import css from '../parts/Table.module.css'

/** @param props.routeName where the link of a coupon leads */
export function Coupons({ level, routeName }: { level: Level; routeName: string }) {
  const t = useText()
  const href = useHref()
  const [made, setMade] = useState<string | null>(null)
  return (
    <div className="stack-l">
      <CouponForm onCreated={({ code }) => setMade(code)} />
      <div role="status">
        {made !== null && (
          <Note look="ok">
            {t('console.coupons.made', { code: made })}{' '}
            <code className={css['id']}>
              {`${location.origin}${href(routeName, {}, { coupon: made })}`}
            </code>
          </Note>
        )}
      </div>
      <section className="stack">
        <Heading level={level}>{t('console.coupons.all')}</Heading>
        <List />
      </section>
    </div>
  )
}

function List() {
  const t = useText()
  const { language } = useScope()
  const read = useRead<Page<Coupon>>('admin/coupons')
  const [ending, setEnding] = useState<string | null>(null)
  const refresh = useRefresh()
  return (
    <Pending read={read}>
      {({ items }) =>
        items.length === 0 ? (
          <p className="mute">{t('console.coupons.none')}</p>
        ) : (
          <>
            <Table>
              <Table.Thead>
                <Table.Tr>
                  {(['code', 'off', 'plans', 'used', 'state'] as const).map((each) => (
                    <Table.Th key={each} scope="col">
                      {t(`console.coupons.${each}`)}
                    </Table.Th>
                  ))}
                  <Table.Th scope="col">
                    <span className="hidden-text">{t('console.coupons.end')}</span>
                  </Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {items.map((coupon) => (
                  <Table.Tr key={coupon.code}>
                    <Table.Td>
                      <code className={css['id']}>{coupon.code}</code>
                    </Table.Td>
                    <Table.Td>{offOf(coupon, language)}</Table.Td>
                    <Table.Td>
                      <PlansOf coupon={coupon} />
                    </Table.Td>
                    <Table.Td>
                      {coupon.uses === null
                        ? t('console.coupons.usedFreely', { count: coupon.used })
                        : t('console.coupons.usedOf', { used: coupon.used, all: coupon.uses })}
                    </Table.Td>
                    <Table.Td>{stateOf(coupon, t, language)}</Table.Td>
                    <Table.Td>
                      {!isOver(coupon) && (
                        <Button look="text" small onClick={() => setEnding(coupon.code)}>
                          {t('console.coupons.end')}
                          <span className="hidden-text"> {coupon.code}</span>
                        </Button>
                      )}
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
            {ending !== null && (
              <ConfirmCall
                call={{ path: `admin/coupons/${encodeURIComponent(ending)}`, method: 'DELETE' }}
                title={t('console.coupons.endTitle', { code: ending })}
                text={t('console.coupons.endText')}
                button={t('console.coupons.endButton')}
                onClose={() => setEnding(null)}
                onDone={() => {
                  setEnding(null)
                  refresh('admin/coupons', 'admin/audit')
                }}
              />
            )}
          </>
        )
      }
    </Pending>
  )
}

function PlansOf({ coupon: { plans } }: { coupon: Coupon }) {
  const t = useText()
  const { catalog } = useRenderContext()
  if (plans === null) return <>{t('console.coupons.anyPlan')}</>
  const nameOf = (id: string) =>
    t(catalog.plans.find((plan) => plan.id === id)?.label ?? 'console.vouchers.noPlan')
  return <>{plans.map(nameOf).join(', ')}</>
}

/** "20 %" or "R 50,00". */
function offOf({ percent, amount, currency }: Coupon, language: string): string {
  return percent === null ? moneyOf(amount ?? 0, currency ?? '', language) : `${percent} %`
}

function isOver({ expires }: Coupon, now: Date = new Date()): boolean {
  return expires !== null && new Date(expires) <= now
}

/** Whether it can be used, in a few words. */
export function stateOf(
  coupon: Coupon,
  t: ReturnType<typeof useText>,
  language: string,
  now: Date = new Date(),
): string {
  const { uses, used, starts, expires } = coupon
  const on = (key: string, when: string) => t(key, { when: whenOf(when, language) })
  if (expires !== null && isOver(coupon, now)) return on('console.coupons.endedOn', expires)
  if (uses !== null && used >= uses) return t('console.coupons.usedUp')
  if (starts !== null && new Date(starts) > now) return on('console.coupons.validFrom', starts)
  return expires === null ? t('console.vouchers.valid') : on('console.vouchers.validUntil', expires)
}
