/** The parts of a CV: each complete or not, each opening its own form, or the result that it shows (spec 3, Profile sections). */

import Type, { type Static } from 'typebox'
import { Link } from 'react-router-dom'
import { listedSections, profileProgress, type Section } from '#engine/decide/progress.ts'
import { useHref, useRenderContext } from '#engine/react/context.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import { isTaken, lineOf, resultOfSection, routeOf } from '#widgets/reports/resultLine.ts'
import css from './SectionList.module.css'

const Text = Type.String({ 'x-ref': 'text' })

export const Props = Type.Object(
  {
    routeName: Type.String({
      'x-ref': 'route',
      description:
        'The page that opens a section: it is given its name as "section" in the address.',
    }),
    complete: Text,
    toDo: Text,
    nothing: Type.String({ 'x-ref': 'text', description: 'Said of a section without fields.' }),
  },
  { additionalProperties: false, 'x-needs': ['report-names'] },
)

type Words = Static<typeof Props>

export const SectionList = defineWidget<typeof Props>(
  'section-list',
  function SectionList({ routeName, complete, toDo, nothing }) {
    const { catalog, scope } = useRenderContext()
    const { sections } = profileProgress(catalog, scope.user?.profile ?? {})
    const open = scope.route?.query['section']
    return (
      <ul className={css['list']}>
        {listedSections(catalog).map((section) => (
          <li key={section.id}>
            <Row
              section={section}
              isComplete={sections[section.id] === true}
              isOpen={open === section.id}
              words={{ routeName, complete, toDo, nothing }}
            />
          </li>
        ))}
      </ul>
    )
  },
)

/** A section without fields asks for nothing, so it is complete (spec 5); what it shows is another matter, and said as it is. */
function Row({
  section,
  isComplete,
  isOpen,
  words,
}: {
  section: Section
  isComplete: boolean
  isOpen: boolean
  words: Words
}) {
  const t = useText()
  const href = useHref()
  const { catalog, scope } = useRenderContext()
  const result = resultOfSection(catalog, scope, section)
  const isDone = section.route === undefined ? isComplete : result !== undefined && isTaken(result)
  const to =
    result !== undefined
      ? href(routeOf(result, catalog))
      : section.fields.length > 0
        ? href(words.routeName, {}, { section: section.id })
        : null
  const line =
    result !== undefined
      ? lineOf(t, catalog, scope, result)
      : section.fields.length === 0
        ? t(words.nothing)
        : t(isDone ? words.complete : words.toDo)
  const inside = (
    <>
      <span className={`${css['stone']} ${isDone ? css['done'] : ''}`}>
        {isDone && <Icon name="tick" size="s" />}
      </span>
      <span className="grow">
        <strong>{t(section.label)}</strong>
        <span className={css['line']}>{line}</span>
      </span>
      {to !== null && <Icon name={result?.access === false ? 'lock' : 'chevron'} size="s" />}
    </>
  )
  if (to === null) return <div className={css['row']}>{inside}</div>
  return (
    <Link className={css['row']} to={to} aria-current={isOpen || undefined}>
      {inside}
    </Link>
  )
}
