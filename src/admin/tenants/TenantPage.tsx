/** One site: its addresses, whether it is open, and its work as a file. */

import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { TenantSummary, TenantView } from '#engine/contract/tenantshapes.ts'
import { useHref, useScope } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { Card } from '#widgets/parts/Card.tsx'
import { below, Heading, type Level } from '#widgets/parts/Heading.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import { useRead, useRefresh } from '#admin/parts/client.ts'
import { ConfirmCall } from '#admin/parts/ConfirmCall.tsx'
import { LongField } from '#admin/parts/Field.tsx'
import { PageHead } from '#admin/parts/PageHead.tsx'
import { Pending } from '#admin/parts/Pending.tsx'
import { Limits } from './Limits.tsx'
import { StateOf } from './StateOf.tsx'
import { hasNoAddress, pathOf, TENANTS } from './tenants.ts'
import { useSave } from './useSave.ts'
import { WaitingHosts } from './WaitingHosts.tsx'
import { WorkAsFile } from './WorkAsFile.tsx'

export function TenantPage({ slug, level }: { slug: string; level: Level }) {
  const t = useText()
  const href = useHref()
  const read = useRead<TenantView>(pathOf(slug))
  return (
    <>
      <PageHead level={level} title={slug} />
      <div className="stack-l">
        <p>
          <Link to={href('consoleTenants')}>{t('console.tenants.back')}</Link>
        </p>
        <Pending read={read}>
          {(tenant) => (
            <>
              <State tenant={tenant} />
              <WaitingHosts tenant={tenant} />
              <Hosts key={tenant.hosts.join()} tenant={tenant} level={below(level)} />
              <Limits tenant={tenant} level={below(level)} />
              <WorkAsFile slug={slug} level={below(level)} />
            </>
          )}
        </Pending>
      </div>
    </>
  )
}

function State({ tenant }: { tenant: TenantSummary }) {
  const { slug, state, address, people, owners } = tenant
  const t = useText()
  const refresh = useRefresh()
  const { language } = useScope()
  const [asking, setAsking] = useState(false)
  const next = state === 'closed' ? 'open' : 'closed'
  return (
    <section className="stack">
      <p className="row wraps">
        <StateOf {...tenant} />
        {hasNoAddress(tenant) ? <span>{address}</span> : <a href={address}>{address}</a>}
        <span className="mute">
          {t('console.tenants.people', {
            count: people,
            shown: new Intl.NumberFormat(language).format(people),
          })}
          {', '}
          {t('console.tenants.owners', { count: owners })}
        </span>
      </p>
      <Button look="line" small onClick={() => setAsking(true)}>
        {t(`console.tenants.to.${next}`)}
      </Button>
      {asking && (
        <ConfirmCall
          call={{ path: pathOf(slug), method: 'PATCH', body: { state: next } }}
          title={t(`console.tenants.to.${next}`)}
          text={t(`console.tenants.toText.${next}`, { slug })}
          button={t(`console.tenants.to.${next}`)}
          look={next === 'closed' ? 'danger' : 'main'}
          onClose={() => setAsking(false)}
          onDone={() => {
            setAsking(false)
            refresh(TENANTS)
          }}
        />
      )}
    </section>
  )
}

/** One address a line. */
function Hosts({ tenant: { slug, hosts }, level }: { tenant: TenantSummary; level: Level }) {
  const t = useText()
  const [typed, setTyped] = useState(hosts.join('\n'))
  const { said, busy, save } = useSave(slug, 'console.tenants.hostsSaved')
  return (
    <Card labelledBy="tenant-hosts">
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void save({ hosts: typed.split(/\s+/).filter((host) => host !== '') })
        }}
      >
        <Heading level={level} id="tenant-hosts">
          {t('console.tenants.hosts')}
        </Heading>
        <LongField
          label={t('console.tenants.hostsLabel')}
          hint={t('console.tenants.hostsHint')}
          value={typed}
          onChange={setTyped}
          rows={4}
          maxLength={6000}
        />
        {said !== null && (
          <Note look={said.look} alert={said.look === 'bad'}>
            {said.words}
          </Note>
        )}
        <Button type="submit" small look="line" busy={busy}>
          {t('common.save')}
        </Button>
      </form>
    </Card>
  )
}
