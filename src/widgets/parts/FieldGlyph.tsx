/** A field of work as cut paper, and the picture of a record that has one: its type's ground, a quarter of the next, the glyph. */

import type { SVGProps } from 'react'
import type { WorkerType } from './Glyph.tsx'
import { FIELD_SHAPES, type FieldName } from './fieldShapes.ts'
import './drawing.css'
import css from './FieldGlyph.module.css'

/** The bare glyph, to be placed inside a drawing. */
export function FieldGlyph({ name, ...place }: { name: FieldName } & SVGProps<SVGGElement>) {
  return (
    <g {...place}>
      {FIELD_SHAPES[name].split('|').map((part, index) => {
        const [look = '', shape = ''] = splitOnce(part)
        return <Shape key={index} look={look} shape={shape} />
      })}
    </g>
  )
}

function splitOnce(part: string): readonly [string, string] {
  const at = part.indexOf(' ')
  return [part.slice(0, at), part.slice(at + 1)]
}

function Shape({ look, shape }: { look: string; shape: string }) {
  const [x = 0, y = 0, a = 0, b = 0, corner = 0] = shape.slice(1).split(' ').map(Number)
  if (shape.startsWith('o')) return <circle className={look} cx={x} cy={y} r={a} />
  if (shape.startsWith('r'))
    return <rect className={look} x={x} y={y} width={a} height={b} rx={corner} />
  return <path className={look} d={shape} />
}

/** @param types the first is the ground, the second its quarter; without any the ground is plain paper */
export function FieldPicture({
  name,
  types: [first, second],
}: {
  name: FieldName
  types: readonly WorkerType[]
}) {
  return (
    <>
      {first === undefined ? (
        <rect className={css['plain']} width="120" height="120" />
      ) : (
        <rect className={`t-${first}`} width="120" height="120" />
      )}
      {second !== undefined && (
        <path className={`t-${second} ${css['quarter']}`} d="M120 60v60H60a60 60 0 0 1 60-60z" />
      )}
      <FieldGlyph name={name} transform="translate(19 19) scale(1.7)" />
    </>
  )
}
