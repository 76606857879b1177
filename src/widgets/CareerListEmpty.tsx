/** Why a list of careers is empty, and what to do now. */

import type { CareerList } from '#engine/contract.ts'
import { useAction, useHref, useScope, useSurroundings } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { Button, ButtonLink } from './Button.tsx'
import type { Level } from './Heading.tsx'
import { NO_FILTERS } from './careerFilters.ts'
import { StateScene } from './StateScene.tsx'

type EmptyProps = { kind: 'matches' | 'all' | 'favourites'; reason: CareerList['reason']; level: Level; lessonRoute: string | undefined; startRoute: string | undefined }

export function NoCareers({ kind, reason, level, lessonRoute, startRoute = 'hollandCodeReportPage' }: EmptyProps) {
  const t = useText()
  const href = useHref()
  const { catalog } = useSurroundings()
  const { route } = useScope()
  const set = useAction<Readonly<Record<string, string>>, unknown>('query.set')
  const state = reason ?? (kind === 'favourites' ? 'unsaved' : kind === 'matches' ? 'nothing' : 'unfound')
  const search = route?.query['search'] ?? ''
  const all = catalog.route('occupationsNavigatorCareers') && (
    <ButtonLink look={state === 'not-taken' ? 'line' : state === 'undifferentiated' || state === 'nothing' ? 'step' : 'main'} to={href('occupationsNavigatorCareers')}>
      {t('careers.toAll')}
    </ButtonLink>
  )
  return (
    <StateScene
      scene={state === 'unfound' ? 'lost' : 'empty'}
      level={level}
      title={t(`careers.empty.${state}.title`)}
      text={t(`careers.empty.${state}.text`)}
      note={state === 'unfound' && search !== '' ? t('careers.empty.searched', { search }) : undefined}
    >
      {state === 'unsaved' && (
        <ButtonLink look="step" to={href('occupationsNavigatorMatches')}>
          {t('careers.toMatches')}
        </ButtonLink>
      )}
      {state === 'unfound' && <Button onClick={() => void set(NO_FILTERS)}>{t('careers.clear')}</Button>}
      {state === 'not-taken' && (
        <ButtonLink look="step" to={href(startRoute)}>
          {t('careers.toStart')}
        </ButtonLink>
      )}
      {state !== 'unsaved' && state !== 'unfound' && all}
      {state === 'undifferentiated' && lessonRoute !== undefined && (
        <ButtonLink look="line" to={href(lessonRoute)}>
          {t('careers.toLesson')}
        </ButtonLink>
      )}
    </StateScene>
  )
}
