/**
 * Drawings as short text: parts separated by `|`, each with the class of its style and its shape. A
 * shape that begins with `o` is a circle (x y radius), with `r` a rectangle (x y width height
 * corner), otherwise a path.
 */

export function Shapes({ of }: { of: string }) {
  return of.split('|').map((part, index) => {
    const [look = '', shape = ''] = splitOnce(part)
    return <Shape key={index} look={look} shape={shape} />
  })
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
