/** What the address of questions needs so that they are answered a second time. */

import { useScope } from '#engine/react/context.ts'

/** @returns a query that names the result to replace; undefined if there is none yet */
export function useAgain(): (assessment: string) => { readonly again: string } | undefined {
  const { user } = useScope()
  return (assessment) => {
    const date = user?.assessments[assessment]?.updatedAt
    return date === undefined ? undefined : { again: date }
  }
}
