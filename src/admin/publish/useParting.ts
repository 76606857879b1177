/** Which drafts a publish takes: groups that are ticked, and those that have to stay with others. */

import { useMemo, useState } from 'react'
import type { DocumentChange } from '#engine/contract/admincontract.ts'
import { useScope } from '#engine/react/context.ts'
import { countOf, together } from '#admin/diff/together.ts'
import { useChanges, useCheck, useTitles } from '#admin/parts/client.ts'
import { lastWritten } from '#admin/recipes/kept.ts'
import { groupsOf, type Group } from './groups.ts'

const NONE: readonly DocumentChange[] = []

/**
 * What is ticked, with the check of that part and what it means for people.
 *
 * @param asked drafts that wait for a second person already, and are no longer listed
 */
export function useParting(asked: readonly string[]) {
  const changes = useChanges()
  const titleOf = useTitleIn(changes.value?.changes ?? NONE)
  const { groups, isFromRecipe, written } = useGroups(changes.value?.changes, asked, titleOf)
  // Somebody who comes from a guided page publishes what it wrote.
  const [chosenLeft, setLeft] = useState<readonly string[] | null>(null)
  const left =
    chosenLeft ??
    groups
      .filter(({ documents }) => isFromRecipe && !documents.some((name) => written?.has(name)))
      .map(({ id }) => id)
  const isLeft = ({ id }: Group) => left.includes(id)
  const check = useCheck([...documentsOf(groups, isLeft), ...asked])
  const stays = check.value?.stays ?? []
  const needs = (group: Group) =>
    stays.find(({ document }) => group.documents.includes(document))?.problem
  const isOut = (group: Group) => isLeft(group) || needs(group) !== undefined
  const out = documentsOf(groups, isOut)
  // The list is of all drafts; what it means for people is of those that go.
  const going = useChanges([...out, ...asked])
  const taken = groups.filter((group) => !isOut(group))
  const chosen = [
    ...new Set(taken.flatMap(({ documents, languages }) => [...documents, ...languages])),
  ]
  const tick = (group: Group, isTicked: boolean) =>
    setLeft(isTicked ? left.filter((id) => id !== group.id) : [...left, group.id])
  return {
    check,
    changes,
    going,
    groups,
    isLeft,
    needs,
    isOut,
    isPart: taken.length < groups.length,
    chosen,
    /** As people see them. */
    count: taken.reduce((sum, group) => sum + countOf(together(group.changes, titleOf)), 0),
    titleOf,
    tick,
  }
}

export type Parting = ReturnType<typeof useParting>

/** Documents that go with none of the others. */
function documentsOf(groups: readonly Group[], isOne: (group: Group) => boolean): string[] {
  const kept = new Set(
    groups.filter((group) => !isOne(group)).flatMap(({ languages }) => languages),
  )
  return groups
    .filter(isOne)
    .flatMap(({ documents, languages }) => [
      ...documents,
      ...languages.filter((name) => !kept.has(name)),
    ])
}

function useGroups(
  changes: readonly DocumentChange[] | undefined,
  asked: readonly string[],
  titleOf: (document: string) => string,
) {
  const scope = useScope()
  const person = scope.user?._id ?? ''
  const isFromRecipe = scope.route?.query['from'] === 'recipe'
  const key = asked.join(' ')
  return useMemo(() => {
    const waiting = new Set(key.split(' '))
    const open = (changes ?? NONE).filter(({ document }) => !waiting.has(document))
    const last = lastWritten(person)
    // What was published or thrown away since is no draft any more.
    const isThere = (name: string) => open.some(({ document }) => document === name)
    const written = last !== null && last.drafts.every(isThere) ? last : null
    return {
      groups: groupsOf(open, titleOf, written),
      isFromRecipe: isFromRecipe && written !== null,
      written: written === null ? null : new Set(written.drafts),
    }
  }, [changes, key, titleOf, person, isFromRecipe])
}

/** Titles of documents; of what isn't saved elsewhere, that of the change. */
function useTitleIn(changes: readonly DocumentChange[]): (document: string) => string {
  const titles = useTitles()
  return useMemo(() => {
    const own = new Map(changes.map(({ document, title = '' }) => [document, title]))
    return (document) => titles[document] ?? own.get(document) ?? ''
  }, [titles, changes])
}
