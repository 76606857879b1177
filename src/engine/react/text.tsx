/** Texts by key, with values; and rich texts as React nodes, never as markup. */

import { createContext, createElement, Fragment, use, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { parseRich, type RichNode } from '#engine/documents/rich.ts'

/** A text key, a key with values to fill in, or text that the server has already translated. */
export type TextRef =
  | string
  | { readonly key: string; readonly values?: Readonly<Record<string, unknown>> }
  | { readonly words: string }

export type Translate = (
  text: TextRef | undefined | null,
  values?: Readonly<Record<string, unknown>>,
) => string

/**
 * Words that take the place of today's below it: the report of an older result keeps its own. Null
 * for a text that is as today.
 */
export type FormerWords = (key: string, values: Readonly<Record<string, unknown>>) => string | null
const FormerContext = createContext<FormerWords | null>(null)

export const FormerTexts = FormerContext.Provider

export function useText(): Translate {
  const { t } = useTranslation()
  const former = use(FormerContext)
  return (text, values) => {
    if (text === undefined || text === null || text === '') return ''
    if (typeof text === 'object' && 'words' in text) return text.words
    const [key, all] =
      typeof text === 'string' ? [text, { ...values }] : [text.key, { ...text.values, ...values }]
    return former?.(key, all) ?? t(key, all)
  }
}

/**
 * The tags that the specification allows, without attributes; everything else is plain text (spec
 * 9).
 */
export function Rich({ children }: { children: string }): ReactNode {
  return draw(parseRich(children))
}

function draw(nodes: readonly RichNode[]): ReactNode {
  return nodes.map((node, index) =>
    typeof node === 'string' ? (
      <Fragment key={index}>{node}</Fragment>
    ) : (
      createElement(node.tag, { key: index }, draw(node.children))
    ),
  )
}
