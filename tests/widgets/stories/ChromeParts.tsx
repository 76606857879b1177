/** What is above pages. `v`: empty, loading, failed (the help dialog's states). */

import { useState } from 'react'
import type { DataState } from '#engine/react/registry.ts'
import { Button } from '#widgets/parts/Button.tsx'
import { HelpDialog } from '#widgets/frame/HelpDialog.tsx'
import type { HelpTopic } from '#widgets/frame/helpsearch.ts'
import { LoadingBar } from '#widgets/parts/LoadingBar.tsx'
import { OfflineStrip } from '#widgets/frame/OfflineStrip.tsx'
import { PageSkeleton } from '#widgets/parts/PageSkeleton.tsx'
import { PublicFrame } from '#widgets/frame/PublicFrame.tsx'
import { Snackbar } from '#widgets/parts/Snackbar.tsx'
import { brand, languages, ready, Stage, usePublicEntries, variant } from '../support/chrome.tsx'

const BLOCKS: HelpTopic['helpContent'] = [
  {
    question: 'I cannot log in. What now?',
    answer:
      '<p>Check the email and the password.</p><p>You can also <b>choose a new password</b>.</p>',
  },
  {
    question: 'Does it work without signal?',
    answer: 'Yes. What you answer is kept on your phone.',
  },
  {
    question: 'Who sees my answers?',
    answer: '<ul><li>You</li><li>Your school, if you said yes</li></ul>',
  },
]
const TOPICS: HelpTopic[] = [{ slug: 'account', title: 'Your account', helpContent: BLOCKS }]
const STATES: Record<string, DataState> = {
  empty: ready([]),
  loading: { status: 'loading' },
  failed: { status: 'failed', offline: true, retry: () => {} },
}

function Page() {
  const { footer, header } = usePublicEntries()
  const [help, setHelp] = useState(true)
  const [message, setMessage] = useState<string | null>('Your answers were sent. All is safe.')
  return (
    <>
      <OfflineStrip offline />
      <LoadingBar active />
      <PublicFrame
        brand={brand}
        homeHref="/"
        languages={languages}
        language="en"
        onLanguage={() => {}}
        onHelp={() => setHelp(true)}
        entries={header}
        footer={footer}
      >
        <div className="wrap">
          <PageSkeleton />
          <Button onClick={() => setMessage('Again.')}>Say something</Button>
        </div>
      </PublicFrame>
      <HelpDialog
        open={help}
        onClose={() => setHelp(false)}
        topics={(STATES[variant] ?? ready(TOPICS)) as DataState<readonly HelpTopic[]>}
      />
      <Snackbar message={message} onClose={() => setMessage(null)} />
    </>
  )
}

export default function Story() {
  return (
    <Stage routeName="404">
      <Page />
    </Stage>
  )
}
