/** Makes a site: its name, its address, what it starts with, and its owner, who is invited. */

import { useEffect, useRef, useState } from 'react'
import type { NewTenant, TenantMade } from '#engine/contract/tenantshapes.ts'
import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import { fieldsOf, isDone, refusalOf, useConsole, useRefresh } from '#admin/parts/client.ts'
import { SelectField, TextField } from '#admin/parts/Field.tsx'
import { TENANTS } from './tenants.ts'
import css from './Tenants.module.css'

const BLANK = 'blank'

type Props = {
  /** Names of sites that may be copied. */
  copies: readonly string[]
  onClose: () => void
  onMade: (made: TenantMade) => void
}

export function MakeTenant({ copies, onClose, onMade }: Props) {
  const t = useText()
  const call = useConsole()
  const refresh = useRefresh()
  const [typed, setTyped] = useState({ slug: '', host: '', template: BLANK, owner: '' })
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  useEffect(
    () => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus(),
    [faults],
  )
  const field = (name: keyof typeof typed, pointer: string) => ({
    value: typed[name],
    error: faults[pointer],
    onChange: (value: string) => setTyped({ ...typed, [name]: value }),
  })
  const make = async () => {
    setBusy(true)
    setProblem(null)
    setFaults({})
    const { slug, host, template, owner } = typed
    const body: NewTenant = { slug, hosts: [host], template, owner }
    try {
      const response = await call({ path: TENANTS, method: 'POST', body })
      if (isDone(response)) {
        refresh(TENANTS)
        return onMade(response.value as TenantMade)
      }
      const fields = fieldsOf(response)
      setFaults(fields)
      if (Object.keys(fields).length === 0) setProblem(refusalOf(response).message)
    } catch {
      setProblem(t('console.failed'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form
      ref={form}
      className={css['form']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void make()
      }}
    >
      <TextField
        label={t('console.tenants.name')}
        hint={t('console.tenants.nameHint')}
        maxLength={40}
        autoComplete="off"
        {...field('slug', '/slug')}
      />
      <TextField
        label={t('console.tenants.host')}
        hint={t('console.tenants.hostHint')}
        maxLength={253}
        autoComplete="off"
        {...field('host', '/hosts/0')}
      />
      <SelectField
        label={t('console.tenants.template')}
        hint={t('console.tenants.templateHint')}
        {...field('template', '/template')}
        choices={[
          { id: BLANK, label: t('console.tenants.blank') },
          ...copies.map((slug) => ({ id: slug, label: t('console.tenants.copyOf', { slug }) })),
        ]}
      />
      <TextField
        type="email"
        label={t('console.tenants.owner')}
        hint={t('console.tenants.ownerHint')}
        maxLength={254}
        autoComplete="off"
        {...field('owner', '/owner')}
      />
      {problem !== null && (
        <Note look="bad" alert>
          {problem}
        </Note>
      )}
      <div className="row wraps">
        <Button type="submit" busy={busy}>
          {t('console.tenants.makeButton')}
        </Button>
        <Button look="text" onClick={onClose}>
          {t('console.tenants.back')}
        </Button>
      </div>
    </form>
  )
}
