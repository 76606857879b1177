/**
 * Pictures that say nothing to people who can't see them. A schema names with `x-words` the member
 * that says it; one with `decorative` says that there is nothing to say.
 */

import { lookup, parentOf } from './address.ts'
import type { Issue, Mark } from './issue.ts'
import { own, type Json } from './json.ts'

const UNSAID = 'say what this picture shows, or mark it as decoration'

/** @param marks the annotated values of `props`, their pointers from there */
export function unsaidPictures(props: unknown, marks: readonly Mark[]): Issue[] {
  return marks.flatMap(({ schema, value, pointer }) => {
    const beside = schema['x-words']
    if (typeof beside !== 'string' || value === '') return []
    const around = lookup(props as Json, parentOf(pointer))
    const words = own(around, beside)
    // A rule may say either of them.
    const isSaid = words !== undefined && words !== ''
    const decorative = own(around, 'decorative')
    return isSaid || (decorative !== undefined && decorative !== false)
      ? []
      : [{ code: 'picture/words', pointer, message: UNSAID }]
  })
}
