/** What is below the title of a part on paper. Every paragraph has the direction of its first letter. */

import { Fragment, type ReactNode } from 'react'
import type { CvPart } from '#engine/cv/cv.ts'
import { drawPart, type PartDrawing } from '#engine/cv/draw.ts'
import { Heading, type Level } from '#widgets/parts/Heading.tsx'
import css from './PaperText.module.css'

/** A sheet, light in both colour schemes. */
export function PaperSheet({ className, children }: { className?: string; children: ReactNode }) {
  return <article className={`${css['paper']} ${className ?? ''}`}>{children}</article>
}

/** @param level of the titles of its items */
export function PaperText({ part, level }: { part: CvPart; level: Level }) {
  return keyed(drawPart(part, drawingAt(level)))
}

function drawingAt(level: Level): PartDrawing<ReactNode> {
  return {
    heading: (_level, text) => (
      <Heading level={level} className={css['what']}>
        <bdi>{text}</bdi>
      </Heading>
    ),
    text: (line) => <p dir="auto">{line}</p>,
    when: (dates) => (
      <p className={`${css['by']} ${css['when']}`} dir="auto">
        {dates}
      </p>
    ),
    soft: (line) => (
      <p className={css['by']} dir="auto">
        {line}
      </p>
    ),
    words: (words, comma) => (
      <p>
        {words.map((word, at) => (
          <Fragment key={word}>
            {at > 0 && comma}
            <bdi>{word}</bdi>
          </Fragment>
        ))}
      </p>
    ),
    points: (lines) => <Bullets words={lines} />,
    item: (children) => <div className={css['item']}>{keyed(children)}</div>,
  }
}

/** What is drawn has no identity but its place. */
const keyed = (drawn: readonly ReactNode[]): ReactNode =>
  drawn.map((each, at) => <Fragment key={at}>{each}</Fragment>)

function Bullets({ words }: { words: readonly string[] }) {
  return (
    <ul className={css['bullets']}>
      {words.map((word, at) => (
        <li key={at} dir="auto">
          {word}
        </li>
      ))}
    </ul>
  )
}
