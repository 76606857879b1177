/** Addresses of a site that nobody has verified yet: the record to add, and what was found. */

import { useState } from 'react'
import type { HostChecked, TenantSummary, WaitingHost } from '#engine/contract/tenantshapes.ts'
import { useScope } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import { isDone, refusalOf, useConsole, useRefresh } from '#admin/parts/client.ts'
import { ConfirmCall } from '#admin/parts/ConfirmCall.tsx'
import { whenOf } from '#admin/parts/when.ts'
import { Invited } from './Invited.tsx'
import { pathOf, TENANTS } from './tenants.ts'
import css from './Tenants.module.css'

export function WaitingHosts({ tenant: { slug, waiting } }: { tenant: TenantSummary }) {
  const t = useText()
  const [checked, setChecked] = useState<{ host: string; invited: HostChecked['invited'] } | null>(
    null,
  )
  return (
    <>
      <div role="status">
        {checked !== null && (
          <Note look="ok" title={t('console.tenants.verified', { host: checked.host })}>
            {checked.invited.map((each) => (
              <Invited key={each.owner} invited={each} />
            ))}
          </Note>
        )}
      </div>
      {waiting.map((each) => (
        <Waiting
          key={each.host}
          slug={slug}
          waiting={each}
          onVerified={(invited) => setChecked({ host: each.host, invited })}
        />
      ))}
    </>
  )
}

function Waiting({
  slug,
  waiting: { host, record, value, checkedAt, found },
  onVerified,
}: {
  slug: string
  waiting: WaitingHost
  onVerified: (invited: HostChecked['invited']) => void
}) {
  const t = useText()
  const call = useConsole()
  const refresh = useRefresh()
  const { language } = useScope()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [vouching, setVouching] = useState(false)
  const asked = { path: `${pathOf(slug)}/verify`, method: 'POST' } as const
  const settle = ({ tenant, invited }: HostChecked) => {
    if (!tenant.waiting.some((each) => each.host === host)) onVerified(invited)
    refresh(TENANTS)
  }
  const check = async () => {
    setBusy(true)
    setProblem(null)
    try {
      const response = await call({ ...asked, body: { host } })
      if (isDone(response)) settle(response.value as HostChecked)
      else setProblem(refusalOf(response).message)
    } catch {
      setProblem(t('console.failed'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Note title={t('console.tenants.waitsTitle', { host })}>
      <div className="stack">
        <p>{t('console.tenants.waitsText')}</p>
        <dl className={css['record']}>
          <Fact name="type" value="TXT" />
          <Fact name="name" value={record} />
          <Fact name="value" value={value} />
        </dl>
        <p className="small" role="status">
          {checkedAt === null || found === null
            ? t('console.tenants.notChecked')
            : `${t('console.tenants.checkedAt', { when: whenOf(checkedAt, language) })} ${t(`console.tenants.found.${found}`)}`}
        </p>
        {problem !== null && <p role="alert">{problem}</p>}
        <div className="row wraps">
          <Button look="line" small busy={busy} onClick={() => void check()}>
            {t('console.tenants.check')}
          </Button>
          <Button look="text" small onClick={() => setVouching(true)}>
            {t('console.tenants.vouch')}
          </Button>
        </div>
      </div>
      {vouching && (
        <ConfirmCall
          call={{ ...asked, body: { host, vouch: true } }}
          title={t('console.tenants.vouch')}
          text={t('console.tenants.vouchText', { host, slug })}
          button={t('console.tenants.vouchButton')}
          look="main"
          onClose={() => setVouching(false)}
          onDone={(value) => {
            setVouching(false)
            settle(value as HostChecked)
          }}
        />
      )}
    </Note>
  )
}

function Fact({ name, value }: { name: 'type' | 'name' | 'value'; value: string }) {
  const t = useText()
  return (
    <div>
      <dt>{t(`console.tenants.record.${name}`)}</dt>
      <dd>
        <code>{value}</code>
      </dd>
    </div>
  )
}
