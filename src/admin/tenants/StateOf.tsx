/** Whether a site is open, in a word. */

import type { TenantSummary } from '#engine/contract/tenantshapes.ts'
import { useText } from '#engine/react/text.tsx'
import { Chip } from '#widgets/parts/Chip.tsx'

export function StateOf({ state }: Pick<TenantSummary, 'state'>) {
  const t = useText()
  return <Chip look={state === 'open' ? 'ok' : 'plain'}>{t(`console.tenants.state.${state}`)}</Chip>
}
