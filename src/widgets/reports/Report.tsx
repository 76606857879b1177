/**
 * A report drawn from its layout document: the same nodes as on a screen, with the data of the
 * report.
 */

import Type from 'typebox'
import { useRenderContext } from '#engine/react/context.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { Screen, useScreenData } from '#engine/react/Screen.tsx'
import { resolveNodes } from '#engine/decide/screen.ts'
import { NotReady } from '#widgets/parts/NotReady.tsx'
import css from './Report.module.css'

export const Props = Type.Object(
  { report: Type.String({ 'x-ref': 'report', description: 'Its layout document.' }) },
  { additionalProperties: false },
)

export const Report = defineWidget<typeof Props>(
  'report',
  function Report({ report, level, data }) {
    const { catalog, scope } = useRenderContext()
    const all = useScreenData()
    if (data !== undefined && data.status !== 'ready')
      return <NotReady state={data} looks={['half', 'line', 'line', 'line']} />
    const around = all['report']
    const values = {
      report: data?.value ?? (around?.status === 'ready' ? around.value : null),
    }
    const nodes = resolveNodes(
      catalog.get('report', report)?.children ?? [],
      { ...scope, data: values },
      catalog.book,
      `/report/${report}/children`,
    )
    return (
      <div className={css['report']}>
        <Screen
          nodes={nodes}
          data={data === undefined ? all : { ...all, report: data }}
          level={level}
        />
      </div>
    )
  },
)
