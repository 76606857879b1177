/**
 * Another editor has saved the same document: shows both edits side by side and asks about each
 * conflict.
 */

import { useMemo, useState } from 'react'
import type { Schema } from '#engine/documents/inspect.ts'
import type { Json } from '#engine/documents/json.ts'
import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { Dialog } from '#widgets/parts/Dialog.tsx'
import { useWidgets } from '#admin/parts/client.ts'
import { DifferenceView } from '../diff/DifferenceView.tsx'
import { Decision } from './Decision.tsx'
import type { Stale } from './autosave.ts'
import { prepareMerge, type Side } from './merge.ts'

const NONE = {}

type Props = {
  name: string
  schema: Schema
  stale: Stale
  onDecide: (document: Json | null) => void
  /** Later: nothing is saved until then. */ onClose: () => void
}

export function MergeDialog({ name, schema, stale, onDecide, onClose }: Props) {
  const t = useText()
  const widgets = useWidgets().value ?? NONE
  const merging = useMemo(
    () => prepareMerge(name, schema, stale, widgets),
    [name, schema, stale, widgets],
  )
  const [choices, setChoices] = useState<readonly (Side | null)[]>(() =>
    merging.conflicts.map(() => null),
  )
  const open = choices.filter((choice) => choice === null).length
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('console.merge.title')}
      hint={t(merging.conflicts.length === 0 ? 'console.merge.easy' : 'console.merge.text')}
    >
      <div className="stack">
        <section aria-label={t('console.merge.theirs')}>
          <h3>{t('console.merge.theirs')}</h3>
          <DifferenceView changes={[merging.theirs]} />
        </section>
        <section aria-label={t('console.merge.mine')}>
          <h3>{t('console.merge.mine')}</h3>
          <DifferenceView changes={[merging.mine]} />
        </section>
        {merging.conflicts.map((conflict, index) => (
          <Decision
            key={`${conflict.code} ${conflict.at} ${conflict.op.op}`}
            at={conflict.at}
            before={conflict.baseOld}
            theirs={conflict.baseNew}
            mine={conflict.mine}
            words={{ mine: t('console.merge.keepMine'), theirs: t('console.merge.keepTheirs') }}
            choice={choices[index] ?? null}
            onChoose={(side) =>
              setChoices(choices.map((each, other) => (other === index ? side : each)))
            }
          />
        ))}
        <Button
          disabled={open > 0}
          onClick={() => onDecide(merging.put(choices.map((choice) => choice ?? 'mine')))}
        >
          {open > 0 ? t('console.merge.open', { count: open }) : t('console.merge.button')}
        </Button>
      </div>
    </Dialog>
  )
}
