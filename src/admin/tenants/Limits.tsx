/** What a site may have at most, beside what it has now. */

import { useState } from 'react'
import {
  MAX_TENANT_LIMIT,
  TENANT_LIMITS,
  type TenantLimit,
  type TenantLimits,
} from '#engine/contract/tenantlimits.ts'
import type { TenantView } from '#engine/contract/tenantshapes.ts'
import { useScope } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { Card } from '#widgets/parts/Card.tsx'
import { Heading, type Level } from '#widgets/parts/Heading.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import { TextField } from '#admin/parts/Field.tsx'
import { useSave } from './useSave.ts'
import css from './Tenants.module.css'

type Typed = Readonly<Record<TenantLimit, string>>

/** @returns undefined if it isn't a limit; null for none */
function limitOf(typed: string): number | null | undefined {
  const text = typed.trim()
  if (text === '') return null
  return /^\d+$/.test(text) && Number(text) <= MAX_TENANT_LIMIT ? Number(text) : undefined
}

export function Limits({ tenant: { slug, limits }, level }: { tenant: TenantView; level: Level }) {
  const t = useText()
  const { language } = useScope()
  const shown = (value: number) => new Intl.NumberFormat(language).format(value)
  const [typed, setTyped] = useState<Typed>(() => typedOf(limits))
  const { said, busy, save } = useSave(slug, 'console.tenants.limitsSaved')
  const wrong = TENANT_LIMITS.filter((each) => limitOf(typed[each]) === undefined)
  const saveAll = () => {
    const wanted = TENANT_LIMITS.map((each) => [each, limitOf(typed[each])])
    if (wrong.length === 0) void save({ limits: Object.fromEntries(wanted) as TenantLimits })
  }
  return (
    <Card labelledBy="tenant-limits">
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          saveAll()
        }}
      >
        <Heading level={level} id="tenant-limits">
          {t('console.tenants.limits')}
        </Heading>
        <p className="mute">{t('console.tenants.limitsText')}</p>
        <div className={`stack ${css['numbers']}`}>
          {TENANT_LIMITS.map((each) => (
            <TextField
              key={each}
              label={t(`console.tenants.limit.${each}`)}
              hint={t('console.tenants.limitUsed', { used: shown(limits[each].used) })}
              error={
                wrong.includes(each)
                  ? t('console.tenants.limitInvalid', { most: shown(MAX_TENANT_LIMIT) })
                  : undefined
              }
              value={typed[each]}
              onChange={(value) => setTyped({ ...typed, [each]: value })}
              maxLength={12}
            />
          ))}
        </div>
        {said !== null && (
          <Note look={said.look} alert={said.look === 'bad'}>
            {said.words}
          </Note>
        )}
        <Button type="submit" small look="line" busy={busy} disabled={wrong.length > 0}>
          {t('common.save')}
        </Button>
      </form>
    </Card>
  )
}

function typedOf(limits: TenantView['limits']): Typed {
  const said = (each: TenantLimit) => limits[each].most?.toString() ?? ''
  return { people: said('people'), pictures: said('pictures'), records: said('records') }
}
