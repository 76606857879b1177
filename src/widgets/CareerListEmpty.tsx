/** Why a list of careers is empty, and what to do now. */

import type { CareerList } from '#engine/contract.ts'
import { useAction, useHref, useScope } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { Button, ButtonLink } from './Button.tsx'
import type { Level } from './Heading.tsx'
import { narrowedBy, NO_FILTERS } from './careerFilters.ts'
import { StateScene } from './StateScene.tsx'

type EmptyProps = { kind: 'matches' | 'all' | 'favourites'; reason: CareerList['reason']; level: Level; lessonRoute: string | undefined; startRoute: string | undefined }

export function NoCareers({ kind, reason, level, lessonRoute, startRoute = 'hollandCodeReportPage' }: EmptyProps) {
  const t = useText()
  const href = useHref()
  const { route, feature } = useScope()
  const set = useAction<Readonly<Record<string, string>>, unknown>('query.set')
  const query = route?.query ?? {}
  const by = narrowedBy(query)
  const state = reason ?? (kind === 'favourites' ? 'unsaved' : kind === 'all' || by !== 'none' ? 'unfound' : 'nothing')
  const texts = `careers.empty.${state}${state === 'unfound' ? `.${by}` : ''}`
  const all = feature['CareerExplorer']?.access && (
    <ButtonLink look={state === 'not-taken' ? 'line' : state === 'undifferentiated' || state === 'nothing' ? 'step' : 'main'} to={href('occupationsNavigatorCareers')}>
      {t('careers.toAll')}
    </ButtonLink>
  )
  return (
    <StateScene
      scene={state === 'unfound' ? 'lost' : 'empty'}
      level={level}
      title={t(`${texts}.title`)}
      text={t(`${texts}.text`)}
      note={state === 'unfound' && query['search'] ? t('careers.empty.searched', { search: query['search'] }) : undefined}
    >
      {state === 'unsaved' && feature['CareerMatches']?.access && (
        <ButtonLink look="step" to={href('occupationsNavigatorMatches')}>
          {t('careers.toMatches')}
        </ButtonLink>
      )}
      {state === 'unfound' && by !== 'none' && <Button onClick={() => void set(NO_FILTERS)}>{t(`careers.clear.${by}`)}</Button>}
      {state === 'unfound' && kind === 'matches' && feature['CareerExplorer']?.access && (
        <ButtonLink look="line" to={href('occupationsNavigatorCareers', undefined, { ...query })}>
          {t('careers.searchAll')}
        </ButtonLink>
      )}
      {state === 'not-taken' && (
        <ButtonLink look="step" to={href(startRoute)}>
          {t('careers.toStart')}
        </ButtonLink>
      )}
      {state !== 'unsaved' && (state !== 'unfound' || by === 'none') && all}
      {state === 'undifferentiated' && lessonRoute !== undefined && (
        <ButtonLink look="line" to={href(lessonRoute)}>
          {t('careers.toLesson')}
        </ButtonLink>
      )}
    </StateScene>
  )
}
