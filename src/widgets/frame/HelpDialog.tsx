/** Questions and answers of a help page, 550 px wide at most (spec 2 and 9). */

import type { DataState } from '#engine/react/registry.ts'
import { Rich, useText } from '#engine/react/text.tsx'
import { Dialog } from '#widgets/parts/Dialog.tsx'
import { Fold } from '#widgets/parts/Fold.tsx'
import { NotReady } from '#widgets/parts/NotReady.tsx'

/** Already in the requested language; not text keys. */
export type HelpBlock = { readonly question: string; readonly answer: string }

export function HelpDialog({
  open,
  onClose,
  blocks,
}: {
  open: boolean
  onClose: () => void
  blocks: DataState<readonly HelpBlock[]>
}) {
  const t = useText()
  return (
    <Dialog backCloses open={open} onClose={onClose} title={t('frame.help')}>
      {blocks.status !== 'ready' ? (
        <NotReady state={blocks} looks={['line', 'line', 'line', 'half']} />
      ) : blocks.value.length === 0 ? (
        <p className="mute">{t('frame.noHelp')}</p>
      ) : (
        blocks.value.map(({ question, answer }) => (
          <Fold key={question} title={question}>
            <Rich>{answer}</Rich>
          </Fold>
        ))
      )}
    </Dialog>
  )
}
