/** Why a record is a good or poor match, in the page's words. */

import { useText } from '#engine/react/text.tsx'
import { isObject } from '#engine/documents/json.ts'
import type { Why as Facts } from '#engine/scoring/match.ts'
import { explainFit } from '#engine/scoring/explainfit.ts'
import { fieldOf, useName } from './record.ts'
import type { Why } from './recordProps.ts'

/** Only what is shared: records that share the same can be grouped under one sentence. */
export function sharedIn(record: unknown, { path }: Why): Facts | null {
  const facts = fieldOf(record, path)
  if (!isObject(facts) || !Array.isArray(facts['shared'])) return null
  return { shared: facts['shared'] as Facts['shared'], more: null, less: null }
}

/** @returns the sentences, or null if the record has no reasons */
export function useWhy(): (record: unknown, why: Why) => string | null {
  const t = useText()
  const name = useName()
  return (record, { path, texts, names }) => {
    const facts = fieldOf(record, path)
    if (!isObject(facts) || !Array.isArray(facts['shared'])) return null
    return explainFit(facts as unknown as Facts)
      .map(({ key, types }) => {
        const [first, second, third] = types.map((type) => name(type, names) ?? type)
        return t(`${texts}.${key}`, { first, second, third })
      })
      .join(' ')
  }
}

/** The one reason that all of these have; null if they differ, or there is only one of them. */
export function useOneWhy(): (records: readonly unknown[], why: Why | undefined) => string | null {
  const say = useWhy()
  return (records, why) => {
    if (why === undefined || records.length < 2) return null
    const [first, ...others] = records.map((record) => say(record, why))
    return first !== undefined && others.every((each) => each === first) ? first : null
  }
}
