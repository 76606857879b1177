/**
 * Runs one action as soon as the page opens: logging out, or completing a sign-in with another
 * service.
 */

import Type from 'typebox'
import { useEffect, useEffectEvent, useState } from 'react'
import { useAction } from '#engine/react/context.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { Button } from './Button.tsx'
import { Note } from './Note.tsx'
import { Skeletons } from './Skeleton.tsx'

export const Props = Type.Object(
  {
    action: Type.String({
      maxLength: 40,
      description: 'Action of the app; it opens the next page itself.',
    }),
    waiting: Type.Optional(
      Type.String({ 'x-ref': 'text', description: 'Read aloud meanwhile. Default: one moment.' }),
    ),
    failed: Type.Optional(
      Type.String({
        'x-ref': 'text',
        description: 'Shown if it fails, above a button to try again.',
      }),
    ),
  },
  { additionalProperties: false },
)

export const PageAction = defineWidget<typeof Props>(
  'page-action',
  function PageAction({ action, waiting = 'common.loading', failed = 'state.error.title' }) {
    const t = useText()
    const act = useAction<void, unknown>(action)
    const [hasFailed, setFailed] = useState(false)
    const run = () => {
      setFailed(false)
      act().catch(() => setFailed(true))
    }
    const begin = useEffectEvent(run)
    useEffect(() => begin(), [action])
    if (!hasFailed) return <Skeletons looks={['half', 'line']} label={t(waiting)} />
    return (
      <Note look="bad" alert>
        <div className="stack-s">
          <p>{t(failed)}</p>
          <div>
            <Button look="line" small onClick={run}>
              {t('common.tryAgain')}
            </Button>
          </div>
        </div>
      </Note>
    )
  },
)
