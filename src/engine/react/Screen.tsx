/**
 * Renders a resolved tree: each node by its widget in an error boundary; a broken one is hidden and
 * reported.
 */

import {
  Component,
  createContext,
  Fragment,
  use,
  useCallback,
  type FragmentInstance,
  type ReactNode,
} from 'react'
import type { ResolvedNode } from '#engine/decide/screen.ts'
import { useRenderContext } from './context.ts'
import { widgetNow, type DataState, type Slots } from './registry.ts'
import { Unknown } from './Unknown.tsx'

export type ScreenData = Readonly<Record<string, DataState>>

const DataContext = createContext<ScreenData>({})

/** The data of the page around a widget: for widgets that render nodes of other documents. */
export function useScreenData(): ScreenData {
  return use(DataContext)
}

/** Provides a page's data to everything on it. */
export const DataProvider = DataContext.Provider

/** Nodes in order. Without `data`, they use the data of the page around them. */
export function Screen({
  nodes,
  data,
  level = 1,
}: {
  nodes: readonly ResolvedNode[]
  data?: ScreenData
  level?: Slots['level']
}) {
  const drawn = nodes.map((node) => <NodeView key={node.id} node={node} level={level} />)
  return data === undefined ? drawn : <DataProvider value={data}>{drawn}</DataProvider>
}

function NodeView({ node, level }: { node: ResolvedNode; level: Slots['level'] }) {
  const { report, mode, onDrawn } = useRenderContext()
  const fallback = node.fallback ? (
    <NodeView node={node.fallback} level={level} />
  ) : mode === 'preview' ? (
    <Unknown type={node.type} at={node.at} />
  ) : null
  return (
    <Boundary
      fallback={fallback}
      onError={(error) => report(error, node.at)}
      onDrawn={() => onDrawn?.(node.at)}
      again={mode === 'preview'}
    >
      {mode === 'preview' ? (
        <Pointed at={node.at}>
          <Drawn node={node} level={level} />
        </Pointed>
      ) : (
        <Drawn node={node} level={level} />
      )}
    </Boundary>
  )
}

/**
 * A selectable part of a preview. It adds no element, because the page must look as it will when
 * published.
 */
function Pointed({ at, children }: { at: string; children: ReactNode }) {
  const { onPart } = useRenderContext()
  const listen = useCallback(
    (part: FragmentInstance | null) => (part === null ? undefined : onPart?.(at, part)),
    [at, onPart],
  )
  return <Fragment ref={listen}>{children}</Fragment>
}

function Drawn({ node, level }: { node: ResolvedNode; level: Slots['level'] }) {
  const { registry } = useRenderContext()
  const data = use(DataContext)
  const widget = widgetNow(registry, node.type)
  if (widget === undefined) return <Unknown type={node.type} at={node.at} />
  const own = (node.level ?? level) as Slots['level']
  const Drawing = widget.component
  return (
    <Drawing
      {...node.props}
      id={node.id}
      level={own}
      data={node.data === undefined ? undefined : data[node.data]}
    >
      {node.children.length > 0 && (
        <Screen nodes={node.children} level={Math.min(4, own + 1) as Slots['level']} />
      )}
    </Drawing>
  )
}

class Boundary extends Component<
  {
    fallback: ReactNode
    onError: (error: unknown) => void
    onDrawn: () => void
    /** A new rendering is another try: its document may have changed. */
    again: boolean
    children: ReactNode
  },
  { broken: boolean; of?: ReactNode }
> {
  override state = { broken: false }
  static getDerivedStateFromProps(
    { children, again }: { children: ReactNode; again: boolean },
    { broken, of }: { broken: boolean; of?: ReactNode },
  ) {
    return { broken: broken && (!again || of === children), of: children }
  }
  static getDerivedStateFromError() {
    return { broken: true }
  }
  // With its fallback too: an arm must not lose the people for whom it breaks.
  override componentDidMount() {
    this.props.onDrawn()
  }
  override componentDidCatch(error: unknown) {
    this.props.onError(error)
  }
  override render() {
    return this.state.broken ? this.props.fallback : this.props.children
  }
}
