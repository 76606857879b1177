/**
 * A report drawn from its layout document: the same nodes as on a screen, with the data of the
 * report. That of an older result is drawn with the documents and words of its time.
 */

import { useEffect, useMemo, useState } from 'react'
import Type from 'typebox'
import type { ReportAnswer } from '#engine/contract/contract.ts'
import type { AnyDocument } from '#engine/documents/kinds.ts'
import { ScopeProvider, useRenderContext } from '#engine/react/context.ts'
import { defineWidget, loadWidgets, widgetNow, type Registry } from '#engine/react/registry.ts'
import { Screen, useScreenData } from '#engine/react/Screen.tsx'
import { wordsIn } from '#engine/documents/translate.ts'
import { FormerTexts } from '#engine/react/text.tsx'
import { resolveNodes, type ResolvedNode } from '#engine/decide/screen.ts'
import { NotReady } from '#widgets/parts/NotReady.tsx'
import css from './Report.module.css'

export const Props = Type.Object(
  { report: Type.String({ 'x-ref': 'report', description: 'Its layout document.' }) },
  { additionalProperties: false },
)

const LOOKS = ['half', 'line', 'line', 'line'] as const

export const Report = defineWidget<typeof Props>(
  'report',
  function Report({ report, level, data }) {
    const context = useRenderContext()
    const { scope, registry } = context
    const all = useScreenData()
    const around = all['report']
    const value =
      data?.status === 'ready' ? data.value : around?.status === 'ready' ? around.value : null
    const written = (value as ReportAnswer | null)?.written
    const catalog = useMemo(
      () =>
        written === undefined
          ? context.catalog
          : context.catalog.with(written.documents as unknown as AnyDocument[]),
      [written, context.catalog],
    )
    const nodes = resolveNodes(
      catalog.get('report', report)?.children ?? [],
      { ...scope, data: { report: value } },
      catalog.book,
      `/report/${report}/children`,
    )
    const isLoaded = useWidgets(registry, nodes)
    if (data !== undefined && data.status !== 'ready')
      return <NotReady state={data} looks={LOOKS} />
    if (!isLoaded) return <NotReady state={undefined} looks={LOOKS} />
    const drawn = (
      <div className={css['report']}>
        <Screen
          nodes={nodes}
          data={data === undefined ? all : { ...all, report: data }}
          level={level}
        />
      </div>
    )
    return written === undefined ? (
      drawn
    ) : (
      <ScopeProvider value={{ ...context, catalog }}>
        <FormerTexts value={wordsIn(written.texts, scope.language)}>{drawn}</FormerTexts>
      </ScopeProvider>
    )
  },
)

/** The page loads the widgets of today's layout; that of an older result may have others. */
function useWidgets(registry: Registry, nodes: readonly ResolvedNode[]): boolean {
  const [tried, setTried] = useState('')
  const missing = typesOf(nodes)
    .filter((type) => Object.hasOwn(registry, type) && widgetNow(registry, type) === undefined)
    .join(' ')
  useEffect(() => {
    if (missing === '') return undefined
    let isHere = true
    // Without a connection, what can't be loaded is drawn by its fallback.
    const done = () => isHere && setTried(missing)
    loadWidgets(registry, missing.split(' ')).then(done, done)
    return () => {
      isHere = false
    }
  }, [registry, missing])
  return missing === '' || tried === missing
}

function typesOf(nodes: readonly ResolvedNode[]): string[] {
  return nodes.flatMap(({ type, children, fallback }) => [
    type,
    ...typesOf(children),
    ...typesOf(fallback === undefined ? [] : [fallback]),
  ])
}
