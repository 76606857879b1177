/** A heading whose level the page decides: the node's own, or its depth in the page. */

import { createElement, type ReactNode, type Ref } from 'react'

export type Level = 1 | 2 | 3 | 4

/**
 * @param focusable takes focus by script (a new question, a new page of a list), never by tabbing
 */
export function Heading({
  level,
  id,
  className,
  ref,
  focusable = false,
  children,
}: {
  level: Level
  id?: string
  className?: string | undefined
  ref?: Ref<HTMLHeadingElement>
  focusable?: boolean
  children: ReactNode
}) {
  return createElement(
    `h${level}`,
    { id, className, ref, ...(focusable && { tabIndex: -1 }) },
    children,
  )
}

/** The level of a heading inside a card: a card is never the page's own title. */
export function inCard(level: Level): Level {
  return level === 1 ? 2 : level
}

/** One level down, at most 4. */
export function below(level: Level): Level {
  return Math.min(4, level + 1) as Level
}
