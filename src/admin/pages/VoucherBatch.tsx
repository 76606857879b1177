/** One batch of vouchers: to print, to save as a file, and to withdraw. */

import { useState } from 'react'
import { createPortal } from 'react-dom'
import { csvLine } from '#engine/contract/csv.ts'
import type { VoucherBatchView } from '#engine/contract/vouchers.ts'
import { useHref, useRenderContext, useScope } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { Card } from '#widgets/parts/Card.tsx'
import { below, Heading, type Level } from '#widgets/parts/Heading.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import { saveFile } from '#widgets/parts/savefile.ts'
import { useRead, useRefresh } from '#admin/parts/client.ts'
import { ConfirmCall } from '#admin/parts/ConfirmCall.tsx'
import { Pending } from '#admin/parts/Pending.tsx'
import { whenOf } from '#admin/parts/when.ts'
import { VoucherSheet } from './VoucherSheet.tsx'
import { stateOf } from './VoucherBatches.tsx'
import css from './Vouchers.module.css'

type Props = {
  id: string
  /** Route where a code is entered. */ redeem: string
  level: Level
  onClose: () => void
}

export function VoucherBatch({ id, redeem, level, onClose }: Props) {
  const t = useText()
  const read = useRead<VoucherBatchView>(`admin/vouchers/${id}`)
  return (
    <Card>
      <div className="stack">
        <div className="row wraps">
          <Heading level={level}>{t('console.vouchers.batch')}</Heading>
          <Button look="text" small onClick={onClose}>
            {t('console.vouchers.close')}
          </Button>
        </div>
        <Pending read={read}>
          {(batch) => <Opened batch={batch} redeem={redeem} level={below(level)} />}
        </Pending>
      </div>
    </Card>
  )
}

function Opened({
  batch,
  redeem,
  level,
}: {
  batch: VoucherBatchView
  redeem: string
  level: Level
}) {
  const t = useText()
  const { language } = useScope()
  const { catalog } = useRenderContext()
  const address = `${location.origin}${useHref()(redeem)}`
  const plan = t(catalog.plans.find(({ id }) => id === batch.plan)?.label ?? batch.plan)
  const name = `vouchers-${batch.plan}-${batch.created.slice(0, 10)}`
  return (
    <>
      <p>
        {[plan, batch.note, stateOf(batch, t, language)].filter((each) => each !== '').join(' · ')}
      </p>
      <div className="row wraps">
        {batch.withdrawn === null && (
          <Button look="main" small onClick={() => window.print()}>
            {t('console.vouchers.print')}
          </Button>
        )}
        <Button
          look="line"
          small
          icon={<Icon name="download" size="s" />}
          onClick={() =>
            saveFile(`${name}.csv`, new Blob([csvOf(batch)], { type: 'text/csv;charset=utf-8' }))
          }
        >
          {t('console.vouchers.csv')}
        </Button>
        {batch.withdrawn === null && <Withdraw batch={batch} />}
      </div>
      <ul className={css['codes']} aria-label={t('console.vouchers.codes')}>
        {batch.codes.map(({ code, used }) => (
          <li key={code}>
            <code>{code}</code>
            {used > 0 && (
              <span className="small mute"> {t('console.vouchers.used', { count: used })}</span>
            )}
          </li>
        ))}
      </ul>
      <Heading level={level}>{t('console.vouchers.redeemedBy')}</Heading>
      {batch.redemptions.length === 0 ? (
        <p className="mute">{t('console.vouchers.noneRedeemed')}</p>
      ) : (
        <ul className={css['people']}>
          {batch.redemptions.map(({ code, at, by }) => (
            <li key={`${code} ${by}`}>
              {by} <span className="small mute">{whenOf(at, language)}</span>{' '}
              <code className="small">{code}</code>
            </li>
          ))}
        </ul>
      )}
      {createPortal(
        <VoucherSheet
          codes={batch.codes.filter(({ used }) => batch.uses === null || used < batch.uses)}
          plan={plan}
          address={address}
          expires={batch.expires}
        />,
        document.body,
      )}
    </>
  )
}

/** A line for each redemption, and one for each code that nobody has redeemed. */
export function csvOf({ codes, redemptions }: VoucherBatchView): string {
  const head = csvLine(['code', 'used', 'redeemed at', 'redeemed by'])
  const lines = codes.flatMap(({ code, used }) => {
    const own = redemptions.filter((each) => each.code === code)
    return own.length === 0
      ? [csvLine([code, used, null, null])]
      : own.map(({ at, by }) => csvLine([code, used, at, by]))
  })
  return `\uFEFF${head}${lines.join('')}`
}

function Withdraw({ batch }: { batch: VoucherBatchView }) {
  const t = useText()
  const refresh = useRefresh()
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button look="line" small onClick={() => setAsking(true)}>
        {t('console.vouchers.withdraw')}
      </Button>
      {asking && (
        <ConfirmCall
          call={{ path: `admin/vouchers/${batch.id}`, method: 'DELETE' }}
          title={t('console.vouchers.withdrawTitle')}
          text={t('console.vouchers.withdrawText')}
          button={t('console.vouchers.withdrawButton')}
          onClose={() => setAsking(false)}
          onDone={() => {
            setAsking(false)
            refresh('admin/vouchers', 'admin/audit')
          }}
        />
      )}
    </>
  )
}
