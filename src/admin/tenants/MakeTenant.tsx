/** Makes a site: its name, its address, what it starts with, and its owner, who is invited. */

import { useState } from 'react'
import type { NewTenant, TenantMade } from '#engine/contract/tenantshapes.ts'
import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import { useRefresh } from '#admin/parts/client.ts'
import { SelectField, TextField } from '#admin/parts/Field.tsx'
import { useSend } from '#admin/parts/useSend.ts'
import { TENANTS } from './tenants.ts'
import css from './Tenants.module.css'

const BLANK = 'blank'
const SHOWN = ['/slug', '/hosts/0', '/template', '/owner']

type Props = {
  /** Names of what it may be a copy of. */
  copies: readonly string[]
  onClose: () => void
  onMade: (made: TenantMade) => void
}

export function MakeTenant({ copies, onClose, onMade }: Props) {
  const t = useText()
  const refresh = useRefresh()
  const [typed, setTyped] = useState({ slug: '', host: '', template: BLANK, owner: '' })
  const { form, busy, problem, faults, send } = useSend(SHOWN)
  const field = (name: keyof typeof typed, pointer: string) => ({
    value: typed[name],
    error: faults[pointer],
    onChange: (value: string) => setTyped({ ...typed, [name]: value }),
  })
  const make = () => {
    const { slug, host, template, owner } = typed
    const body: NewTenant = { slug, hosts: [host], template, owner }
    return send({ path: TENANTS, method: 'POST', body }, (made) => {
      refresh(TENANTS)
      onMade(made as TenantMade)
    })
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
