/** Sites of the installation, for its operators: all of them, or one of them. */

import Type from 'typebox'
import { useScope } from '#engine/react/context.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { TenantList } from '#admin/tenants/TenantList.tsx'
import { TenantPage } from '#admin/tenants/TenantPage.tsx'

export const Props = Type.Object(
  {
    of: Type.Optional(
      Type.Enum(['all', 'one'], {
        description: 'All by default; or the one that the address names.',
      }),
    ),
  },
  { additionalProperties: false },
)

export const Tenants = defineWidget<typeof Props>(
  'console-tenants',
  function Tenants({ of = 'all', level }) {
    const { tenant = '' } = useScope().route?.params ?? {}
    if (of === 'all') return <TenantList level={level} />
    return <TenantPage key={tenant} slug={tenant} level={level} />
  },
)
