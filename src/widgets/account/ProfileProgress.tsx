/**
 * How much of the profile is complete, what is next, and a link to it (spec 4, Profile progress).
 */

import Type from 'typebox'
import { Link } from 'react-router-dom'
import type { CvView } from '#engine/contract/cvcalls.ts'
import { partsDone } from '#engine/cv/partsdone.ts'
import { listedSections, profileProgress } from '#engine/decide/progress.ts'
import { useHref, useRenderContext } from '#engine/react/context.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText, type Translate } from '#engine/react/text.tsx'
import { ButtonLink } from '#widgets/parts/Button.tsx'
import { Card } from '#widgets/parts/Card.tsx'
import { Heading, inCard } from '#widgets/parts/Heading.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import { Trail } from '#widgets/parts/Trail.tsx'
import { agoOf } from '#engine/documents/ago.ts'
import { listOf } from '#engine/documents/intl.ts'
import { valueOf } from '#widgets/parts/dataOf.ts'
import { queryOfPart } from './parturl.ts'
import css from '../parts/ProgressCard.module.css'

const Text = Type.String({ 'x-ref': 'text' })

export const Props = Type.Object(
  {
    title: Text,
    parts: Type.String({
      'x-ref': 'text',
      description: 'How many are done: {{done}} of {{count}}.',
    }),
    next: Type.String({ 'x-ref': 'text', description: 'Which comes next: {{part}}.' }),
    all: Type.String({ 'x-ref': 'text', description: 'Shown when all are done.' }),
    routeName: Type.String({
      'x-ref': 'route',
      description:
        'The page of the sections: it is given the name of the next one as "section" in the address.',
    }),
    add: Type.String({ 'x-ref': 'text', description: 'On the button to the next one: {{part}}.' }),
    open: Type.String({ 'x-ref': 'text', description: 'On the button when all are done.' }),
    paper: Type.Optional(
      Type.Object(
        {
          missing: Type.String({
            'x-ref': 'text',
            description: 'What isn’t on the paper yet: {{parts}}, and {{count}} minutes in all.',
          }),
          more: Type.String({
            'x-ref': 'text',
            description: 'Last of those parts: {{count}} that aren’t named.',
          }),
          add: Type.String({
            'x-ref': 'text',
            description:
              'On the button to the next one: {{part}}, what is to be done, {{count}} minutes.',
          }),
          file: Type.String({
            'x-ref': 'text',
            description: 'The file that was made last: {{format}}, {{when}}.',
          }),
          formats: Type.String({ 'x-ref': 'texts', description: 'Names of the formats.' }),
          routeName: Type.String({ 'x-ref': 'route', description: 'Where its files are.' }),
          query: Type.Optional(Type.Record(Type.String(), Type.String({ maxLength: 120 }))),
          get: Type.String({ 'x-ref': 'text', description: 'On the link to its files.' }),
        },
        {
          additionalProperties: false,
          description:
            'Draws the paper that the parts are for, and says what its data (GET users/cv) know of it.',
        },
      ),
    ),
  },
  { additionalProperties: false, 'x-needs': ['section-names'] },
)

export const ProfileProgress = defineWidget<typeof Props>(
  'profile-progress',
  function ProfileProgress({
    title,
    parts,
    next: nextText,
    all: allText,
    routeName,
    add,
    open,
    paper,
    data,
    id,
    level,
  }) {
    const t = useText()
    const href = useHref()
    const { catalog, scope } = useRenderContext()
    const { sections, percent } = profileProgress(catalog, scope.user?.profile ?? {})
    const cv = paper === undefined ? null : valueOf<CvView>(data)
    const next = cv ? undefined : listedSections(catalog).find((section) => !sections[section.id])
    // As the page of the paper counts, whose parts aren't all sections of the profile.
    const { done, count } = cv
      ? partsDone(cv)
      : {
          done: Object.values(sections).filter(Boolean).length,
          count: Object.keys(sections).length,
        }
    const share = cv ? Math.round((100 * done) / Math.max(1, count)) : percent
    const words = t(parts, { count, done })
    const [gap] = cv?.gaps ?? []
    const step = gap ?? (next && { section: next.id })
    return (
      <Card labelledBy={`${id}-title`}>
        <div className={css['head']}>
          {paper !== undefined && <Sheet done={count === 0 ? 1 : done / count} />}
          <div className="grow">
            <div className="row between wraps">
              <Heading level={inCard(level)} id={`${id}-title`}>
                {t(title)}
              </Heading>
              <strong className={`num ${css['share']}`}>
                {t('card.percent', { percent: share })}
              </strong>
            </div>
            <div className={css['trail']}>
              <Trail value={done} max={Math.max(1, count)} label={t(title)} text={words} />
            </div>
            <p className="small mute">
              {words}{' '}
              {paper !== undefined && gap !== undefined
                ? t(paper.missing, missingOf(t, paper.more, cv!.gaps, scope.language))
                : next
                  ? t(nextText, { part: t(next.label) })
                  : t(allText)}
            </p>
          </div>
        </div>
        <ButtonLink
          look="line"
          block
          to={href(routeName, {}, step === undefined ? {} : queryOfPart(step))}
          icon={<Icon name={step === undefined ? 'file' : 'plus'} />}
          className={css['way']}
        >
          {paper !== undefined && gap !== undefined
            ? t(paper.add, { part: gap.ask ?? gap.title, count: gap.minutes })
            : next
              ? t(add, { part: t(next.label) })
              : t(open)}
        </ButtonLink>
        {paper !== undefined && cv != null && cv.parts.length > 0 && (
          <p className={`row between wraps small ${css['file']}`}>
            <span className="mute">
              {cv.file != null &&
                t(paper.file, {
                  format: t(`${paper.formats}.${cv.file.format}`),
                  when: agoOf(cv.file.at, scope.language),
                })}
            </span>
            <Link to={href(paper.routeName, {}, paper.query)}>{t(paper.get)}</Link>
          </p>
        )}
      </Card>
    )
  },
)

const NAMED = 2

/** The first few by name, the number of the others, the minutes of all. */
function missingOf(t: Translate, more: string, gaps: CvView['gaps'], language: string) {
  const named = gaps.slice(0, NAMED).map(({ title }) => title)
  const rest = gaps.length - named.length
  return {
    parts: listOf(rest > 0 ? [...named, t(more, { count: rest })] : named, language),
    count: gaps.reduce((sum, { minutes }) => sum + minutes, 0),
  }
}

/** A small sheet: solid lines for what is on it, dots for what is to come. */
function Sheet({ done }: { done: number }) {
  const rows = [34, 42, 50, 58, 66, 74, 82]
  const solid = Math.round(done * rows.length)
  return (
    <svg viewBox="0 0 70 99" aria-hidden="true" focusable="false" className={css['sheet']}>
      <path d="M10 14h30M10 23h46" />
      {rows.map((y, index) => (
        <path key={y} d={`M10 ${y}h50`} className={index < solid ? undefined : css['ahead']} />
      ))}
    </svg>
  )
}
