/**
 * What a user can do, each with its progress: reports, parts of the profile or a cohort's
 * assessments, as cards, rows or one path.
 */

import { useState } from 'react'
import Type, { type Static } from 'typebox'
import { useHref, useRenderContext } from '#engine/react/context.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { ButtonLink } from '#widgets/parts/Button.tsx'
import { Fold } from '#widgets/parts/Fold.tsx'
import { Heading, inCard } from '#widgets/parts/Heading.tsx'
import { Results } from '#widgets/reports/resultWords.ts'
import { Note } from '#widgets/parts/Note.tsx'
import {
  reportEntries,
  researchEntries,
  sectionEntries,
  type Around,
  type Entry,
} from './statusEntries.ts'
import { StatusCards } from './StatusCards.tsx'
import { StatusPath, StatusProgress } from './StatusPath.tsx'
import { StatusRows } from './StatusRows.tsx'
import css from './StatusPath.module.css'

const Text = Type.String({ 'x-ref': 'text' })
const strict = { additionalProperties: false } as const

const SectionWords = Type.Object(
  {
    routeName: Type.String({
      'x-ref': 'route',
      description:
        'The page that opens a section: it is given its name as "section" in the address.',
    }),
    complete: Text,
    toDo: Text,
    nothing: Type.String({ 'x-ref': 'text', description: 'For a section without fields.' }),
  },
  {
    ...strict,
    description: 'Texts for the parts of the profile, and the page that opens one.',
  },
)

export const Props = Type.Object(
  {
    of: Type.Enum(['results', 'sections', 'research'], {
      description:
        'What is listed: the reports of the plan, the parts of the profile, or what a research cohort takes.',
    }),
    look: Type.Enum(['cards', 'rows', 'path'], {
      description: 'path: one step after the other, the next one first in the eye.',
    }),
    title: Type.Optional(Text),
    sections: Type.Optional(SectionWords),
    results: Type.Optional(Results),
    none: Type.Optional(Type.String({ 'x-ref': 'text', description: 'For an empty list.' })),
    folded: Type.Optional(
      Type.String({
        'x-ref': 'text',
        description:
          'With a title: the list opens with a tap. Says how many are done: {{done}}, {{all}}.',
      }),
    ),
    few: Type.Optional(
      Type.Object(
        {
          most: Type.Integer({ minimum: 1, maximum: 20 }),
          more: Text,
          less: Text,
        },
        {
          ...strict,
          description:
            'With a title: of what isn’t done only the first few are shown, the others with a tap on this text.',
        },
      ),
    ),
    progress: Type.Optional(
      Type.Boolean({ description: 'Says above the list how many are done; default false.' }),
    ),
    allDone: Type.Optional(
      Type.Object(
        {
          title: Text,
          button: Type.Optional(Text),
          routeName: Type.Optional(Type.String({ 'x-ref': 'route' })),
        },
        { ...strict, description: 'Shown once everything is done.' },
      ),
    ),
  },
  { ...strict, 'x-needs': ['report-names', 'section-names'] },
)
type Props = Static<typeof Props>

const DRAWN = { cards: StatusCards, rows: StatusRows, path: StatusPath } as const

function entriesOf({ of, sections, results }: Props, around: Around): Entry[] {
  if (of === 'research') return researchEntries(around)
  if (of === 'results') return reportEntries(around, results)
  return sections === undefined ? [] : sectionEntries(around, sections, results)
}

/** All that is done, and the first few of the others. */
function firstOf(entries: readonly Entry[], most: number): readonly Entry[] {
  const open = entries.filter(({ done }) => !done).slice(0, most)
  return entries.filter((entry) => entry.done || open.includes(entry))
}

export const StatusList = defineWidget<typeof Props>('status-list', function StatusList(props) {
  const { look, title, none, folded, few, progress = false, allDone, id, level } = props
  const [isOpen, setOpen] = useState(false)
  const t = useText()
  const href = useHref()
  const { catalog, scope } = useRenderContext()
  const entries = entriesOf(props, { t, href, catalog, scope })
  if (entries.length === 0) return none === undefined ? null : <Note look="doubt">{t(none)}</Note>
  const Drawn = DRAWN[look]
  if (title === undefined && !progress && allDone === undefined) return <Drawn entries={entries} />
  if (title !== undefined && folded !== undefined)
    return (
      <Fold
        title={t(title)}
        hint={t(folded, {
          done: entries.filter(({ done }) => done).length,
          all: entries.length,
        })}
      >
        <Drawn entries={entries} />
      </Fold>
    )
  if (title !== undefined && !progress && allDone === undefined)
    return (
      <section aria-labelledby={`${id}-title`} className={look === 'rows' ? 'stack-s' : undefined}>
        <div className="row between">
          <Heading level={inCard(level)} id={`${id}-title`}>
            {t(title)}
          </Heading>
          {few !== undefined && firstOf(entries, few.most).length < entries.length && (
            <button
              type="button"
              className={css['more']}
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
            >
              {t(isOpen ? few.less : few.more)}
            </button>
          )}
        </div>
        <Drawn entries={few === undefined || isOpen ? entries : firstOf(entries, few.most)} />
      </section>
    )
  return (
    <div className="stack">
      {title !== undefined && <Heading level={inCard(level)}>{t(title)}</Heading>}
      {progress && <StatusProgress entries={entries} />}
      {allDone !== undefined && entries.every(({ done }) => done) && (
        <div className={css['finished']}>
          <strong>{t(allDone.title)}</strong>
          {allDone.routeName !== undefined && (
            <ButtonLink look="step" to={href(allDone.routeName)}>
              {t(allDone.button)}
            </ButtonLink>
          )}
        </div>
      )}
      <Drawn entries={entries} />
    </div>
  )
})
