/** Every combination of arms that is seen passes every check of a release (docs/decisions/0098). */

import type { LRUCache } from 'lru-cache'
import { checkDocuments, type CheckContext } from '#engine/check/check.ts'
import { secondOpinion } from './secondopinion.ts'
import type { Problem } from '#engine/contract/problems.ts'
import type { Catalog } from '#engine/documents/catalog.ts'
import { nameOf } from '#engine/documents/document.ts'
import {
  changedBy,
  changingArms,
  combinationsOf,
  runningOf,
  withChanged,
} from '#engine/experiments/arms.ts'
import { nameOfArms, type Arms } from '#engine/experiments/assign.ts'

/**
 * @param catalog  sound documents
 * @param soundModels decisions known to be sound, so that an arm that changes a text costs little
 */
export function checkArms(
  catalog: Catalog,
  host: CheckContext,
  soundModels: LRUCache<string, readonly Problem[]>,
  modelKey: (catalog: Catalog) => string,
): Problem[] {
  const documents = new Map([...catalog.documents()].map((each) => [nameOf(each), each]))
  const get = (name: string) => documents.get(name)
  const running = runningOf(catalog.all('experiment'), get)
  const seen = new Set<string>()
  return combinationsOf(running).flatMap((arms) => {
    const changed = changedBy(running, arms, get)
    // Controls change nothing; many combinations are the same documents.
    const key = nameOfArms(changingArms(running, arms))
    if (changed.size === 0 || seen.has(key)) return []
    seen.add(key)
    let model = ''
    // Where its change is made already, an arm would seem to change nothing.
    const sources = withChanged(documents.values(), changed)
      .filter(({ kind }) => kind !== 'experiment')
      .map((value) => ({ where: nameOf(value), value }))
    const checked = checkDocuments(sources, host, (made) => {
      model = modelKey(made)
      return !soundModels.has(model)
    })
    const problems = checked.problems.filter(({ severity }) => severity === 'error')
    if (problems.length === 0) {
      if (model !== '')
        soundModels.set(
          model,
          checked.problems.filter(({ code }) => code.startsWith('model/')),
        )
      problems.push(
        ...secondOpinion(checked.catalog, [...changed.values()]).filter(
          ({ severity }) => severity === 'error',
        ),
      )
    }
    return problems.map((problem) => inArm(problem, arms))
  })
}

/** The problem, said of the experiment. */
function inArm({ code, document, pointer, message }: Problem, arms: Arms): Problem {
  const [[id, arm] = ['', '']] = Object.entries(arms).slice(-1)
  return {
    code,
    document: `experiment/${id}`,
    pointer: `/arms/${arm}`,
    message: `with ${nameOfArms(arms)}, ${document}${pointer}: ${message}`,
    severity: 'error',
  }
}
