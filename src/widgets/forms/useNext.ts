/** After its action, a form leads where its document says. */

import { useAction, useHref } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { leadsOn, type Next } from './nextProps.ts'

/** Nothing if the page stays. */
export function useNext(next: Next | undefined): () => Promise<void> {
  const t = useText()
  const href = useHref()
  const go = useAction<{ to: string; said: string }>('go')
  return async () => {
    if (leadsOn(next))
      await go({ to: href(next.routeName), said: next.said === undefined ? '' : t(next.said) })
  }
}
