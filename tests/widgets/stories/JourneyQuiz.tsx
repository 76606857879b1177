/**
 * `v`: first, offline, seven, six, long, sevenlong, memory, refused, back, opening, cannot, failed,
 * waiting, done, notsent, six.
 */

import { useState } from 'react'
import { FocusFrame } from '#widgets/frame/FocusFrame.tsx'
import { Quiz } from '#widgets/assessments/Quiz.tsx'
import { assessment, longLines } from '../support/journey-samples.ts'
import { Draw, session, Stage, variant } from '../support/journey.tsx'

const stones = { six: 6, seven: 7, sevenlong: 7, fivestones: 5 }[variant]
const document = assessment(
  'sample',
  stones ? 'stones' : 'faces',
  stones ?? 5,
  variant.includes('long') ? longLines : undefined,
)
const offline =
  variant === 'offline' ||
  variant === 'long' ||
  variant === 'sevenlong' ||
  variant === 'seven' ||
  variant === 'waiting'
const answered =
  variant === 'first'
    ? 0
    : variant === 'almost'
      ? 59
      : ['waiting', 'done', 'notsent', 'sending'].includes(variant)
        ? 60
        : 24

export default function Story() {
  const [quiz] = useState(() =>
    session(
      document,
      answered,
      {
        online: !offline,
        saved: variant === 'memory' ? 'memory' : offline ? 'phone' : 'sent',
        refused: variant === 'refused' ? 2 : 0,
      },
      async () => {
        if (variant === 'notsent')
          throw {
            code: 'server/down',
            message: 'We cannot store this right now. Please try again in a minute.',
          }
        if (variant === 'sending') return new Promise(() => {})
        return variant === 'waiting' ? 'waiting' : 'done'
      },
    ),
  )
  const open = async () => {
    if (variant === 'opening') return new Promise(() => {})
    if (variant === 'cannot') throw new TypeError('Failed to fetch')
    if (variant === 'failed')
      throw { code: 'access/stage', message: 'This assessment opens after worker type.' }
    return quiz
  }
  return (
    <Stage documents={[document]} actions={{ 'attempt.open': open }}>
      <FocusFrame
        title="Worker type"
        brand={{ appName: 'Tsela' }}
        closeHref="/"
        closeLabel="Stop and go on later"
        userMenu={null}
      >
        <Draw widget={Quiz} props={{ assessment: 'sample', doneRoute: 'hollandCodeReportPage' }} />
      </FocusFrame>
    </Stage>
  )
}
