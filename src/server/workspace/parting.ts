/**
 * Publishing some drafts and leaving others: what can't go without a draft that is left stays a
 * draft too, found by the check itself, so that no second list of what needs what has to be right.
 */

import { nameOf } from '#engine/documents/document.ts'
import type { Problem } from '#engine/contract/problems.ts'
import type { ReleaseContext } from '#server/release/context.ts'
import type { DraftWithAuthor } from '../store/drafts.ts'
import type { Tenant } from '../store/tenants.ts'
import { asPauses } from './pausedinstead.ts'
import { checkWorkspace, type Workspace } from './workspace.ts'

/** A draft that has to stay, and why. */
export type Stays = { readonly document: string; readonly problem: Problem }

/** A chain of drafts that need each other is followed this far; then its problem is shown. */
const MAX_ROUNDS = 6

const nameOfDraft = (draft: Pick<DraftWithAuthor, 'kind' | 'id'>): string => nameOf(draft)

/** The same workspace without some drafts. */
export function without(space: Workspace, left: ReadonlySet<string>): Workspace {
  if (left.size === 0) return space
  return { ...space, drafts: space.drafts.filter((draft) => !left.has(nameOfDraft(draft))) }
}

/**
 * What is wrong with the drafts that remain, and which of them stay because of those that are left.
 *
 * @param left names of documents whose drafts are not to be published
 */
export async function checkPart(
  context: ReleaseContext,
  tenant: Tenant,
  space: Workspace,
  left: ReadonlySet<string>,
): Promise<{ readonly problems: readonly Problem[]; readonly stays: readonly Stays[] }> {
  const check = async (part: Workspace) =>
    asPauses(await checkWorkspace(context, tenant, part), part)
  if (without(space, left).drafts.length === space.drafts.length)
    return { problems: await check(space), stays: [] }
  // What is wrong anyway is a problem, and no reason to leave its document.
  const anyway = new Set((await check(space)).map(keyOf))
  const stays: Stays[] = []
  const out = new Set(left)
  for (let round = 1; ; round++) {
    const part = without(space, out)
    if (part.drafts.length === 0) return { problems: [], stays }
    const problems = await check(part)
    const drafts = new Set(part.drafts.map(nameOfDraft))
    const needy = problems.filter(
      (problem) =>
        problem.severity === 'error' && drafts.has(problem.document) && !anyway.has(keyOf(problem)),
    )
    if (needy.length === 0 || round === MAX_ROUNDS) return { problems, stays }
    for (const problem of needy) {
      if (out.has(problem.document)) continue
      out.add(problem.document)
      stays.push({ document: problem.document, problem })
    }
  }
}

function keyOf({ code, document, pointer }: Problem): string {
  return `${code} ${document} ${pointer}`
}
