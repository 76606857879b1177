/** Whether a second person approves what is published. Changing that is a draft like any other. */

import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useHref } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { Card } from '#widgets/parts/Card.tsx'
import { below, Heading, type Level } from '#widgets/parts/Heading.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import {
  documentPath,
  isDone,
  OF_DRAFTS,
  refusalOf,
  useApprovals,
  useConsole,
  useRefresh,
  useRights,
} from '#admin/parts/client.ts'
import { splitName } from '#admin/parts/kinds.ts'

const PATH = ['documents', 'drafts'] as const

export function SecondPerson({ level }: { level: Level }) {
  const t = useText()
  const href = useHref()
  const go = useNavigate()
  const call = useConsole()
  const refresh = useRefresh()
  const rights = useRights()
  const { value } = useApprovals()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  if (value === undefined || !rights.publish) return null
  const { needed, alone, setting } = value

  const change = async () => {
    setBusy(true)
    setProblem(null)
    try {
      const [read, write] = PATH.map((what) => documentPath(what, ...splitName(setting)))
      const seen = await call({ path: read! })
      const { effective } = (seen.value ?? {}) as { effective?: Record<string, unknown> | null }
      if (!isDone(seen) || !effective) return setProblem(refusalOf(seen).message)
      const { approval: _before, ...others } = effective
      const saved = await call({
        path: write!,
        method: 'PUT',
        body: { document: needed ? others : { ...others, approval: true } },
        ...(seen.etag !== null && { ifMatch: seen.etag }),
      })
      refresh(...OF_DRAFTS)
      if (!isDone(saved)) return setProblem(refusalOf(saved).message)
      void go(href('consolePublish'))
    } catch {
      setProblem(t('console.failed'))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Card labelledBy="second-person">
      <div className="stack-s">
        <Heading level={below(level)} id="second-person">
          {t('console.approval.setting')}
        </Heading>
        <p className="mute narrow">
          {t(needed ? 'console.approval.isOn' : 'console.approval.isOff')}
        </p>
        {!needed && alone && <p className="mute narrow">{t('console.approval.alone')}</p>}
        {problem !== null && (
          <Note look="bad" alert>
            {problem}
          </Note>
        )}
        <p>
          <Button look="line" small busy={busy} onClick={() => void change()}>
            {t(needed ? 'console.approval.turnOff' : 'console.approval.turnOn')}
          </Button>
        </p>
      </div>
    </Card>
  )
}
