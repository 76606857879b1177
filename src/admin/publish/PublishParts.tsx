/** Which drafts a publish takes: the tick of each, and what has to stay with one that is left. */

import { useState } from 'react'
import type { CheckResult } from '#engine/contract/admincontract.ts'
import { useText } from '#engine/react/text.tsx'
import { Card } from '#widgets/parts/Card.tsx'
import { below, Heading, type Level } from '#widgets/parts/Heading.tsx'
import { DifferenceView } from '#admin/diff/DifferenceView.tsx'
import { useChanges, useCheck, useTitles } from '#admin/parts/client.ts'
import { CheckField } from '#admin/parts/Field.tsx'

/**
 * What is ticked, with the check of that part and what it means for people.
 *
 * @param asked drafts that wait for a second person already, and are no longer listed
 */
export function useParting(asked: readonly string[]) {
  const [left, setLeft] = useState<readonly string[]>([])
  const check = useCheck([...left, ...asked])
  const stays = check.value?.stays ?? []
  const out = [...left, ...stays.map(({ document }) => document)]
  // The list is of all drafts; what it means for people is of those that go.
  const changes = useChanges()
  const going = useChanges([...out, ...asked])
  const all = (changes.value?.changes ?? []).filter(({ document }) => !asked.includes(document))
  const chosen = all.map(({ document }) => document).filter((document) => !out.includes(document))
  const tick = (document: string, isTicked: boolean) =>
    setLeft(isTicked ? left.filter((name) => name !== document) : [...left, document])
  return { check, changes, going, all, left, stays, out, chosen, tick }
}

/** Every draft in words, each with its tick where there are several. */
export function WhatGoes({
  level,
  parting: { all, left, stays, out, chosen, tick },
  canChoose,
}: {
  level: Level
  parting: ReturnType<typeof useParting>
  canChoose: boolean
}) {
  const t = useText()
  const titles = useTitles()
  const renderChoice = (document: string, title: string) => (
    <Choice
      title={title}
      isLeft={left.includes(document)}
      needs={stays.find((each) => each.document === document)?.problem}
      onChange={(isTicked) => tick(document, isTicked)}
    />
  )
  return (
    <section className="stack-s" aria-labelledby="publish-changes">
      <Heading level={below(level)} id="publish-changes">
        {out.length === 0
          ? t('console.publish.changes', { count: all.length })
          : t('console.publish.some', { count: chosen.length, all: all.length })}
      </Heading>
      <Card>
        <DifferenceView
          changes={all}
          titles={titles}
          {...(canChoose && all.length > 1 && { renderChoice })}
        />
      </Card>
    </section>
  )
}

/** Whether a draft goes, and why one has to stay. */
function Choice({
  title,
  isLeft,
  needs,
  onChange,
}: {
  title: string
  isLeft: boolean
  needs: CheckResult['stays'][number]['problem'] | undefined
  onChange: (isTicked: boolean) => void
}) {
  const t = useText()
  const stays = needs !== undefined && !isLeft
  return (
    <>
      <CheckField
        label={t('console.publish.tick', { title })}
        checked={!isLeft && !stays}
        disabled={stays}
        onChange={onChange}
      />
      {stays && (
        <p className="small mute" role="status">
          {t('console.publish.needs', { problem: needs.message })}
        </p>
      )}
    </>
  )
}
