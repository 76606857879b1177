/** Everything stored about the user, as a file; and deleting the account (reliability.md 6). */

import { useEffect, useRef, useState } from 'react'
import Type from 'typebox'
import { useAction } from '#engine/react/context.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText, type TextRef } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { Card } from '#widgets/parts/Card.tsx'
import { Dialog } from '#widgets/parts/Dialog.tsx'
import { Heading, inCard } from '#widgets/parts/Heading.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import { saveFile } from '#widgets/parts/savefile.ts'
import { readProblem } from '#widgets/forms/simpleform.ts'
import css from './OwnData.module.css'

export const Props = Type.Object(
  { title: Type.String({ 'x-ref': 'text' }), text: Type.String({ 'x-ref': 'text' }) },
  { additionalProperties: false },
)

/** Runs one action at a time, and keeps its error message. */
function useTry() {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<readonly TextRef[]>([])
  const run = async (work: () => Promise<unknown>) => {
    setProblem([])
    setBusy(true)
    try {
      await work()
    } catch (error) {
      setProblem(readProblem(error, []).texts)
    }
    setBusy(false)
  }
  return { busy, problem, run }
}

export const OwnData = defineWidget<typeof Props>(
  'own-data',
  function OwnData({ title, text, id, level }) {
    const t = useText()
    const load = useAction<void, { name: string; file: Blob }>('account.export')
    const { busy, problem, run } = useTry()
    const [leaving, setLeaving] = useState(false)
    const keep = () =>
      run(async () => {
        const { name, file } = await load()
        saveFile(name, file)
      })
    return (
      <Card labelledBy={`${id}-title`}>
        <div className="stack">
          <Heading level={inCard(level)} id={`${id}-title`}>
            {t(title)}
          </Heading>
          <p className="mute">{t(text)}</p>
          <Problem texts={problem} />
          <div className={css['ways']}>
            <Button
              look="line"
              busy={busy}
              icon={<Icon name="download" size="s" />}
              onClick={() => void keep()}
            >
              {t('ownData.export')}
            </Button>
            <Button look="text" onClick={() => setLeaving(true)}>
              {t('ownData.erase')}
            </Button>
          </div>
        </div>
        <Dialog open={leaving} onClose={() => setLeaving(false)} title={t('ownData.sure')}>
          <Erasing id={id} onStay={() => setLeaving(false)} />
        </Dialog>
      </Card>
    )
  },
)

/** Remounted whenever the dialog opens, so that the box is never still ticked. */
function Erasing({ id, onStay }: { id: string; onStay: () => void }) {
  const t = useText()
  const erase = useAction<void, void>('account.erase')
  const { busy, problem, run } = useTry()
  const [known, setKnown] = useState(false)
  return (
    <div className="stack">
      <p>{t('ownData.lost')}</p>
      <label className={css['tick']} htmlFor={`${id}-known`}>
        <input
          id={`${id}-known`}
          type="checkbox"
          checked={known}
          onChange={(event) => setKnown(event.target.checked)}
        />
        <span>{t('ownData.known')}</span>
      </label>
      <Problem texts={problem} />
      <div className={css['buttons']}>
        <Button onClick={onStay}>{t('ownData.stay')}</Button>
        <Button look="danger" disabled={!known} busy={busy} onClick={() => void run(erase)}>
          {t('ownData.go')}
        </Button>
      </div>
    </div>
  )
}

function Problem({ texts }: { texts: readonly TextRef[] }) {
  const t = useText()
  const note = useRef<HTMLDivElement>(null)
  useEffect(() => note.current?.focus(), [texts])
  if (texts.length === 0) return null
  return (
    <Note look="bad" alert ref={note}>
      {texts.map((text) => t(text)).join(' ')}
    </Note>
  )
}
