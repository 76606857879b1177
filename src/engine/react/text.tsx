/** Texts by key, with values; and rich texts as React nodes, never as markup. */

import { createElement, Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

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

const TAGS: ReadonlySet<string> = new Set(['b', 'p', 'strong', 'i', 'u', 's', 'ul', 'li', 'ol'])

type Element = { tag: string; children: (Element | string)[] }

/**
 * The tags that the specification allows, without attributes; everything else is plain text (spec
 * 9).
 */
export function Rich({ children }: { children: string }): ReactNode {
  return draw(parseRich(children))
}

function draw(nodes: readonly (Element | string)[]): ReactNode {
  return nodes.map((node, index) =>
    typeof node === 'string' ? (
      <Fragment key={index}>{node}</Fragment>
    ) : (
      createElement(node.tag, { key: index }, draw(node.children))
    ),
  )
}

/** @returns a tree of allowed elements; unmatched tags are kept as plain text */
export function parseRich(text: string): (Element | string)[] {
  const root: Element = { tag: '', children: [] }
  const open = [root]
  for (const part of text.split(/(<\/?[a-z]+>)/)) {
    const match = /^<(\/?)([a-z]+)>$/.exec(part)
    const top = open[open.length - 1]!
    if (!match || !TAGS.has(match[2]!)) {
      if (part !== '') top.children.push(part)
    } else if (match[1] === '') {
      const element = { tag: match[2]!, children: [] }
      top.children.push(element)
      open.push(element)
    } else if (open.length > 1 && top.tag === match[2]) open.pop()
    else top.children.push(part)
  }
  return root.children
}
