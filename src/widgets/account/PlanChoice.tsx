/** One plan of a comparison: how far it goes, what it adds, its price or why it isn't on offer. */

import { useRenderContext } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { ButtonLink } from '#widgets/parts/Button.tsx'
import { Chip } from '#widgets/parts/Chip.tsx'
import { Heading, inCard } from '#widgets/parts/Heading.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import { moneyOf } from '#engine/documents/intl.ts'
import type { PlanRow } from './planchoice.ts'
import { PlanLeg } from './PlanLeg.tsx'
import css from './PlanComparison.module.css'

/** As many as people read; all of them are in the table. */
const SHOWN = 5

type Props = {
  id: string
  level: 1 | 2 | 3 | 4
  row: PlanRow
  at: { index: number; own: number; of: number }
  country: string
  isChosen: boolean
  onChoose: () => void
  to: string
}

export function PlanChoice({ id, level, row, at, country, isChosen, onChoose, to }: Props) {
  const t = useText()
  const { catalog, scope } = useRenderContext()
  const { name, price, state, contains, adds } = row
  const label = (feature: string) => t(catalog.feature(feature)?.label ?? feature)
  const money = price ? moneyOf(price.amount, price.currency, scope.language, country) : ''
  const field = `${id}-${row.id}`
  const heading = (
    <Heading level={inCard(level)} className={css['name']}>
      {name}
    </Heading>
  )
  return (
    <div
      className={[css['plan'], isChosen && css['chosen'], state === 'own' && css['own']]
        .filter(Boolean)
        .join(' ')}
    >
      <PlanLeg {...at} />
      {state === 'onOffer' ? (
        <label className={css['head']} htmlFor={field}>
          <span className="row">
            <input
              type="radio"
              id={field}
              name={id}
              className={css['radio']}
              checked={isChosen}
              onChange={onChoose}
            />
            {heading}
          </span>
          <span className={`num ${css['price']}`}>{money}</span>
        </label>
      ) : (
        <div className={css['head']}>
          {heading}
          {state === 'own' && (
            <Chip>
              <Icon name="tick" />
              {t('plans.own')}
            </Chip>
          )}
        </div>
      )}
      {state !== 'onOffer' && state !== 'own' && state !== 'same' && (
        <p className="small mute">{t(`plans.${state}`)}</p>
      )}
      <div className={`small ${css['adds']}`}>
        {contains !== null && state !== 'included' && (
          <p className="mute">
            {t(adds.length === 0 ? 'plans.same' : 'plans.contains', { plan: contains })}
          </p>
        )}
        {/* What the user has already needs no second list on a phone. */}
        {adds.length > 0 && state !== 'included' && (
          <ul>
            {adds.slice(0, SHOWN).map((feature) => (
              <li key={feature}>
                <Icon name="tick" size="s" />
                <span>{label(feature)}</span>
              </li>
            ))}
            {adds.length > SHOWN && (
              <li className="mute">{t('plans.more', { count: adds.length - SHOWN })}</li>
            )}
          </ul>
        )}
      </div>
      {state === 'onOffer' && isChosen && (
        <ButtonLink look="step" block to={to}>
          {t('plans.get', { plan: name })}
          <span className="only-small">, {money}</span>
        </ButtonLink>
      )}
    </div>
  )
}

/** A tick or three dots, and the word for screen readers. */
export function Has({ has }: { has: boolean }) {
  const t = useText()
  return (
    <>
      {has ? <Icon name="tick" size="s" /> : <span className={css['dots']} aria-hidden="true" />}
      <span className="hidden-text">{t(has ? 'plans.yes' : 'plans.no')}</span>
    </>
  )
}
