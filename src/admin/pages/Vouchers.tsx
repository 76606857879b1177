/**
 * Codes that are given to people: vouchers, which unlock a plan, or coupons, which take something
 * off its price. They are created here, and what became of those created before is listed.
 */

import Type from 'typebox'
import { useState } from 'react'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { below, type Level } from '#widgets/parts/Heading.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import { useRights } from '#admin/parts/client.ts'
import { PageHead } from '#admin/parts/PageHead.tsx'
import { Coupons } from './Coupons.tsx'
import { VoucherBatch } from './VoucherBatch.tsx'
import { VoucherBatches } from './VoucherBatches.tsx'
import { VoucherForm } from './VoucherForm.tsx'

export const Props = Type.Object(
  {
    of: Type.Optional(Type.Enum(['vouchers', 'coupons'], { description: 'Vouchers by default.' })),
    /** Where a code is used: printed beside a voucher, and what the link of a coupon opens. */
    routeName: Type.String({ 'x-ref': 'route' }),
  },
  { additionalProperties: false },
)

export const Vouchers = defineWidget<typeof Props>(
  'console-vouchers',
  function Vouchers({ of = 'vouchers', routeName, level }) {
    const t = useText()
    const rights = useRights()
    const Page = of === 'coupons' ? Coupons : Batches
    return (
      <>
        <PageHead level={level} title={t(`console.${of}.title`)} text={t(`console.${of}.text`)} />
        {rights.vouchers ? (
          <Page level={below(level)} routeName={routeName} />
        ) : (
          <Note>{t(`console.${of}.notYours`)}</Note>
        )}
      </>
    )
  },
)

function Batches({ level, routeName }: { level: Level; routeName: string }) {
  const [open, setOpen] = useState<string | null>(null)
  return (
    <div className="stack-l">
      <VoucherForm onCreated={setOpen} />
      {open !== null && (
        <VoucherBatch
          key={open}
          id={open}
          redeem={routeName}
          level={level}
          onClose={() => setOpen(null)}
        />
      )}
      <VoucherBatches level={level} open={open} onOpen={setOpen} />
    </div>
  )
}
