/**
 * The name of an account type. The menu rules and the list of plans spell one of them differently
 * (access/plans).
 */

import { useRenderContext } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'

export function usePlanName(): (accountType: string) => string {
  const t = useText()
  const { catalog } = useRenderContext()
  return (accountType) =>
    t(catalog.plans.find(({ id }) => id === accountType)?.label ?? `plan.${accountType}`)
}
