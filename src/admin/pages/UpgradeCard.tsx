/**
 * A newer version of the product is available: resolve the conflicts here, then the tenant is
 * upgraded.
 */

import { useState } from 'react'
import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { Card } from '#widgets/parts/Card.tsx'
import { below, Heading, type Level } from '#widgets/parts/Heading.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import {
  isDone,
  OF_RELEASES,
  refusalOf,
  useConsole,
  useRefresh,
  useRights,
  useUpgrade,
} from '#admin/parts/client.ts'
import { Decision } from '#admin/editor/Decision.tsx'
import type { Side } from '#admin/editor/merge.ts'

export function UpgradeCard({ level }: { level: Level }) {
  const t = useText()
  const call = useConsole()
  const refresh = useRefresh()
  const rights = useRights()
  const { value: upgrade } = useUpgrade()
  const [choices, setChoices] = useState<Readonly<Record<string, Side>>>({})
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  if (upgrade === undefined || upgrade.state === 'current') return null
  const keyOf = ({ document, at }: (typeof upgrade.conflicts)[number]) => `${document}#${at}`
  const open = upgrade.conflicts.filter((conflict) => choices[keyOf(conflict)] === undefined).length
  const move = async () => {
    setBusy(true)
    setRefused(null)
    try {
      const response = await call({ path: 'admin/upgrade', method: 'POST', body: { choices } })
      if (!isDone(response)) setRefused(refusalOf(response).message)
      refresh(...OF_RELEASES)
    } catch {
      setRefused(t('console.failed'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Card look="locked">
      <div className="stack">
        <Heading level={below(level)}>{t('console.upgrade.title')}</Heading>
        <p className="mute">
          {t(
            upgrade.conflicts.length === 0 ? 'console.upgrade.ready' : 'console.upgrade.conflicts',
            { count: upgrade.conflicts.length },
          )}
        </p>
        {upgrade.conflicts.map((conflict) => {
          const key = keyOf(conflict)
          return (
            <Decision
              key={key}
              document={conflict.document}
              at={conflict.at}
              before={conflict.baseOld}
              theirs={conflict.baseNew}
              mine={conflict.mine}
              words={{ mine: t('console.upgrade.mine'), theirs: t('console.upgrade.theirs') }}
              choice={choices[key] ?? null}
              onChoose={(side) => setChoices({ ...choices, [key]: side })}
            />
          )
        })}
        {refused !== null && (
          <Note look="bad" alert>
            {refused}
          </Note>
        )}
        {rights.publish && (
          <Button look="line" busy={busy} disabled={open > 0} onClick={() => void move()}>
            {open > 0 ? t('console.merge.open', { count: open }) : t('console.upgrade.button')}
          </Button>
        )}
      </div>
    </Card>
  )
}
