/** Starting, pausing and ending; each says what happens before it does. */

import { useState } from 'react'
import type { ExperimentView } from '#engine/contract/experimentshapes.ts'
import { useHref } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { Button, ButtonLink, type ButtonLook } from '#widgets/parts/Button.tsx'
import { OF_RELEASES, useApprovals, useRefresh, useRights } from '#admin/parts/client.ts'
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
  const href = useHref()
  const [asked, setAsked] = useState<Step | null>(null)
  const approvals = useApprovals().value
  if (!rights.experiments) return null
  // It can't continue before it fits again.
  const isLost = view.lost.length > 0
  const request = approvals?.items.find(
    ({ state, documents }) => state === 'asked' && documents.includes(`experiment/${view.id}`),
  )
  const isSeen = (step: Step) => step === 'start' || step === 'resume'
  return (
    <>
      {/* What has ended stays as it was counted. */}
      {view.state !== 'ended' && (
        <Button small look={isLost ? 'main' : 'line'} onClick={onChange}>
          {t('console.experiments.step.change')}
        </Button>
      )}
      {request !== undefined && (
        <ButtonLink small look="line" to={href('consolePublish', {}, { request: request.id })}>
          {t('console.experiments.step.asked')}
        </ButtonLink>
      )}
      {STEPS[view.state]
        .filter((step) => request === undefined || !isSeen(step))
        .map((step) => (
          <Button
            key={step}
            small
            look={
              isLost || (step === 'start' && view.plan.decidable === false) ? 'line' : LOOK[step]
            }
            onClick={() => setAsked(step)}
          >
            {t(`console.experiments.step.${isSeen(step) && approvals?.needed ? 'ask' : step}`)}
          </Button>
        ))}
      {asked !== null && (
        <StepDialog
          view={view}
          step={asked}
          isAsking={isSeen(asked) && approvals?.needed === true}
          onClose={() => setAsked(null)}
        />
      )}
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
  isAsking,
  onClose,
}: {
  view: ExperimentView
  step: Step
  /** A second person has to approve it. */
  isAsking: boolean
  onClose: () => void
}) {
  const t = useText()
  const refresh = useRefresh()
  const [message, setMessage] = useState('')
  const text = message.trim()
  const called = step === 'resume' ? 'start' : step === 'drop' ? 'end' : step
  const call = isAsking ? 'ask' : called
  return (
    <ConfirmCall
      call={{
        path: `${experimentPath(view.id)}/${call}`,
        method: 'POST',
        body: text === '' ? {} : { message: text },
      }}
      look={call === 'end' ? 'danger' : 'main'}
      title={t(`console.experiments.ask.${step}`, { title: documentOf(view).title })}
      text={t(`console.experiments.ask.${isAsking ? 'approvalText' : saidOf(view, step)}`)}
      button={t(`console.experiments.step.${isAsking ? 'ask' : step}`)}
      refused={explained}
      onClose={onClose}
      onDone={() => {
        refresh(EXPERIMENTS, ...OF_RELEASES)
        onClose()
      }}
    >
      <TextField
        label={t(isAsking ? 'console.experiments.ask.approvalWhy' : 'console.experiments.ask.why')}
        hint={t(isAsking ? 'console.approval.messageHint' : 'console.experiments.ask.whyHint')}
        maxLength={400}
        value={message}
        onChange={setMessage}
      />
    </ConfirmCall>
  )
}
