/** The changes as documents and places, for those who read JSON. */

import type { DocumentChange } from '#engine/contract/admincontract.ts'
import { useText } from '#engine/react/text.tsx'
import { Fold } from '#widgets/parts/Fold.tsx'
import css from './DifferenceView.module.css'

const MAX_SHOWN = 50

export function Stored({ raw }: { raw: readonly DocumentChange[] }) {
  const t = useText()
  if (raw.length === 0) return null
  const lines = raw.flatMap(({ document, state, changes }) =>
    changes.length === 0
      ? [`${document} (${state})`]
      : changes.map(({ op, at, before, after }) =>
          [
            `${document}${at} (${op})`,
            ...(before === undefined ? [] : [`- ${before}`]),
            ...(after === undefined ? [] : [`+ ${after}`]),
          ].join('\n'),
        ),
  )
  return (
    <div className={css['stored']}>
      <Fold title={t('console.things.group.technical')}>
        <pre dir="ltr">{lines.slice(0, MAX_SHOWN).join('\n')}</pre>
      </Fold>
    </div>
  )
}
