/** The parts of a CV: each complete or not, each opening its own form (spec 3, Profile sections). */

import Type from 'typebox'
import { Link } from 'react-router-dom'
import { listedSections, profileProgress } from '#engine/progress.ts'
import { useHref, useSurroundings } from '#engine/react/context.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { Icon } from './Icon.tsx'
import css from './SectionList.module.css'

export const Props = Type.Object({}, { additionalProperties: false })

export const SectionList = defineWidget<typeof Props>('section-list', function SectionList() {
  const t = useText()
  const href = useHref()
  const { catalog, scope } = useSurroundings()
  const { sections } = profileProgress(catalog, scope.user?.profile ?? {})
  const open = scope.route?.query['section']
  return (
    <ul className={css['list']}>
      {listedSections(catalog).map((section) => (
        <li key={section.id}>
          <Link className={css['row']} to={`${href('cv')}?section=${encodeURIComponent(section.id)}`} aria-current={open === section.id || undefined}>
            <span className={`${css['stone']} ${sections[section.id] ? css['done'] : ''}`}>{sections[section.id] && <Icon name="tick" size="s" />}</span>
            <span className="grow">
              <strong>{t(section.label)}</strong>
              <span className={css['line']}>{t(sections[section.id] ? 'cv.complete' : 'cv.toDo')}</span>
            </span>
            <Icon name="chevron" size="s" />
          </Link>
        </li>
      ))}
    </ul>
  )
})
