/** What waits for this person: things left half-made, comments, and what learners report. */

import { useHref, useScope } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { OUTLINES } from '#engine/recipes/outlines.ts'
import { ButtonLink } from '#widgets/parts/Button.tsx'
import { Heading, type Level } from '#widgets/parts/Heading.tsx'
import { useDocuments, useOpenComments, useOpenReports, useTitleOf } from '#admin/parts/client.ts'
import { splitName } from '#admin/parts/kinds.ts'
import { whenOf } from '#admin/parts/when.ts'
import { keptForm, nameIn } from '#admin/recipes/kept.ts'
import css from './Overview.module.css'

type Waiting = {
  readonly id: string
  readonly title: string
  readonly text: string
  readonly to: string
  readonly button: string
}

export function NextForYou({ level }: { level: Level }) {
  const t = useText()
  const waiting = useWaitingForYou()
  if (waiting.length === 0) return null
  return (
    <section aria-labelledby="overview-next">
      <Heading level={level} id="overview-next" className={css['name']}>
        {t('console.overview.next')}
      </Heading>
      <ul className={css['list']}>
        {waiting.map(({ id, title, text, to, button }) => (
          <li key={id} className={css['next']}>
            <span>
              <strong>{title}</strong>
              <br />
              <span className="small mute">{text}</span>
            </span>
            <ButtonLink look="line" small to={to}>
              {button}
              <span className="hidden-text"> {title}</span>
            </ButtonLink>
          </li>
        ))}
      </ul>
    </section>
  )
}

function useWaitingForYou(): readonly Waiting[] {
  const t = useText()
  const href = useHref()
  const { language, user } = useScope()
  const comments = useOpenComments()
  const reports = useOpenReports()
  const titleOf = useTitleOf()
  const changed = useOfferedTexts()
  const person = user?._id ?? ''
  return [
    ...OUTLINES.flatMap(({ id, steps }): Waiting[] => {
      const kept = keptForm(person, id)
      return kept === null
        ? []
        : [
            {
              id: `recipe ${id}`,
              title: t('console.overview.unfinished', {
                name: nameIn(kept.form) || t('console.recipes.unnamed'),
              }),
              text: t('console.overview.unfinishedText', {
                what: t(`console.recipes.title.${id}`),
                step: kept.step + 1,
                steps: steps.length + 1,
                when: whenOf(kept.at, language),
              }),
              to: href('consoleRecipe', { recipe: id }),
              button: t('console.overview.continue'),
            },
          ]
    }),
    ...Object.entries(comments)
      .filter(([, open]) => open > 0)
      .map(([name, open]): Waiting => {
        const [kind, id] = splitName(name)
        return {
          id: `comment ${name}`,
          title: titleOf(name),
          text: t('console.comment.open', { count: open }),
          to: href('consoleDocument', { kind, id }),
          button: t('console.overview.read'),
        }
      }),
    ...(changed === 0
      ? []
      : [
          {
            id: 'texts',
            title: t('console.overview.changedTexts', { count: changed }),
            text: t('console.overview.changedTextsText'),
            to: href('consoleLanguages', {}, { texts: 'changed' }),
            button: t('console.overview.look'),
          },
        ]),
    ...(reports === 0
      ? []
      : [
          {
            id: 'reports',
            title: t('console.overview.reports'),
            text: t('console.reports.open', { count: reports }),
            to: href('consoleRecords'),
            button: t('console.overview.read'),
          },
        ]),
  ]
}

/** How many texts of the tenant's own were made from shared ones that have changed since. */
function useOfferedTexts(): number {
  const items = useDocuments().value?.items ?? []
  return new Set(items.flatMap(({ offered = [] }) => offered)).size
}
