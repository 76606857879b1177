/** The drawing of an explorer, with the path through it. Decoration, hidden from screen readers. */

import { Shapes } from './Shapes.tsx'
import { STOPS, type Side, type StopName } from './stopShapes.ts'
import { Walker } from '#widgets/parts/Walker.tsx'
import '../parts/drawing.css'
import './stops.css'

/** From right to left, on 120 units; from the left it is mirrored. */
const THROUGH = 'M90-2V30A30 30 0 0 1 60 60A30 30 0 0 0 30 90V122'
const TO_THE_SUN = 'M90-2V30A30 30 0 0 1 60 60A30 30 0 0 0 32 86'
/** From the edge, where a path starts. */
const START = 'M-2 62H60A30 30 0 0 1 90 92V122'

const MIRRORED = 'translate(120) scale(-1 1)'

export function StopScene({
  name,
  from = STOPS[name].from,
  first = false,
  last = false,
  ahead = false,
}: {
  name: StopName
  /** Where the path enters; default: as it was drawn. */
  from?: Side
  first?: boolean
  last?: boolean
  /** Not open yet. */
  ahead?: boolean
}) {
  const { from: drawn, shapes } = STOPS[name]
  // A path that starts at the edge leaves on the right.
  const begins = first && name === 'signpost'
  const d = begins ? START : last ? TO_THE_SUN : THROUGH
  const isMirrored = !begins && from === 'left'
  return (
    <svg
      className={`stop-scene ${ahead ? 'stop-ahead' : ''}`}
      viewBox="0 0 120 120"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      focusable="false"
    >
      <g transform={isMirrored ? MIRRORED : undefined}>
        <path className="stop-path" d={d} />
        <path className="stop-steps" d={d} />
        {last && (
          <>
            <circle className="sun" cx="32" cy="92" r="15" />
            <circle className="sund" cx="32" cy="92" r="21" />
          </>
        )}
      </g>
      <g transform={from === drawn ? undefined : MIRRORED}>
        <Shapes of={shapes} />
        {name === 'signpost' && <Walker transform="translate(30 54) scale(0.8)" />}
      </g>
    </svg>
  )
}

/** The side on which a drawing's path leaves. */
export function otherSide(side: Side): Side {
  return side === 'left' ? 'right' : 'left'
}
