/**
 * Vouchers on A4 paper, 21 on a sheet, to be cut apart: a code to type, and a QR code that opens
 * the page with the code filled in. Drawn only on paper.
 */

import { useMemo } from 'react'
import { useRenderContext, useScope } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { squareOf } from '#widgets/parts/qr.ts'
import css from './VoucherSheet.module.css'

type Props = {
  codes: readonly { readonly code: string }[]
  /** Its name. */ plan: string
  /** Of the page where a code is entered, with scheme and host. */ address: string
  expires: string | null
}

export function VoucherSheet({ codes, plan, address, expires }: Props) {
  const t = useText()
  const { scope } = useRenderContext()
  const { language } = useScope()
  const until =
    expires === null
      ? null
      : new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
          dateStyle: 'long',
        }).format(new Date(expires))
  return (
    <div className={css['sheet']}>
      {codes.map(({ code }) => (
        <div key={code} className={css['voucher']}>
          <Square text={`${address}?code=${encodeURIComponent(code)}`} />
          <div>
            <p className={css['app']}>{scope.config.appName}</p>
            <p>{plan}</p>
            <p className={css['code']}>{code}</p>
            <p className={css['small']}>{address.replace(/^https?:\/\//, '')}</p>
            {until !== null && (
              <p className={css['small']}>{t('console.vouchers.validUntil', { when: until })}</p>
            )}
          </div>
        </div>
      ))}
    </div>
  )
}

function Square({ text }: { text: string }) {
  const { size, path } = useMemo(() => squareOf(text), [text])
  return (
    <svg className={css['square']} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={text}>
      <path d={path} />
    </svg>
  )
}
