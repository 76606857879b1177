/** All sites, with how many people each has and none of them. */

import { Table } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import type {
  TenantList as TenantListed,
  TenantMade,
  TenantSummary,
} from '#engine/contract/tenantshapes.ts'
import { useHref, useScope } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import type { Level } from '#widgets/parts/Heading.tsx'
import { useRead } from '#admin/parts/client.ts'
import { TextField } from '#admin/parts/Field.tsx'
import { PageHead } from '#admin/parts/PageHead.tsx'
import { Pages } from '#admin/parts/Pages.tsx'
import { Pending } from '#admin/parts/Pending.tsx'
import { useTyped } from '#admin/parts/useTyped.ts'
import { Invited } from './Invited.tsx'
import { MakeTenant } from './MakeTenant.tsx'
import { StateOf } from './StateOf.tsx'
import { TENANTS } from './tenants.ts'

export function TenantList({ level }: { level: Level }) {
  const t = useText()
  const [making, setMaking] = useState(false)
  const [made, setMade] = useState<TenantMade | null>(null)
  const [page, setPage] = useState(1)
  const [typed, search, setTyped] = useTyped(() => setPage(1))
  const read = useRead<TenantListed>(`${TENANTS}?page=${page}&search=${encodeURIComponent(search)}`)
  if (making)
    return (
      <>
        <PageHead level={level} title={t('console.tenants.make')} />
        <MakeTenant
          copies={read.value?.templates ?? []}
          onClose={() => setMaking(false)}
          onMade={(one) => {
            setMade(one)
            setMaking(false)
          }}
        />
      </>
    )
  return (
    <>
      <PageHead level={level} title={t('console.menu.tenants')} text={t('console.tenants.text')}>
        <Button small icon={<Icon name="plus" size="s" />} onClick={() => setMaking(true)}>
          {t('console.tenants.make')}
        </Button>
      </PageHead>
      <div className="stack">
        <div role="status">{made !== null && <Made tenant={made} />}</div>
        <TextField
          type="search"
          label={t('console.tenants.search')}
          value={typed}
          onChange={setTyped}
          maxLength={100}
        />
        <Pending read={read}>
          {({ items, total, pageSize }) =>
            items.length === 0 ? (
              <p className="mute">{t('console.tenants.none')}</p>
            ) : (
              <>
                <All items={items} />
                <Pages page={page} pageSize={pageSize} total={total} onPage={setPage} />
              </>
            )
          }
        </Pending>
      </div>
    </>
  )
}

/** A new site, and what happens next. */
function Made({ tenant: { slug, owner, address, waits, link } }: { tenant: TenantMade }) {
  const t = useText()
  const href = useHref()
  return (
    <Note look={waits ? 'info' : 'ok'} title={t('console.tenants.made', { slug })}>
      {waits ? (
        <>
          <p>{t('console.tenants.madeWaits', { owner })}</p>
          <p>
            <Link to={href('consoleTenant', { tenant: slug })}>
              {t('console.tenants.toVerify')}
            </Link>
          </p>
        </>
      ) : (
        <>
          <p>
            <a href={address}>{address}</a>
          </p>
          <Invited invited={{ owner, link }} />
        </>
      )}
    </Note>
  )
}

function All({ items }: { items: readonly TenantSummary[] }) {
  const t = useText()
  const href = useHref()
  const { language } = useScope()
  const number = new Intl.NumberFormat(language)
  return (
    <Table>
      <Table.Thead>
        <Table.Tr>
          {(['name', 'hosts', 'people', 'owners', 'state'] as const).map((each) => (
            <Table.Th key={each} scope="col">
              {t(`console.tenants.column.${each}`)}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {items.map(({ slug, hosts, waiting, people, owners, state }) => (
          <Table.Tr key={slug}>
            <Table.Td>
              <Link to={href('consoleTenant', { tenant: slug })}>{slug}</Link>
            </Table.Td>
            <Table.Td>{hosts.join(', ')}</Table.Td>
            <Table.Td className="num">
              {t('console.tenants.people', { count: people, shown: number.format(people) })}
            </Table.Td>
            <Table.Td className="num">{t('console.tenants.owners', { count: owners })}</Table.Td>
            <Table.Td>
              <StateOf state={state} hosts={hosts} waiting={waiting} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
