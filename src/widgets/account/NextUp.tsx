/**
 * The assessment that comes next, its minutes, and the one step to it; when nothing is left, where
 * else to go (spec 2, Profile and CV).
 */

import Type from 'typebox'
import { useHref, useRenderContext } from '#engine/react/context.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { ButtonLink } from '#widgets/parts/Button.tsx'
import { Card } from '#widgets/parts/Card.tsx'
import { Chip } from '#widgets/parts/Chip.tsx'
import { Heading, inCard } from '#widgets/parts/Heading.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import { nextUp } from '#widgets/reports/results.ts'
import { StripBoard } from '#widgets/parts/StripBoard.tsx'
import { usePeek, wordsOfStart } from '#widgets/parts/usePeek.ts'
import css from './NextUp.module.css'

const Text = Type.String({ 'x-ref': 'text' })

export const Props = Type.Object(
  {
    caption: Type.String({ 'x-ref': 'text', description: 'A few words above the title.' }),
    buttonText: Type.Optional(Type.String({ 'x-ref': 'text', default: 'card.letsGo' })),
    allDone: Type.Object(
      {
        title: Text,
        text: Text,
        button: Text,
        routeName: Type.String({ 'x-ref': 'route' }),
        show: Type.Optional(
          Type.Boolean({ description: 'Usually bound to the feature of the page.' }),
        ),
      },
      {
        additionalProperties: false,
        description:
          'Where users go who have taken everything, or while the next one is being built.',
      },
    ),
  },
  { additionalProperties: false, 'x-needs': ['assessment-summaries'] },
)

export const NextUp = defineWidget<typeof Props>(
  'next-up',
  function NextUp({ caption, buttonText = 'card.letsGo', allDone, id, level }) {
    const t = useText()
    const href = useHref()
    const { catalog, scope } = useRenderContext()
    const next = nextUp(catalog, scope)
    const waiting = usePeek(next?.id ?? '')
    const built = next === null || next.built !== false
    const { show: isOpen = true } = allDone
    if (next === null && !isOpen) return null
    const to = href(next?.startRoute ?? next?.doneRoute ?? allDone.routeName)
    return (
      <Card look="cloth" labelledBy={`${id}-title`}>
        <div className={css['board']}>
          <StripBoard name="strip" />
        </div>
        <div className={css['top']}>
          <p className="mute strong">{t(caption)}</p>
          {!built && <Chip look="wait">{t('built.tag')}</Chip>}
        </div>
        <Heading level={inCard(level)} id={`${id}-title`} className={css['title']}>
          {t(next === null ? allDone.title : next.label)}
        </Heading>
        <p className="mute">{t(next === null ? allDone.text : next.summary)}</p>
        {next !== null && (
          <p className={css['time']}>
            <Icon name="clock" size="s" />
            {t('card.minutes', { count: next.minutes })}
          </p>
        )}
        {/* Still being built, so not a next step: a quieter button leads to its page. */}
        <div className={css['buttons']}>
          <ButtonLink look={built ? 'step' : 'line'} to={to}>
            {next !== null && built
              ? wordsOfStart(t, waiting, buttonText)
              : t(next === null ? allDone.button : 'built.more')}
          </ButtonLink>
          {!built && isOpen && (
            <ButtonLink look="step" to={href(allDone.routeName)}>
              {t(allDone.button)}
            </ButtonLink>
          )}
        </div>
      </Card>
    )
  },
)
