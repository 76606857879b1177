/** Voucher codes that unlock a plan: creating them, and what became of those created before. */

import Type from 'typebox'
import { useState } from 'react'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { below } from '#widgets/parts/Heading.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import { useRights } from '#admin/parts/client.ts'
import { PageHead } from '#admin/parts/PageHead.tsx'
import { VoucherBatch } from './VoucherBatch.tsx'
import { VoucherBatches } from './VoucherBatches.tsx'
import { VoucherForm } from './VoucherForm.tsx'

export const Props = Type.Object(
  {
    /** Where a learner enters a code: printed beside it. */
    routeName: Type.String({ 'x-ref': 'route' }),
  },
  { additionalProperties: false, 'x-needs': ['menu', 'access'] },
)

export const Vouchers = defineWidget<typeof Props>(
  'console-vouchers',
  function Vouchers({ routeName, level }) {
    const t = useText()
    const rights = useRights()
    const [open, setOpen] = useState<string | null>(null)
    return (
      <>
        <PageHead
          level={level}
          title={t('console.vouchers.title')}
          text={t('console.vouchers.text')}
        />
        {!rights.vouchers ? (
          <Note>{t('console.vouchers.notYours')}</Note>
        ) : (
          <div className="stack-l">
            <VoucherForm onCreated={setOpen} />
            {open !== null && (
              <VoucherBatch
                key={open}
                id={open}
                redeem={routeName}
                level={below(level)}
                onClose={() => setOpen(null)}
              />
            )}
            <VoucherBatches level={below(level)} open={open} onOpen={setOpen} />
          </div>
        )}
      </>
    )
  },
)
