/**
 * The title of a page on cloth, with what a report says in words and tiles: nothing of it while the
 * report has no result, or ranks none.
 */

import Type from 'typebox'
import { useRenderContext } from '#engine/react/context.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { TYPES } from '#widgets/parts/Glyph.tsx'
import { Heading } from '#widgets/parts/Heading.tsx'
import { TypeTile } from '#widgets/parts/TypeTile.tsx'
import { typesOfReport } from './results.ts'
import css from './TitleCover.module.css'

export const Props = Type.Object(
  {
    title: Type.String({ 'x-ref': 'text' }),
    values: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        description: 'Values to fill in, usually bound.',
      }),
    ),
    titleWithout: Type.Optional(
      Type.String({ 'x-ref': 'text', description: 'Heading if one of the values is missing.' }),
    ),
    report: Type.String({ 'x-ref': 'report', description: 'The report whose result is shown.' }),
    lifts: Type.Optional(
      Type.Boolean({
        description: 'What follows is on paper and begins on the cloth; usually bound.',
      }),
    ),
  },
  { additionalProperties: false },
)

export const TitleCover = defineWidget<typeof Props>(
  'title-cover',
  function TitleCover({ title, values = {}, titleWithout, report: name, lifts = false, level }) {
    const t = useText()
    const { catalog, scope } = useRenderContext()
    const isWhole = Object.values(values).every(
      (value) => value !== null && value !== undefined && value !== '',
    )
    const report = catalog.get('report', name)
    const types =
      report !== undefined && scope.feature[report.feature]?.access === true
        ? (typesOfReport(report, catalog, scope) ?? [])
        : []
    const tiles = types.flatMap(({ id }) => TYPES.find((type) => type === id) ?? [])
    return (
      <header className={`${css['cover']} ${lifts ? css['lifts'] : ''} on-cloth`}>
        <div className={css['words']}>
          <Heading level={level}>{t(isWhole ? title : (titleWithout ?? title), values)}</Heading>
          {types.length > 0 && (
            <p className="mute">{types.map(({ id, label }) => t(label) || id).join(', ')}</p>
          )}
        </div>
        {tiles.length > 0 && (
          <span className={css['tiles']} aria-hidden="true">
            {tiles.map((type) => (
              <TypeTile key={type} type={type} />
            ))}
          </span>
        )}
      </header>
    )
  },
)
