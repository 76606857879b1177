/** Makes drafts of what an arm changes, once it is decided what counts where others changed it too. */

import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { ExperimentView, ShipConflict } from '#engine/contract/experimentshapes.ts'
import { useHref } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { Decision } from '#admin/editor/Decision.tsx'
import type { Side } from '#admin/editor/merge.ts'
import { ConfirmCall } from '#admin/parts/ConfirmCall.tsx'
import { OF_RELEASES, useRefresh, useRights, type ConsoleResponse } from '#admin/parts/client.ts'
import { Button } from '#widgets/parts/Button.tsx'
import { documentOf, experimentPath, EXPERIMENTS } from './useExperiment.ts'
import { armName } from './words.ts'

export function ShipButton({
  view,
  arm,
  isHarmful,
}: {
  view: ExperimentView
  arm: string
  /** Then it may be used, but isn't what should be done next. */ isHarmful: boolean
}) {
  const t = useText()
  const rights = useRights()
  const [asked, setAsked] = useState(false)
  if (!rights.experiments || view.state === 'planned') return null
  return (
    <>
      <Button look={isHarmful ? 'line' : 'step'} onClick={() => setAsked(true)}>
        {documentOf(view).arms.length > 2
          ? t('console.experiments.step.shipOf', { arm: armName(documentOf(view), arm, t) })
          : t('console.experiments.step.ship')}
      </Button>
      {asked && (
        <ShipDialog view={view} arm={arm} isHarmful={isHarmful} onClose={() => setAsked(false)} />
      )}
    </>
  )
}

const keyOf = ({ document, at }: ShipConflict) => `${document}#${at}`

function ShipDialog({
  view,
  arm,
  isHarmful,
  onClose,
}: {
  view: ExperimentView
  arm: string
  isHarmful: boolean
  onClose: () => void
}) {
  const t = useText()
  const href = useHref()
  const go = useNavigate()
  const refresh = useRefresh()
  const [conflicts, setConflicts] = useState<readonly ShipConflict[]>([])
  const [choices, setChoices] = useState<Readonly<Record<string, Side>>>({})
  const open = conflicts.filter((each) => choices[keyOf(each)] === undefined).length
  // Nothing has been written: the places are asked about, and it is sent again.
  const refused = ({ value }: ConsoleResponse) => {
    const found = conflictsIn(value)
    if (found === null) return undefined
    setConflicts(found)
    return <></>
  }
  return (
    <ConfirmCall
      call={{
        path: `${experimentPath(view.id)}/ship`,
        method: 'POST',
        body: { arm, ...(conflicts.length > 0 && { choices }) },
      }}
      look="main"
      title={t('console.experiments.ask.ship', { arm: armName(documentOf(view), arm, t) })}
      text={t(
        `console.experiments.ask.${conflicts.length > 0 ? 'shipConflicts' : isHarmful ? 'shipHarm' : 'shipText'}`,
      )}
      button={t('console.experiments.step.ship')}
      missing={open > 0 ? t('console.merge.open', { count: open }) : null}
      refused={refused}
      onClose={onClose}
      onDone={() => {
        refresh(EXPERIMENTS, ...OF_RELEASES)
        onClose()
        void go(href('consolePublish'))
      }}
    >
      {conflicts.map((conflict) => (
        <Decision
          key={keyOf(conflict)}
          document={conflict.document}
          at={conflict.at}
          before={conflict.baseOld}
          isBeforeKnown={'baseOld' in conflict}
          theirs={conflict.baseNew}
          mine={conflict.mine}
          words={{
            mine: t('console.experiments.ask.shipMine'),
            theirs: t('console.experiments.ask.shipTheirs'),
          }}
          choice={choices[keyOf(conflict)] ?? null}
          onChoose={(side) => setChoices({ ...choices, [keyOf(conflict)]: side })}
        />
      ))}
    </ConfirmCall>
  )
}

function conflictsIn(value: unknown): readonly ShipConflict[] | null {
  const { code, conflicts } = (value ?? {}) as {
    code?: string
    conflicts?: readonly ShipConflict[]
  }
  return code === 'experiment/conflicts' && conflicts !== undefined ? conflicts : null
}
