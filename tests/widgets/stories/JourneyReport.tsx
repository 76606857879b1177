/** `v`: tie, chain, flat, unsure, low, high, loading, failed, offline, lesson. */

import { useRenderContext } from '#engine/react/context.ts'
import { loadWidgets, type DataState } from '#engine/react/registry.ts'
import { registry } from '#widgets/registry.ts'
import { report } from '../support/journey-samples.ts'
import { failed, Nodes, person, ready, SignedIn, Stage, variant } from '../support/chrome.tsx'

const usual = [
  ['S', 34],
  ['I', 32],
  ['A', 27],
  ['E', 21],
  ['R', 16],
  ['C', 14],
] as const
const value = {
  tie: () =>
    report([
      ['R', 40],
      ['I', 30],
      ['C', 30],
      ['E', 20],
      ['A', 10],
      ['S', 0],
    ]),
  chain: () =>
    report([
      ['E', 33],
      ['C', 31],
      ['S', 30],
      ['A', 28],
      ['R', 12],
      ['I', 9],
    ]),
  flat: () =>
    report([
      ['R', 20],
      ['I', 20],
      ['A', 20],
      ['S', 20],
      ['E', 20],
      ['C', 20],
    ]),
  unsure: () => report(usual, { quality: { confidence: 'low', flags: ['very-fast'] } }),
  low: () =>
    report([
      ['C', 12],
      ['S', 7],
      ['A', 2],
      ['E', 1],
      ['R', 0],
      ['I', 0],
    ]),
  high: () =>
    report([
      ['A', 40],
      ['S', 38],
      ['C', 38],
      ['E', 36],
      ['R', 35],
      ['I', 33],
    ]),
}[variant]
const answer = value?.() ?? report(usual)
const data: DataState =
  variant === 'loading'
    ? { status: 'loading' }
    : variant === 'failed' || variant === 'offline'
      ? failed(variant === 'offline')
      : ready(answer)
const user = person({ accountType: 'power', taken: { holland_code: answer.metrics } })

// The nodes of a report are inside its widget, so nothing else loads theirs.
await loadWidgets(registry, Object.keys(registry))

function Page() {
  const { catalog } = useRenderContext()
  const screen = catalog.get(
    'screen',
    variant === 'lesson' ? 'worker-type-lesson' : 'worker-type-report',
  )!
  return (
    <SignedIn
      crumbs={[
        { id: 'a', title: 'Home', href: '/' },
        { id: 'b', title: 'Worker type' },
      ]}
    >
      <Nodes nodes={screen.children} data={{ report: data }} />
    </SignedIn>
  )
}

export default function Story() {
  return (
    <Stage user={user} routeName="hollandCodeReportPage" actions={{ print: () => window.print() }}>
      <Page />
    </Stage>
  )
}
