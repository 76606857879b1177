/** Everything new that can be made step by step, and what was left half-way. */

import { Link } from 'react-router-dom'
import { useHref, useScope } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { OUTLINES } from '#engine/recipes/outlines.ts'
import type { IconName } from '#engine/documents/icons.ts'
import { Chip } from '#widgets/parts/Chip.tsx'
import type { Level } from '#widgets/parts/Heading.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import { useRights } from '#admin/parts/client.ts'
import { PageHead } from '#admin/parts/PageHead.tsx'
import { keptForm, nameIn } from './kept.ts'
import css from './Recipes.module.css'

export function RecipeList({ level }: { level: Level }) {
  const t = useText()
  const href = useHref()
  const rights = useRights()
  const person = useScope().user?._id ?? ''
  return (
    <>
      <PageHead
        level={level}
        title={t('console.recipes.heading')}
        text={t('console.recipes.headingText')}
      />
      {rights.edit ? (
        <ul className={css['recipes']}>
          {OUTLINES.map(({ id, icon, steps }) => {
            const kept = keptForm(person, id)
            return (
              <li key={id}>
                <Link className={css['recipe']} to={href('consoleRecipe', { recipe: id })}>
                  <span className={css['drawing']}>
                    <Icon name={icon as IconName} />
                  </span>
                  <span className={css['recipeWords']}>
                    <strong>{t(`console.recipes.title.${id}`)}</strong>
                    <span className="small mute">{t(`console.recipes.text.${id}`)}</span>
                    {kept !== null && (
                      <Chip>
                        {t('console.recipes.goOn', {
                          name: nameIn(kept.form) || t('console.recipes.unnamed'),
                          step: kept.step + 1,
                          steps: steps.length + 1,
                        })}
                      </Chip>
                    )}
                  </span>
                </Link>
              </li>
            )
          })}
        </ul>
      ) : (
        <Note>{t('console.recipes.notYours')}</Note>
      )}
    </>
  )
}

/** The way to it from other pages of the console. */
export function NewThing() {
  const t = useText()
  const href = useHref()
  const rights = useRights()
  if (!rights.edit) return null
  return (
    <Link className={css['newThing']} to={href('consoleRecipes')}>
      <Icon name="plus" size="s" />
      {t('console.recipes.make')}
    </Link>
  )
}
