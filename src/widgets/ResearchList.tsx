/** What a research user is asked to take: the listed assessments, each with its sub-assessments in order (spec 3 and 4). */

import Type from 'typebox'
import { Link } from 'react-router-dom'
import type { Catalog } from '#engine/catalog.ts'
import { isDone, subAssessments } from '#engine/facts.ts'
import { useSurroundings } from '#engine/react/context.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { pathTo } from '#engine/routes.ts'
import { useText } from '#engine/react/text.tsx'
import { Chip } from './Chip.tsx'
import { Icon } from './Icon.tsx'
import { Note } from './Note.tsx'
import { Trail } from './Trail.tsx'
import css from './ResearchList.module.css'

export const Props = Type.Object({}, { additionalProperties: false })

export const ResearchList = defineWidget<typeof Props>('research-list', function ResearchList() {
  const t = useText()
  const { catalog, scope } = useSurroundings()
  const listed = scope.user?.app.researchAssessments ?? []
  const all = [...new Set(listed.flatMap((id) => [id, ...subAssessments(catalog, id)]))]
  const done = all.filter((id) => isDone(scope.user, id))
  // One thing at a time: the first that can be taken is the next step.
  const next = all.find((id) => !isDone(scope.user, id) && isBuilt(catalog, id))
  if (all.length === 0) return <Note look="doubt">{t('research.none')}</Note>
  return (
    <div className="stack">
      <div>
        <Trail value={done.length} max={all.length} label={t('research.progress')} text={t('research.count', { done: done.length, all: all.length })} />
        <p className="small mute num">{t('research.count', { done: done.length, all: all.length })}</p>
      </div>
      <ol className={css['list']}>
        {all.map((id) => (
          <li key={id}>
            <Row id={id} lead={id === next} />
          </li>
        ))}
      </ol>
    </div>
  )
})

function isBuilt(catalog: Catalog, id: string): boolean {
  const document = catalog.get('assessment', id)
  return document !== undefined && document.built !== false && researchRoute(catalog, id) !== undefined
}

/** The first research page of an assessment: its instructions where it has some. */
function researchRoute(catalog: Catalog, id: string) {
  return [...catalog.routes.values()].find((route) => route.group === 'research' && route.assessment === id)
}

function Row({ id, lead }: { id: string; lead: boolean }) {
  const t = useText()
  const { catalog, scope } = useSurroundings()
  const document = catalog.get('assessment', id)
  const route = researchRoute(catalog, id)
  const words = (
    <span className="grow">
      <strong>{t(document?.label ?? id)}</strong>
      {document && <span className={css['line']}>{t('card.minutes', { count: document.minutes })}</span>}
    </span>
  )
  if (isDone(scope.user, id)) {
    return (
      <div className={`${css['row']} ${css['done']}`}>
        {words}
        <Chip look="ok">
          <Icon name="tick" size="s" />
          {t('research.done')}
        </Chip>
      </div>
    )
  }
  if (route === undefined || !isBuilt(catalog, id)) {
    return (
      <div className={`${css['row']} ${css['later']}`}>
        {words}
        <Chip look="wait">{t('built.tag')}</Chip>
      </div>
    )
  }
  return (
    <Link className={`${css['row']} ${lead ? css['lead'] : ''}`} to={pathTo(route)}>
      {words}
      <Icon name={lead ? 'next' : 'chevron'} />
    </Link>
  )
}
