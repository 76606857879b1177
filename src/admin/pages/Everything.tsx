/** Everything that can be changed, by what people look for, before they search or choose a kind. */

import { Link } from 'react-router-dom'
import type { DocumentSummary } from '#engine/contract/admincontract.ts'
import { useHref, useScope } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { Chip } from '#widgets/parts/Chip.tsx'
import { below, Heading, type Level } from '#widgets/parts/Heading.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import { useRights } from '#admin/parts/client.ts'
import { holdsKind, TECHNICAL, THING_GROUPS, type ThingGroup } from '#admin/parts/thinggroups.ts'
import { whenOf } from '#admin/parts/when.ts'
import { whoOf } from '#admin/parts/who.ts'
import css from './Everything.module.css'

const MAX_ROWS = 3
const MAX_RECENT = 4

type Of = { documents: readonly DocumentSummary[]; level: Level }

export function Everything({ documents, level }: Of) {
  return (
    <>
      <Recent documents={documents} level={level} />
      <Groups documents={documents} level={level} />
    </>
  )
}

/** Drafts, the one that was saved last first. */
function Recent({ documents, level }: Of) {
  const t = useText()
  const href = useHref()
  const { language } = useScope()
  const recent = documents
    .filter(({ draft }) => draft)
    .sort((a, b) => (b.at ?? '').localeCompare(a.at ?? ''))
    .slice(0, MAX_RECENT)
  if (recent.length === 0) return null
  return (
    <section aria-labelledby="things-recent">
      <Heading level={level} id="things-recent" className={css['name']}>
        {t('console.things.recent')}
      </Heading>
      <ul className={css['recent']}>
        {recent.map(({ kind, id, title, by, at }) => (
          <li key={`${kind}/${id}`}>
            <Link to={href('consoleDocument', { kind, id })}>
              <strong>{title || id}</strong>
              <span className="tiny mute">
                {[
                  t(`console.kind.${kind}`),
                  ...(at === undefined ? [] : [whoOf(by ?? null, t), whenOf(at, language)]),
                ].join(', ')}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Groups({ documents, level }: Of) {
  const t = useText()
  const href = useHref()
  const technical = documents.filter(({ kind }) => holdsKind(TECHNICAL, kind))
  return (
    <section aria-labelledby="things-kinds">
      <Heading level={level} id="things-kinds" className={css['name']}>
        {t('console.things.kinds')}
      </Heading>
      <div className={css['groups']}>
        {THING_GROUPS.map((group) => (
          <GroupCard
            key={group.id}
            group={group}
            documents={documents.filter(({ kind }) => holdsKind(group.id, kind))}
            level={below(level)}
          />
        ))}
      </div>
      <Link className={css['technical']} to={href('consoleDocuments', { kind: TECHNICAL })}>
        <strong>{t('console.things.group.technical')}</strong>
        <span className="small mute">
          {[...new Set(technical.map(({ kind }) => kind))]
            .map(
              (kind) =>
                `${t(`console.kind.${kind}`)} ${technical.filter((each) => each.kind === kind).length}`,
            )
            .join(', ')}
        </span>
        <Icon name="chevron" size="s" />
      </Link>
    </section>
  )
}

function GroupCard({
  group: { id, icon, pages, first, recipe },
  documents,
  level,
}: Of & { group: ThingGroup }) {
  const t = useText()
  const href = useHref()
  const rights = useRights()
  const placeOf = ({ kind, id: name }: DocumentSummary) => {
    const at = first.indexOf(`${kind}/${name}`)
    return at === -1 ? first.length : at
  }
  const rows = documents
    .filter(({ state }) => state !== 'removed')
    .sort(
      (a, b) =>
        Number(b.draft) - Number(a.draft) ||
        Number(b.state !== 'product') - Number(a.state !== 'product') ||
        placeOf(a) - placeOf(b) ||
        a.title.localeCompare(b.title),
    )
    .slice(0, MAX_ROWS - pages.length)
  const titleId = `things-${id}`
  return (
    <section className={css['group']} aria-labelledby={titleId}>
      <div className={css['head']}>
        <span className={css['icon']}>
          <Icon name={icon} />
        </span>
        <div>
          <Heading level={level} id={titleId} className={css['title']}>
            {t(`console.things.group.${id}`)}
          </Heading>
          <p className="tiny mute">{t(`console.things.text.${id}`)}</p>
        </div>
      </div>
      <ul className={css['rows']}>
        {pages.map(([route, words]) => (
          <li key={route}>
            <Link to={href(route)}>{t(`console.menu.${words}`)}</Link>
          </li>
        ))}
        {rows.map(({ kind, id: name, title, draft }) => (
          <li key={`${kind}/${name}`}>
            <Link to={href('consoleDocument', { kind, id: name })}>
              {title || name}
              {rows.some((other) => other.title === title && other.kind !== kind) && (
                <span className="tiny mute"> {t(`console.kind.${kind}`)}</span>
              )}
            </Link>
            {draft && <Chip look="wait">{t('console.documents.draft')}</Chip>}
          </li>
        ))}
      </ul>
      <p className={css['foot']}>
        <Link to={href('consoleDocuments', { kind: id })}>
          {t('console.things.all', { count: documents.length })}
          <span className="hidden-text"> {t(`console.things.group.${id}`)}</span>
        </Link>
        {recipe !== undefined && rights.edit && (
          <Link to={href('consoleRecipe', { recipe })}>
            <Icon name="plus" size="s" />
            {t(`console.recipes.title.${recipe}`)}
          </Link>
        )}
      </p>
    </section>
  )
}
