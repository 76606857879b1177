/** Whether a site is open, in a word. */

import type { TenantSummary } from '#engine/contract/tenantshapes.ts'
import { useText } from '#engine/react/text.tsx'
import { Chip } from '#widgets/parts/Chip.tsx'
import { hasNoAddress } from './tenants.ts'

type Props = Pick<TenantSummary, 'state' | 'hosts' | 'waiting'>

export function StateOf({ state, hosts, waiting }: Props) {
  const t = useText()
  if (state === 'open' && hasNoAddress({ hosts, waiting }))
    return <Chip look="wait">{t('console.tenants.waits')}</Chip>
  return <Chip look={state === 'open' ? 'ok' : 'plain'}>{t(`console.tenants.state.${state}`)}</Chip>
}
