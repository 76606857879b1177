/** That an owner has been invited, or the link that an operator passes on. */

import type { HostChecked } from '#engine/contract/tenantshapes.ts'
import { useText } from '#engine/react/text.tsx'

export function Invited({ invited: { owner, link } }: { invited: HostChecked['invited'][number] }) {
  const t = useText()
  return (
    <>
      <p>{t(link === null ? 'console.tenants.invited' : 'console.tenants.passOn', { owner })}</p>
      {link !== null && (
        <p>
          <code>{link}</code>
        </p>
      )}
    </>
  )
}
