/** Widgets over a record of any content: its cover, facts, levels, words, scores, the records near it, and a collection of them. */

import type { DataState } from '#engine/react/registry.ts'
import { Attribution } from '#widgets/content/Attribution.tsx'
import { Collection } from '#widgets/content/Collection.tsx'
import { Facts } from '#widgets/content/Facts.tsx'
import { LevelSteps } from '#widgets/content/LevelSteps.tsx'
import { RatedList } from '#widgets/content/RatedList.tsx'
import { RecordCover } from '#widgets/content/RecordCover.tsx'
import { RecordLinks } from '#widgets/content/RecordLinks.tsx'
import { ScoreCompare } from '#widgets/content/ScoreCompare.tsx'
import { TagList } from '#widgets/content/TagList.tsx'
import type { LeadingSample, Sample } from './ThemeShowcase.tsx'
import css from './Showcase.module.css'

const near = (id: string, title: string) => ({
  id,
  title,
  level: 'fair',
  types: ['helper', 'thinker'],
  years: 2,
  favourite: false,
})
const RECORD = {
  ...near('a', 'Boilermaking'),
  level: 'strong',
  place: 'Welkom',
  words: ['steel', 'heat', 'drawings'],
  parts: [
    { id: 'drawings', weight: 4 },
    { id: 'heat', weight: 2 },
  ],
  scores: { helper: 3, thinker: 6 },
  person: { helper: 30, thinker: 20 },
  near: [near('b', 'Welding'), near('c', 'Plumbing'), near('d', 'Rigging')],
}
const ready = (value: unknown): DataState => ({ status: 'ready', value, refreshing: false })
const slots = (id: string, level: Sample['level'], value: unknown = RECORD) => ({
  id,
  level,
  data: ready(value),
  children: null,
})
const TYPES = { list: 'worker-types' }
const FAVOURITE = {
  type: 'samples',
  label: 'showcase.record.save',
  failed: 'showcase.record.failed',
}
const LEVELS = { texts: 'showcase.record.levels' }
const TAGS = { path: 'types', ...TYPES }
const cardOf = (routeName: string) => ({
  routeName,
  closeness: 'level',
  tags: TAGS,
  foot: { path: 'years', names: LEVELS },
})
const COUNT = [
  {
    id: 'count',
    text: 'showcase.record.count',
    values: [{ id: 'count', path: 'total', as: 'whole' as const }],
  },
]
const EMPTY = [{ id: 'none', title: 'showcase.cards.empty', text: 'showcase.sample.text' }]

export function ShowcaseRecordCover({ level }: Sample) {
  const lines = [
    { id: 'words', text: 'showcase.record.names', values: [{ id: 'names', path: 'words' }] },
  ]
  return (
    <RecordCover.component
      {...slots('record-cover', level)}
      title="title"
      closeness="level"
      tiles={TAGS}
      lines={lines}
      favourite={{ ...FAVOURITE, off: 'showcase.record.it', on: 'showcase.record.it' }}
    />
  )
}

export function ShowcaseRecord({ level, routeName }: LeadingSample) {
  return (
    <div className={css['two']}>
      <Facts.component
        {...slots('facts', level)}
        title="showcase.record.title"
        rows={[
          { id: 'place', label: 'showcase.record.place', values: [{ id: 'value', path: 'place' }] },
          {
            id: 'words',
            text: 'showcase.record.names',
            values: [{ id: 'names', path: 'words', most: 2 }],
          },
        ]}
      />
      <LevelSteps.component
        {...slots('steps', level)}
        path="years"
        title="showcase.record.level"
        steps={3}
        names={LEVELS}
        caution="showcase.record.note"
      />
      <RatedList.component
        {...slots('rated', level)}
        path="parts"
        title="showcase.record.rated"
        rating="weight"
        words={[
          { id: 'very', from: 3, text: 'showcase.record.very' },
          { id: 'little', from: 0, text: 'showcase.record.little' },
        ]}
      />
      <TagList.component {...slots('tags', level)} path="words" title="showcase.record.tags" />
      <ScoreCompare.component
        {...slots('compare', level)}
        title="showcase.record.compare"
        alone={{
          title: 'showcase.record.alone',
          text: 'showcase.sample.text',
          row: 'showcase.record.rowAlone',
        }}
        row="showcase.record.row"
        you={{ path: 'person', lowest: 0, highest: 40, text: 'showcase.record.you' }}
        record={{ path: 'scores', lowest: 1, highest: 7, text: 'showcase.record.it' }}
        rows={[
          { id: 'helper', text: 'showcase.record.one' },
          { id: 'thinker', text: 'showcase.record.two' },
        ]}
      />
      <RecordLinks.component
        {...slots('saved', level)}
        path="near"
        title="showcase.record.links"
        card={cardOf(routeName)}
        rows={{ saved: true, most: 2 }}
      />
    </div>
  )
}

export function ShowcaseRecords({ level, routeName }: LeadingSample) {
  return (
    <div className="stack-l">
      <RecordLinks.component
        {...slots('near', level)}
        path="near"
        title="showcase.record.links"
        card={cardOf(routeName)}
      />
      <Collection.component
        {...slots('collection', level, { items: RECORD.near, total: 3 })}
        status={COUNT}
        card={{ ...cardOf(routeName), favourite: FAVOURITE }}
        empty={EMPTY}
      />
      <Attribution.component
        {...slots('source', level)}
        text="showcase.record.source"
        more="showcase.record.more"
      />
    </div>
  )
}
