/** Where something is in a person's own file, in words: "Experience 1, start date". */

import { capital } from '#engine/documents/intl.ts'
import { useScope } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { placeOf } from './broughtfile.ts'

/** Members of the file and what they are called; others are said as the file says them. */
export type Names = Readonly<Record<string, string>>

/** What is in it stands on its own: a name, an address. */
const UNSAID: ReadonlySet<string> = new Set(['basics'])

export function usePlaces(names: Names = {}): (pointer: string) => string {
  const t = useText()
  const { language } = useScope()
  const said = (member: string) =>
    UNSAID.has(member) ? '' : Object.hasOwn(names, member) ? t(names[member]) : member
  return (pointer) => {
    const place = placeOf(pointer, said)
    return Object.keys(names).length === 0 ? place : capital(place, language)
  }
}
