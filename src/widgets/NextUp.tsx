/** The assessment that comes next, its minutes, and the one step to it; when nothing is left, careers (spec 2, Profile and CV). */

import Type from 'typebox'
import { useHref, useSurroundings } from '#engine/react/context.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { ButtonLink } from './Button.tsx'
import { Card } from './Card.tsx'
import { Chip } from './Chip.tsx'
import { Heading, inCard } from './Heading.tsx'
import { Icon } from './Icon.tsx'
import { nextUp } from './results.ts'
import { StripBoard } from './StripBoard.tsx'
import { usePeek, wordsOfStart } from './usePeek.ts'
import css from './NextUp.module.css'

export const Props = Type.Object({}, { additionalProperties: false })

export const NextUp = defineWidget<typeof Props>('next-up', function NextUp({ id, level }) {
  const t = useText()
  const href = useHref()
  const { catalog, scope } = useSurroundings()
  const next = nextUp(catalog, scope)
  const waiting = usePeek(next?.id ?? '')
  const built = next === null || next.built !== false
  const careers = scope.feature['CareerMatches']?.access ?? false
  if (next === null && !careers) return null
  const to = next === null ? href('occupationsNavigatorMatches') : href(next.startRoute ?? next.doneRoute ?? 'profileHomePage')
  return (
    <Card look="cloth" labelledBy={`${id}-title`}>
      <div className={css['board']}>
        <StripBoard name="strip" />
      </div>
      <div className={css['top']}>
        <p className="mute strong">{t('profileHome.nextUp')}</p>
        {!built && <Chip look="wait">{t('built.tag')}</Chip>}
      </div>
      <Heading level={inCard(level)} id={`${id}-title`} className={css['title']}>
        {t(next === null ? 'profileHome.allDone' : next.label)}
      </Heading>
      <p className="mute">{t(next === null ? 'profileHome.allDoneText' : next.summary)}</p>
      {next !== null && (
        <p className={css['time']}>
          <Icon name="clock" size="s" />
          {t('card.minutes', { count: next.minutes })}
        </p>
      )}
      {/* What is still being built is no step to take: its page tells more, in a quieter button. */}
      <div className={css['buttons']}>
        <ButtonLink look={built ? 'step' : 'line'} to={to}>
          {next !== null && built ? wordsOfStart(t, waiting, 'card.letsGo') : t(next === null ? 'profileHome.toCareers' : 'built.more')}
        </ButtonLink>
        {!built && careers && (
          <ButtonLink look="step" to={href('occupationsNavigatorMatches')}>
            {t('profileHome.toCareers')}
          </ButtonLink>
        )}
      </div>
    </Card>
  )
})
