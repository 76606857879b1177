/** Why an experiment can't be made, changed or started: in words, and where. */

import type { ReactNode } from 'react'
import type { Problem } from '#engine/contract/problems.ts'
import { useText } from '#engine/react/text.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import { isDone, refusalOf, useTitles, type ConsoleResponse } from '#admin/parts/client.ts'
import { usePlace } from '#admin/parts/usePlace.ts'

export type Refusal = { readonly message: string; readonly problems: readonly Problem[] }

const MAX_SHOWN = 5
/** Codes that the texts explain; of any other, the check's own sentence is shown. */
const EXPLAINED = [
  'overlap',
  'too-many',
  'locked',
  'fixed-kind',
  'no-change',
  'cannot-apply',
  'outside-scope',
  'no-place',
  'weights',
  'same-arm',
  'namespace',
  'unknown-metric',
  'id',
] as const

export function refusedOf(response: ConsoleResponse): Refusal {
  const { problems = [] } = (response.value ?? {}) as { problems?: readonly Problem[] }
  return {
    message: isDone(response) ? '' : refusalOf(response).message,
    problems: problems.filter(({ severity }) => severity === 'error'),
  }
}

/** For dialogs that send a step. */
export function explained(response: ConsoleResponse): ReactNode {
  return <Refused refusal={refusedOf(response)} />
}

export function Refused({ refusal: { message, problems } }: { refusal: Refusal }) {
  const t = useText()
  return (
    <Note look="bad" alert>
      <div className="stack-s">
        <p>{problems.length === 0 ? message : t('console.experiments.refused.lead')}</p>
        {problems.length > 0 && (
          <ul className="stack-s">
            {problems.slice(0, MAX_SHOWN).map((each, at) => (
              <li key={at}>
                <Said problem={each} />
              </li>
            ))}
          </ul>
        )}
        {problems.length > MAX_SHOWN && (
          <p>{t('console.experiments.refused.more', { count: problems.length - MAX_SHOWN })}</p>
        )}
      </div>
    </Note>
  )
}

function Said({ problem: { code, document, pointer, message } }: { problem: Problem }) {
  const t = useText()
  const titles = useTitles()
  const placeOf = usePlace()
  const known = EXPLAINED.find((each) => code === `experiment/${each}`)
  const place = [
    document.startsWith('experiment/') ? '' : (titles[document] ?? document),
    placeOf(pointer),
  ]
  const where = place.filter((each) => each !== '').join(' › ')
  return (
    <>
      {known !== undefined && <b>{t(`console.experiments.refused.${known}`)} </b>}
      <span className={known === undefined ? undefined : 'small'}>
        {message.charAt(0).toUpperCase() + message.slice(1)}
      </span>
      {where !== '' && <span className="small mute"> {where}</span>}
    </>
  )
}
