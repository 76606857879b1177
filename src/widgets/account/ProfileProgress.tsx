/**
 * How much of the profile is complete, what is next, and a link to it (spec 4, Profile progress).
 */

import Type from 'typebox'
import { listedSections, profileProgress } from '#engine/decide/progress.ts'
import { useHref, useRenderContext } from '#engine/react/context.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { ButtonLink } from '#widgets/parts/Button.tsx'
import { Card } from '#widgets/parts/Card.tsx'
import { Heading, inCard } from '#widgets/parts/Heading.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import { Trail } from '#widgets/parts/Trail.tsx'
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
    id,
    level,
  }) {
    const t = useText()
    const href = useHref()
    const { catalog, scope } = useRenderContext()
    const { sections, percent } = profileProgress(catalog, scope.user?.profile ?? {})
    const all = Object.keys(sections).length
    const done = Object.values(sections).filter(Boolean).length
    const next = listedSections(catalog).find((section) => !sections[section.id])
    const words = t(parts, { count: all, done })
    return (
      <Card labelledBy={`${id}-title`}>
        <div className="row between">
          <Heading level={inCard(level)} id={`${id}-title`}>
            {t(title)}
          </Heading>
          <strong className={`num ${css['share']}`}>{t('card.percent', { percent })}</strong>
        </div>
        <div className={css['trail']}>
          <Trail value={done} max={Math.max(1, all)} label={t(title)} text={words} />
        </div>
        <p className="small mute">
          {words} {next ? t(nextText, { part: t(next.label) }) : t(allText)}
        </p>
        <ButtonLink
          look="line"
          block
          to={href(routeName, {}, next ? { section: next.id } : {})}
          icon={<Icon name={next ? 'plus' : 'file'} />}
          className={css['way']}
        >
          {next ? t(add, { part: t(next.label) }) : t(open)}
        </ButtonLink>
      </Card>
    )
  },
)
