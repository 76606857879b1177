/** `v`: waiting (answers wait), practice (the practice page). */

import { FocusFrame } from '#widgets/frame/FocusFrame.tsx'
import { AssessmentIntro } from '#widgets/assessments/AssessmentIntro.tsx'
import { QuizPractice } from '#widgets/assessments/QuizPractice.tsx'
import { assessment } from '../support/journey-samples.ts'
import { Draw, Stage, variant } from '../support/journey.tsx'

const document = assessment('sample', 'faces', 5)
const points = [
  'Go with your first feeling.',
  'Ask: would I <b>like doing</b> it? Leave out pay and school marks.',
  'Stop any time. Every answer saves straight away, even offline.',
]

export default function Story() {
  return (
    <Stage
      documents={[document]}
      actions={{
        'attempt.peek': async () => (variant === 'waiting' ? { answered: 23, total: 60 } : null),
      }}
    >
      <FocusFrame
        title="Worker type"
        brand={{ appName: 'Tsela' }}
        closeHref="/"
        closeLabel="Back"
        userMenu={null}
      >
        {variant === 'practice' ? (
          <Draw
            widget={QuizPractice}
            props={{ assessment: 'sample', quizRoute: 'hollandCodeQuizPage' }}
          />
        ) : (
          <Draw
            widget={AssessmentIntro}
            props={{
              assessment: 'sample',
              title: 'What kind of work do you like?',
              points,
              practiceRoute: 'hollandCodePracticePage',
              quizRoute: 'hollandCodeQuizPage',
            }}
          />
        )}
      </FocusFrame>
    </Stage>
  )
}
