/** Makes an experiment, or changes one: the question, the versions, and who takes part. */

import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { ExperimentView } from '#engine/contract/experimentshapes.ts'
import type { ExperimentDocument } from '#engine/documents/kinds.ts'
import { isCountedAnew } from '#engine/experiments/arms.ts'
import { useHref } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import { isDone, OF_RELEASES, useConsole, useRefresh } from '#admin/parts/client.ts'
import { LongField } from '#admin/parts/Field.tsx'
import type { FormProps } from './form.ts'
import { FormMetrics, FormQuestion } from './FormQuestion.tsx'
import { FormPeople } from './FormPeople.tsx'
import { FormVersions } from './FormVersions.tsx'
import {
  experimentFrom,
  idFrom,
  missingIn,
  NOTHING,
  wantedFrom,
  type Missing,
  type Wanted,
} from './making.ts'
import { refusedOf, Refused, type Refusal } from './Refused.tsx'
import { documentOf, experimentPath, EXPERIMENTS, useMetric } from './useExperiment.ts'
import { isShare, type Measured } from './words.ts'
import css from './Experiments.module.css'

type Props = {
  /** What is changed, and how what decides is told; without it one is made. */
  of?: { readonly view: ExperimentView; readonly metric: Measured }
  onClose: () => void
}

export function ExperimentForm({ of, onClose }: Props) {
  const t = useText()
  const before = of && documentOf(of.view)
  const [wanted, setWanted] = useState<Wanted>(() =>
    of && before ? wantedFrom(before, isShare(of.metric)) : NOTHING,
  )
  const [message, setMessage] = useState('')
  const [isTried, setTried] = useState(false)
  const metric = useMetric(wanted.metric)
  const { send, busy, refusal } = useSave(of?.view, onClose)
  const missing = isTried ? missingIn(wanted) : []
  const form: FormProps = {
    wanted,
    onChange: (changed) => setWanted((now) => ({ ...now, ...changed })),
    errorOf: (field, version) =>
      missing.some((each) => each.of === field && each.version === version)
        ? t(`console.experiments.make.missing.${field}`)
        : undefined,
  }
  const made = () => experimentFrom(wanted, isShare(metric), before)
  const save = () => {
    setTried(true)
    if (missingIn(wanted).length === 0) void send(made() as unknown as ExperimentDocument, message)
  }
  const isUnderWay = before !== undefined && before.state !== 'planned'
  return (
    <div className="stack">
      <FormQuestion {...form} />
      {wanted.metric !== '' && <FormMetrics {...form} />}
      <FormVersions
        {...form}
        fixed={new Set(isUnderWay ? before.arms.map(({ id }) => id) : undefined)}
      />
      <FormPeople {...form} id={before?.id} />
      {isUnderWay && (
        <Consequences before={before} made={made} isComplete={missingIn(wanted).length === 0} />
      )}
      {before !== undefined && (
        <div className={css['form']}>
          <LongField
            label={t('console.experiments.ask.why')}
            hint={t('console.experiments.ask.whyHint')}
            rows={2}
            maxLength={400}
            value={message}
            onChange={setMessage}
          />
        </div>
      )}
      {missing.length > 0 && <AllMissing missing={missing} />}
      {refusal !== null && <Refused refusal={refusal} />}
      <div className="row wraps">
        <Button busy={busy} onClick={save}>
          {t(`console.experiments.make.${before === undefined ? 'save' : 'saveChange'}`)}
        </Button>
        <Button look="line" onClick={onClose}>
          {t('console.experiments.make.cancel')}
        </Button>
      </div>
      <p className="small mute">
        {t(`console.experiments.make.${isUnderWay ? 'changeText' : 'saveText'}`)}
      </p>
    </div>
  )
}

/** Every sentence once, in the order of the form. */
function AllMissing({ missing }: { missing: readonly Missing[] }) {
  const t = useText()
  return (
    <Note look="bad" alert>
      {[...new Set(missing.map(({ of }) => t(`console.experiments.make.missing.${of}`)))].join(' ')}
    </Note>
  )
}

function noMetric(): undefined {
  return undefined
}

/** What a change does to an experiment that has begun. */
function Consequences({
  before,
  made,
  isComplete,
}: {
  before: ExperimentDocument
  made: () => unknown
  isComplete: boolean
}) {
  const t = useText()
  if (!isComplete) return null
  const next = made() as ExperimentDocument
  // The documents of its metrics are the same before and after.
  return isCountedAnew(before, next, noMetric) ? (
    <Note look="wait">{t('console.experiments.make.newCount')}</Note>
  ) : null
}

function useSave(view: ExperimentView | undefined, onClose: () => void) {
  const t = useText()
  const call = useConsole()
  const href = useHref()
  const go = useNavigate()
  const refresh = useRefresh()
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const send = async (document: ExperimentDocument, said: string) => {
    setBusy(true)
    setRefusal(null)
    const message = said.trim()
    try {
      const response = await call(
        view === undefined
          ? { path: EXPERIMENTS, method: 'POST', body: { document } }
          : {
              path: experimentPath(view.id),
              method: 'PUT',
              body: { document, sha: view.sha, ...(message !== '' && { message }) },
            },
      )
      if (!isDone(response)) return setRefusal(refusedOf(response))
      refresh(EXPERIMENTS, ...OF_RELEASES)
      if (view !== undefined) return onClose()
      void go(href('consoleExperiment', { experiment: idFrom(document.title) }))
    } catch {
      setRefusal({ message: t('console.failed'), problems: [] })
    } finally {
      setBusy(false)
    }
  }
  return { send, busy, refusal }
}
