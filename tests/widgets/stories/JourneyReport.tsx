/** `v`: tie, chain, flat, unsure, low, high, loading, failed, offline, lesson. */

import type { DataState } from '#engine/react/registry.ts'
import { AppFrame } from '#widgets/AppFrame.tsx'
import { Columns } from '#widgets/Columns.tsx'
import { InstrumentCard } from '#widgets/InstrumentCard.tsx'
import { InterestBars } from '#widgets/InterestBars.tsx'
import { InterestHexagon } from '#widgets/InterestHexagon.tsx'
import { ReportActions } from '#widgets/ReportActions.tsx'
import { ReportCareers } from '#widgets/ReportCareers.tsx'
import { ReportCover } from '#widgets/ReportCover.tsx'
import { ReportNotes } from '#widgets/ReportNotes.tsx'
import { TypeAdvice } from '#widgets/TypeAdvice.tsx'
import { TypeLesson } from '#widgets/TypeLesson.tsx'
import { assessment, report } from '../support/journey-samples.ts'
import { Draw, ready, Stage, variant } from '../support/journey.tsx'

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
    report(
      [
        ['C', 12],
        ['S', 7],
        ['A', 2],
        ['E', 1],
        ['R', 0],
        ['I', 0],
      ],
      { elevation: 'low' },
    ),
  high: () =>
    report(
      [
        ['A', 40],
        ['S', 38],
        ['C', 38],
        ['E', 36],
        ['R', 35],
        ['I', 33],
      ],
      { elevation: 'high' },
    ),
}[variant]
const data: DataState =
  variant === 'loading'
    ? { status: 'loading' }
    : variant === 'failed' || variant === 'offline'
      ? { status: 'failed', offline: variant === 'offline', retry: () => {} }
      : ready(value?.() ?? report(usual))
const document = assessment('holland_code', 'faces', 5)

export default function Story() {
  return (
    <Stage documents={[document]} actions={{ print: () => window.print() }}>
      <AppFrame
        brand={{ appName: 'Tsela' }}
        homeHref="/"
        entries={[]}
        path="/reports/worker-type"
        userMenu={null}
        collapsed={false}
        onCollapse={() => {}}
        onAction={() => {}}
        crumbs={[
          { id: 'a', title: 'Home', href: '/' },
          { id: 'b', title: 'Worker type' },
        ]}
      >
        {variant === 'lesson' ? (
          <>
            <h1>The six worker types</h1>
            <Draw widget={TypeLesson} props={{}} id="lesson" level={2} />
          </>
        ) : (
          <>
            <Draw widget={ReportCover} props={{}} data={data} id="cover" />
            <Draw widget={ReportNotes} props={{}} data={data} id="notes" />
            <Columns.component id="columns" level={1} data={undefined} shape="main-aside">
              <Draw widget={InterestBars} props={{}} data={data} id="bars" level={2} />
              <Draw widget={InterestHexagon} props={{}} data={data} id="hexagon" level={2} />
            </Columns.component>
            <Draw widget={TypeAdvice} props={{}} data={data} id="advice" level={2} />
            <Draw widget={ReportCareers} props={{ routeName: 'occupationsNavigatorMatches', allRouteName: 'occupationsNavigatorCareers' }} data={data} id="careers" level={2} />
            <Draw widget={ReportActions} props={{}} data={data} id="actions" level={2} />
            <Draw widget={InstrumentCard} props={{ assessment: 'holland_code' }} data={data} id="instrument" level={2} />
          </>
        )}
      </AppFrame>
    </Stage>
  )
}
