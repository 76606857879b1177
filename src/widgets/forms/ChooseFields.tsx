/** Questions about each choice, such as how good you are at it. */

import type { Section } from '#engine/decide/progress.ts'
import type { Choice } from '#engine/forms/formchoice.ts'
import { useRenderContext } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { choiceLabels } from './choices.ts'
import css from './SectionList.module.css'

export function ChooseFields({
  section,
  choice,
  name,
  onEdit,
}: {
  readonly section: Section
  readonly choice: Choice
  /** What the choice is called. */
  readonly name: string
  readonly onEdit: (choice: Choice) => void
}) {
  const t = useText()
  const { catalog, scope } = useRenderContext()
  return section.fields.map(({ id, label, list }) => (
    <label key={id} className={css['level']}>
      <span className="hidden-text">{`${name}: ${t(label)}`}</span>
      <select
        value={String(choice[id] ?? '')}
        onChange={({ currentTarget }) => onEdit({ ...choice, [id]: currentTarget.value || null })}
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
  ))
}
