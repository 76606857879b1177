/** What a report says of a person in words and tiles, on a cover: nothing while it has no result, or ranks none. */

import { useRenderContext } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { TYPES } from '#widgets/parts/Glyph.tsx'
import { TypeTile } from '#widgets/parts/TypeTile.tsx'
import { typesOfReport } from './results.ts'

/** @param report id of a report */
export function useTypesOf(report: string | undefined) {
  const { catalog, scope } = useRenderContext()
  const found = report === undefined ? undefined : catalog.get('report', report)
  return found !== undefined && scope.feature[found.feature]?.access === true
    ? (typesOfReport(found, catalog, scope) ?? [])
    : []
}

type Types = ReturnType<typeof useTypesOf>

export function TypeNames({ types }: { types: Types }) {
  const t = useText()
  if (types.length === 0) return null
  return <p className="mute">{types.map(({ id, label }) => t(label) || id).join(', ')}</p>
}

export function TypeTiles({ types, className }: { types: Types; className: string | undefined }) {
  const tiles = types.flatMap(({ id }) => TYPES.find((type) => type === id) ?? [])
  if (tiles.length === 0) return null
  return (
    <span className={className} aria-hidden="true">
      {tiles.map((type) => (
        <TypeTile key={type} type={type} />
      ))}
    </span>
  )
}
