/** One thing to agree to: the whole card is the checkbox's label. */

import type { ConsentItem } from '#engine/decide/consents.ts'
import { useHref, useScope } from '#engine/react/context.ts'
import { useText, type TextRef } from '#engine/react/text.tsx'
import { Chip } from '#widgets/parts/Chip.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import css from './ConsentCard.module.css'

type Props = {
  item: ConsentItem
  needed: boolean
  id: string
  on: boolean
  problem: readonly TextRef[] | undefined
  onTick: (on: boolean) => void
}

export function ConsentCard({ item, needed, id, on, problem, onTick }: Props) {
  const t = useText()
  const href = useHref()
  const { legalAge } = useScope().config
  return (
    <div className={`${css['card']} ${problem ? css['wrong'] : ''}`}>
      <label className={css['label']} htmlFor={id}>
        <input
          className={css['box']}
          type="checkbox"
          id={id}
          checked={on}
          required={needed}
          aria-invalid={problem ? true : undefined}
          aria-labelledby={`${id}-title ${id}-kind`}
          aria-describedby={problem ? `${id}-text ${id}-error` : `${id}-text`}
          onChange={(event) => onTick(event.target.checked)}
        />
        <span className="grow">
          <span className={css['head']}>
            <strong id={`${id}-title`}>{t(item.label)}</strong>
            <span id={`${id}-kind`}>
              <Chip look={needed ? 'brand' : 'plain'}>
                {t(needed ? 'consent.isNeeded' : 'consent.isChoice')}
              </Chip>
            </span>
          </span>
          <span className={`small mute ${css['text']}`} id={`${id}-text`}>
            {t(item.text, { age: legalAge })}
          </span>
        </span>
      </label>
      {item.link && (
        // Keyed separately, so that what is ticked stays ticked.
        <a className={css['link']} href={href(item.link.routeName)} target="_blank" rel="noopener">
          {t(item.link.text)}
          <span className="hidden-text">, {t('consent.newTab')}</span>
        </a>
      )}
      {problem && (
        <p className={css['error']} id={`${id}-error`}>
          <Icon name="warning" size="s" />
          <span>{problem.map((text) => t(text)).join(' ')}</span>
        </p>
      )}
    </div>
  )
}
