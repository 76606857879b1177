/** `v`: alone (no result), low, bare (no figures), loading, failed. */

import type { DataState } from '#engine/react/registry.ts'
import { AppFrame } from '#widgets/AppFrame.tsx'
import { Attribution } from '#widgets/Attribution.tsx'
import { CareerCover } from '#widgets/CareerCover.tsx'
import { CareerEducation } from '#widgets/CareerEducation.tsx'
import { CareerFacts } from '#widgets/CareerFacts.tsx'
import { CareerRelated } from '#widgets/CareerRelated.tsx'
import { CareerWhy } from '#widgets/CareerWhy.tsx'
import { ChipList } from '#widgets/ChipList.tsx'
import { Columns } from '#widgets/Columns.tsx'
import { RatedList } from '#widgets/RatedList.tsx'
import { detail } from '../support/journey-samples.ts'
import { Draw, ready, Stage, variant } from '../support/journey.tsx'

const { why: _why, level: _level, ...alone } = detail
const value = {
  alone: () => ({ ...alone, person: null }),
  low: () => ({ ...detail, level: 'low' as const, why: { shared: [], more: 'E' as const, less: 'S' as const } }),
  bare: () => ({ ...detail, skills: [], knowledge: [], workStyles: [], education: null, technologies: [], otherTitles: [], types: ['S' as const] }),
}[variant]
const data: DataState = variant === 'loading' ? { status: 'loading' } : variant === 'failed' ? { status: 'failed', offline: false, retry: () => {} } : ready(value?.() ?? detail)

export default function Story() {
  return (
    <Stage actions={{ 'favourite.set': async () => {} }}>
      <AppFrame
        brand={{ appName: 'Tsela' }}
        homeHref="/"
        entries={[]}
        path="/"
        userMenu={null}
        collapsed={false}
        onCollapse={() => {}}
        onAction={() => {}}
        crumbs={[
          { id: 'a', title: 'Home', href: '/' },
          { id: 'b', title: 'Careers', href: '/x' },
        ]}
      >
        <Draw widget={CareerCover} props={{}} data={data} id="cover" />
        <Columns.component id="columns" level={1} data={undefined} shape="main-aside">
          <div className="stack">
            <Draw widget={CareerWhy} props={{}} data={data} id="why" level={2} />
            <Draw widget={CareerFacts} props={{}} data={data} id="facts" level={2} />
          </div>
          <div className="stack">
            <Draw widget={CareerEducation} props={{}} data={data} id="education" level={2} />
            <Draw widget={ChipList} props={{}} data={data} id="tools" level={2} />
          </div>
        </Columns.component>
        <Columns.component id="lists" level={1} data={undefined} shape="three">
          <Draw widget={RatedList} props={{ kind: 'skills' }} data={data} id="skills" level={2} />
          <Draw widget={RatedList} props={{ kind: 'knowledge' }} data={data} id="knowledge" level={2} />
          <Draw widget={RatedList} props={{ kind: 'workStyles' }} data={data} id="styles" level={2} />
        </Columns.component>
        <Draw widget={CareerRelated} props={{}} data={data} id="related" level={2} />
        <Draw widget={Attribution} props={{}} id="source" />
      </AppFrame>
    </Stage>
  )
}
