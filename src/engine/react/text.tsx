/** Texts by key, with values; and rich texts as React nodes, never as markup. */

import { createElement, Fragment, type ReactNode } from 'react'
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

export function useText(): Translate {
  const { t } = useTranslation()
  return (text, values) => {
    if (text === undefined || text === null || text === '') return ''
    if (typeof text === 'object' && 'words' in text) return text.words
    return typeof text === 'string'
      ? t(text, { ...values })
      : t(text.key, { ...text.values, ...values })
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
