/** How much of the profile is complete, what is next, and the way to it (spec 4, Profile progress). */

import Type from 'typebox'
import { listedSections, profileProgress } from '#engine/progress.ts'
import { useHref, useSurroundings } from '#engine/react/context.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { ButtonLink } from './Button.tsx'
import { Card } from './Card.tsx'
import { Heading, inCard } from './Heading.tsx'
import { Icon } from './Icon.tsx'
import { Trail } from './Trail.tsx'
import css from './ProgressCard.module.css'

export const Props = Type.Object({}, { additionalProperties: false })

export const ProfileProgress = defineWidget<typeof Props>('profile-progress', function ProfileProgress({ id, level }) {
  const t = useText()
  const href = useHref()
  const { catalog, scope } = useSurroundings()
  const { sections, percent } = profileProgress(catalog, scope.user?.profile ?? {})
  const all = Object.keys(sections).length
  const done = Object.values(sections).filter(Boolean).length
  const next = listedSections(catalog).find((section) => !sections[section.id])
  const words = t('profileHome.parts', { count: all, done })
  return (
    <Card labelledBy={`${id}-title`}>
      <div className="row between">
        <Heading level={inCard(level)} id={`${id}-title`}>
          {t('profileHome.profile')}
        </Heading>
        <strong className={`num ${css['share']}`}>{t('card.percent', { percent })}</strong>
      </div>
      <div className={css['trail']}>
        <Trail value={done} max={Math.max(1, all)} label={t('profileHome.profile')} text={words} />
      </div>
      <p className="small mute">
        {words} {next ? t('profileHome.nextPart', { part: t(next.label) }) : t('profileHome.allParts')}
      </p>
      {scope.feature['Cv']?.access && (
        <ButtonLink look="line" block to={next ? `${href('cv')}?section=${encodeURIComponent(next.id)}` : href('cv')} icon={<Icon name={next ? 'plus' : 'file'} />} className={css['way']}>
          {next ? t('profileHome.addPart', { part: t(next.label) }) : t('profileHome.toCv')}
        </ButtonLink>
      )}
    </Card>
  )
})
