/** The profile section that the address names: a form, or the way to the result that it shows. Any section that a document lists, a tenant's own too. */

import Type from 'typebox'
import { useHref, useSurroundings } from '#engine/react/context.ts'
import { listedSections } from '#engine/progress.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { ButtonLink } from './Button.tsx'
import { Card } from './Card.tsx'
import { Heading, inCard } from './Heading.tsx'
import { Note } from './Note.tsx'
import { isTaken, lineOf, resultOfSection, routeOf } from './resultLine.ts'
import { SectionForm } from './SectionForm.tsx'

export const Props = Type.Object({}, { additionalProperties: false, 'x-needs': ['profile-section'] })

export const ChosenSection = defineWidget<typeof Props>('chosen-section', function ChosenSection({ id, level, data }) {
  const t = useText()
  const href = useHref()
  const { catalog, scope } = useSurroundings()
  const chosen = scope.route?.query['section'] ?? ''
  const section = listedSections(catalog).find((each) => each.id === chosen)
  const result = section && resultOfSection(catalog, scope, section)
  const Form = SectionForm.component
  return (
    <div className="stack">
      {section === undefined ? (
        <Note>{t('cv.noSection')}</Note>
      ) : section.fields.length > 0 ? (
        <Form key={chosen} section={chosen} id={`${id}-${chosen}`} level={level} data={data}>
          {null}
        </Form>
      ) : (
        <Card labelledBy={`${id}-title`}>
          <div className="stack-s">
            <Heading level={inCard(level)} id={`${id}-title`}>
              {t(section.label)}
            </Heading>
            <p className="mute">{t(section.hint ?? 'cv.nothing')}</p>
            {result && (
              <>
                <p>{lineOf(t, catalog, scope, result)}</p>
                <ButtonLink to={href(routeOf(result))}>{t(!result.access ? 'upgrade.toAccess' : isTaken(result) ? 'quiz.readReport' : 'card.letsGo')}</ButtonLink>
              </>
            )}
          </div>
        </Card>
      )}
      <ButtonLink look="line" to={href('cv')}>
        {t('cv.all')}
      </ButtonLink>
    </div>
  )
})
