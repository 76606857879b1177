/** The profile section that the address names, as a form. Any section that a document lists, a tenant's own too. */

import Type from 'typebox'
import { useHref, useScope, useSurroundings } from '#engine/react/context.ts'
import { listedSections } from '#engine/progress.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { ButtonLink } from './Button.tsx'
import { Note } from './Note.tsx'
import { SectionForm } from './SectionForm.tsx'

export const Props = Type.Object({}, { additionalProperties: false, 'x-needs': ['profile-section'] })

export const ChosenSection = defineWidget<typeof Props>('chosen-section', function ChosenSection({ id, level, data }) {
  const t = useText()
  const href = useHref()
  const { catalog } = useSurroundings()
  const chosen = useScope().route?.query['section'] ?? ''
  const known = listedSections(catalog).some((section) => section.id === chosen && section.fields.length > 0)
  const Form = SectionForm.component
  return (
    <div className="stack">
      {known ? (
        <Form key={chosen} section={chosen} id={`${id}-${chosen}`} level={level} data={data}>
          {null}
        </Form>
      ) : (
        <Note>{t('cv.noSection')}</Note>
      )}
      <ButtonLink look="line" to={href('cv')}>
        {t('cv.all')}
      </ButtonLink>
    </div>
  )
})
