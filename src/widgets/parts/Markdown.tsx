/**
 * Stands in for `markdown-to-jsx` in the form chunk: the tags that the specification allows, and
 * nothing else. rjsf asks for Markdown in help and descriptions; ours are text keys, so a third of
 * the chunk was never used.
 */

import type { ReactNode } from 'react'
import { Rich } from '#engine/react/text.tsx'

export function Markdown({ children }: { children?: ReactNode; options?: unknown }): ReactNode {
  return typeof children === 'string' ? <Rich>{children}</Rich> : children
}
