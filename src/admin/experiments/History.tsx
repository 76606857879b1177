/** What happened to an experiment, and what people noted. */

import { useState } from 'react'
import type { ExperimentEntry, ExperimentView } from '#engine/contract/experimentshapes.ts'
import { useScope } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import {
  isDone,
  refusalOf,
  useConsole,
  useRefresh,
  useRights,
  useTitleOf,
} from '#admin/parts/client.ts'
import { LongField } from '#admin/parts/Field.tsx'
import { whenOf } from '#admin/parts/when.ts'
import { Panel } from './Panel.tsx'
import { documentOf, experimentPath } from './useExperiment.ts'
import { armName } from './words.ts'
import css from './Experiments.module.css'

/** Members that name metrics. */
const METRICS: ReadonlySet<string> = new Set(['primary', 'further', 'guardrails'])

export function History({ view }: { view: ExperimentView }) {
  const t = useText()
  const rights = useRights()
  return (
    <Panel title={t('console.experiments.history.title')}>
      {rights.experiments && <AddNote id={view.id} />}
      {view.history.length === 0 ? (
        <p className="mute">{t('console.experiments.history.none')}</p>
      ) : (
        <ol className={css['history']}>
          {view.history.map((entry) => (
            <Entry key={`${entry.at} ${entry.action}`} entry={entry} view={view} />
          ))}
        </ol>
      )}
    </Panel>
  )
}

function Entry({ entry, view }: { entry: ExperimentEntry; view: ExperimentView }) {
  const t = useText()
  const { language } = useScope()
  const { at, by, action, text, arm, newPhase, release, changed = [] } = entry
  const name = arm === undefined ? '' : armName(documentOf(view), arm, t)
  const isOwn = action === 'harm' || action === 'lost' || action === 'split'
  return (
    <li data-look={action}>
      <span>
        <b>{t(`console.experiments.history.${action}`, { arm: name })}</b>
        {newPhase === true && <> {t('console.experiments.history.newPhase')}</>}
      </span>
      {text !== undefined && text !== '' && <span>{text}</span>}
      {changed.map((each) => (
        <Change key={each.member} of={each} />
      ))}
      <span className="small mute">
        <time dateTime={at}>{whenOf(at, language)}</time>
        {release !== undefined && `, ${t('console.releases.number', { number: release })}`}
        {', '}
        {isOwn ? t('console.experiments.history.itself') : (by ?? t('console.hasLeft'))}
      </span>
    </li>
  )
}

/** One member, with what it said before and says now. */
function Change({
  of: { member, was, is },
}: {
  of: NonNullable<ExperimentEntry['changed']>[number]
}) {
  const t = useText()
  const titleOf = useTitleOf()
  const say = (value: string | undefined) =>
    value === undefined
      ? t('console.experiments.history.nothing')
      : METRICS.has(member)
        ? value
            .split(', ')
            .map((id) => titleOf(`metric/${id}`))
            .join(', ')
        : value
  const isSaid = was !== undefined || is !== undefined
  return (
    <span className="small">
      <b>{t(`console.form.member.${member}`)}</b>
      {isSaid && (
        <>
          {': '}
          <s>{say(was)}</s> → {say(is)}
        </>
      )}
    </span>
  )
}

function AddNote({ id }: { id: string }) {
  const t = useText()
  const call = useConsole()
  const refresh = useRefresh()
  const [text, setText] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const save = async () => {
    setBusy(true)
    setProblem(null)
    try {
      const response = await call({
        path: `${experimentPath(id)}/notes`,
        method: 'POST',
        body: { text: text.trim() },
      })
      if (!isDone(response)) return setProblem(refusalOf(response).message)
      setText('')
      refresh(experimentPath(id))
    } catch {
      setProblem(t('console.failed'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={`stack-s ${css['acts']}`}>
      <LongField
        label={t('console.experiments.history.write')}
        rows={2}
        maxLength={1000}
        value={text}
        onChange={setText}
      />
      {problem !== null && (
        <Note look="bad" alert>
          {problem}
        </Note>
      )}
      <Button
        small
        look="line"
        busy={busy}
        disabled={text.trim() === ''}
        onClick={() => void save()}
      >
        {t('console.experiments.history.save')}
      </Button>
    </div>
  )
}
