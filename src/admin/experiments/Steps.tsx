/** Starting, pausing and ending; each says what happens before it does. */

import { useState } from 'react'
import type { ExperimentView } from '#engine/contract/experimentshapes.ts'
import { useText } from '#engine/react/text.tsx'
import { Button, type ButtonLook } from '#widgets/parts/Button.tsx'
import { OF_RELEASES, useRefresh, useRights } from '#admin/parts/client.ts'
import { ConfirmCall } from '#admin/parts/ConfirmCall.tsx'
import { TextField } from '#admin/parts/Field.tsx'
import { explained } from './Refused.tsx'
import { documentOf, experimentPath, EXPERIMENTS } from './useExperiment.ts'

/** `drop` ends what was never started. */
type Step = 'start' | 'resume' | 'pause' | 'end' | 'drop'
const STEPS: Readonly<Record<ExperimentView['state'], readonly Step[]>> = {
  planned: ['start', 'drop'],
  running: ['pause', 'end'],
  paused: ['resume', 'end'],
  ended: [],
}
const LOOK: Readonly<Record<Step, ButtonLook>> = {
  start: 'main',
  resume: 'main',
  pause: 'line',
  end: 'line',
  drop: 'line',
}

export function Steps({ view, onChange }: { view: ExperimentView; onChange: () => void }) {
  const t = useText()
  const rights = useRights()
  const [asked, setAsked] = useState<Step | null>(null)
  if (!rights.experiments) return null
  // It can't continue before it fits again.
  const isLost = view.lost.length > 0
  return (
    <>
      {/* What has ended stays as it was counted. */}
      {view.state !== 'ended' && (
        <Button small look={isLost ? 'main' : 'line'} onClick={onChange}>
          {t('console.experiments.step.change')}
        </Button>
      )}
      {STEPS[view.state].map((step) => (
        <Button
          key={step}
          small
          look={isLost || (step === 'start' && view.plan.decidable === false) ? 'line' : LOOK[step]}
          onClick={() => setAsked(step)}
        >
          {t(`console.experiments.step.${step}`)}
        </Button>
      ))}
      {asked !== null && <StepDialog view={view} step={asked} onClose={() => setAsked(null)} />}
    </>
  )
}

/** What the step does, as it is with this experiment. */
function saidOf({ plan, lost }: ExperimentView, step: Step): string {
  if (step === 'start' && plan.decidable === false) return 'startAnyway'
  const isMoved = lost.length > 0 && lost.every(({ code }) => code === 'base-changed')
  return step === 'resume' && isMoved ? 'resumeMovedText' : `${step}Text`
}

function StepDialog({
  view,
  step,
  onClose,
}: {
  view: ExperimentView
  step: Step
  onClose: () => void
}) {
  const t = useText()
  const refresh = useRefresh()
  const [message, setMessage] = useState('')
  const text = message.trim()
  const call = step === 'resume' ? 'start' : step === 'drop' ? 'end' : step
  return (
    <ConfirmCall
      call={{
        path: `${experimentPath(view.id)}/${call}`,
        method: 'POST',
        body: text === '' ? {} : { message: text },
      }}
      look={call === 'end' ? 'danger' : 'main'}
      title={t(`console.experiments.ask.${step}`, { title: documentOf(view).title })}
      text={t(`console.experiments.ask.${saidOf(view, step)}`)}
      button={t(`console.experiments.step.${step}`)}
      refused={explained}
      onClose={onClose}
      onDone={() => {
        refresh(EXPERIMENTS, ...OF_RELEASES)
        onClose()
      }}
    >
      <TextField
        label={t('console.experiments.ask.why')}
        hint={t('console.experiments.ask.whyHint')}
        maxLength={400}
        value={message}
        onChange={setMessage}
      />
    </ConfirmCall>
  )
}
