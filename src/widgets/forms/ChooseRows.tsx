/** What has been chosen, in the order that it will have, and what is asked of each. */

import type { Dispatch } from 'react'
import type { Section } from '#engine/decide/progress.ts'
import type { ProfileFormEvent } from '#engine/forms/profileform.ts'
import type { Choice } from '#engine/forms/records.ts'
import { useRenderContext } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { Heading, type Level } from '#widgets/parts/Heading.tsx'
import { choiceLabels } from './choices.ts'
import { RowButtons } from './RecordButtons.tsx'
import css from './SectionList.module.css'

export function ChosenRows({
  section,
  level,
  chosen,
  nameOf,
  dispatch,
}: {
  readonly section: Section
  readonly chosen: readonly Choice[]
  readonly level: Level
  readonly nameOf: (choice: Choice) => string
  readonly dispatch: Dispatch<ProfileFormEvent>
}) {
  const t = useText()
  const { catalog, scope } = useRenderContext()
  if (chosen.length === 0) return null
  return (
    <div>
      <Heading level={level} className={css['heading']}>
        {t('form.yours')}
      </Heading>
      <ol className={css['rows']}>
        {chosen.map((choice, index) => {
          const name = nameOf(choice)
          return (
            <li key={choice._id ?? choice.id ?? choice.text} className={css['picked']}>
              <span className={css['name']}>{name}</span>
              {section.fields.map(({ id, label, list }) => (
                <label key={id} className={css['level']}>
                  <span className="hidden-text">{`${name}: ${t(label)}`}</span>
                  <select
                    value={String(choice[id] ?? '')}
                    onChange={({ currentTarget }) =>
                      dispatch({
                        type: 'edit',
                        index,
                        record: { ...choice, [id]: currentTarget.value || null },
                      })
                    }
                  >
                    <option value="">{t(label)}</option>
                    {choiceLabels(
                      list === undefined ? undefined : catalog.get('list', list),
                      t,
                      scope.language,
                    ).map((each) => (
                      <option key={each.id} value={each.id}>
                        {each.label}
                      </option>
                    ))}
                  </select>
                </label>
              ))}
              <RowButtons
                title={name}
                isFirst={index === 0}
                isLast={index === chosen.length - 1}
                onMove={(by) => dispatch({ type: 'move', index, by })}
                onRemove={() => dispatch({ type: 'remove', index })}
              />
            </li>
          )
        })}
      </ol>
    </div>
  )
}
