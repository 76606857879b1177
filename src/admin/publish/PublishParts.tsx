/** What a publish takes: the tick of each group of drafts, and what has to stay with one that is left. */

import { useText } from '#engine/react/text.tsx'
import { Card } from '#widgets/parts/Card.tsx'
import { below, Heading, type Level } from '#widgets/parts/Heading.tsx'
import { DifferenceView } from '#admin/diff/DifferenceView.tsx'
import { CheckField } from '#admin/parts/Field.tsx'
import { readOut } from '#admin/parts/readout.ts'
import { WORDS, type Group } from './groups.ts'
import type { Parting } from './useParting.ts'
import css from './PublishParts.module.css'

/** Every draft in words, each group with its tick where there are several. */
export function WhatGoes({
  level,
  parting,
  canChoose,
}: {
  level: Level
  parting: Parting
  canChoose: boolean
}) {
  const t = useText()
  const { groups, count, isPart, isOut } = parting
  const all = groups.length
  return (
    <section className="stack-s" aria-labelledby="publish-changes">
      <Heading level={below(level)} id="publish-changes">
        {isPart
          ? t('console.publish.some', {
              count: groups.filter((group) => !isOut(group)).length,
              all,
            })
          : t('console.publish.changes', { count })}
      </Heading>
      {groups.map((group) => (
        <Card key={group.id}>
          <div className={css['group']}>
            {canChoose && all > 1 && <Choice group={group} parting={parting} />}
            <DifferenceView changes={group.changes} />
          </div>
        </Card>
      ))}
    </section>
  )
}

/** Whether a group goes, and why one has to stay. */
function Choice({ group, parting }: { group: Group; parting: Parting }) {
  const t = useText()
  const { groups, isLeft, isOut, needs, tick } = parting
  const nameOf = useGroupName(groups)
  const stays = needs(group) !== undefined && !isLeft(group)
  const drafts = group.documents.length + group.languages.length
  return (
    <>
      <CheckField
        label={t(drafts === 1 ? 'console.publish.tick' : 'console.publish.tickAll', {
          title: nameOf(group),
          count: drafts,
        })}
        checked={!isOut(group)}
        disabled={stays}
        onChange={(isTicked) => tick(group, isTicked)}
      />
      {stays && (
        <p className="small mute" role="status">
          {t('console.publish.needs', {
            names: groups.filter(isLeft).map(nameOf).join(', '),
          })}
        </p>
      )}
    </>
  )
}

/** No two groups have the same name: their kind tells them apart. */
function useGroupName(groups: readonly Group[]): (group: Group) => string {
  const t = useText()
  const plain = ({ id, title }: Group) =>
    title || (id === WORDS ? t('console.change.words') : readOut(id.slice(id.indexOf('/') + 1)))
  return (group) => {
    const same = groups.filter((each) => plain(each) === plain(group))
    if (same.length === 1) return plain(group)
    const kind = (group.documents[0] ?? '').split('/')[0]
    return t('console.publish.ofKind', {
      title: plain(group),
      kind: t(`console.kind.${kind}`),
      number: same.indexOf(group) + 1,
    })
  }
}
