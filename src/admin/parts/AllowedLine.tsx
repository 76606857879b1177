/** What the site has, and may have at most: a line for each, and a warning before it is full. */

import { fullness, type Allowed, type TenantLimit } from '#engine/contract/tenantlimits.ts'
import { useScope } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { Heading, type Level } from '#widgets/parts/Heading.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import { useAllowed } from './client.ts'

/** Of one of them; nothing where there is no limit. */
export function AllowedLine({ of }: { of: TenantLimit }) {
  const found = useAllowed().value?.items.find(({ what }) => what === of)
  if (found === undefined) return null
  return fullness(found) === 'room' ? <Used allowed={found} /> : <Warning allowed={found} />
}

/** Of those that are nearly full or full. */
export function AllowedWarnings({ className = '' }: { className?: string | undefined }) {
  const items = useAllowed().value?.items.filter((each) => fullness(each) !== 'room') ?? []
  if (items.length === 0) return null
  return (
    <div className={`stack-s ${className}`}>
      {items.map((each) => (
        <Warning key={each.what} allowed={each} />
      ))}
    </div>
  )
}

export function AllowedList({ level, className }: { level: Level; className: string | undefined }) {
  const t = useText()
  const items = useAllowed().value?.items ?? []
  if (items.length === 0) return null
  return (
    <section aria-labelledby="allowed">
      <Heading level={level} id="allowed" className={className}>
        {t('console.allowed.title')}
      </Heading>
      {items.map((each) => (
        <Used key={each.what} allowed={each} />
      ))}
    </section>
  )
}

function useNumbers() {
  const t = useText()
  const { language } = useScope()
  const shown = (value: number) => new Intl.NumberFormat(language).format(value)
  return ({ what, used, most }: Allowed) =>
    t(`console.allowed.used.${what}`, { used: shown(used), most: shown(most) })
}

function Used({ allowed }: { allowed: Allowed }) {
  return <p className="mute">{useNumbers()(allowed)}</p>
}

function Warning({ allowed }: { allowed: Allowed }) {
  const t = useText()
  const state = fullness(allowed)
  return (
    <Note look={state === 'full' ? 'bad' : 'info'} title={useNumbers()(allowed)}>
      {t(`console.allowed.${state}.${allowed.what}`)} {t('console.allowed.ask')}
    </Note>
  )
}
