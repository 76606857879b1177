/** A user's study: institution, cohort, and its assessments. */

import { useId } from 'react'
import type { StudyCohort } from '#engine/contract/admincontract.ts'
import { useRenderContext } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { offeredForResearch } from '#engine/decide/research.ts'
import { CheckField, TextField } from '#admin/parts/Field.tsx'
import field from '../parts/Field.module.css'

export const NO_COHORT: StudyCohort = { institution: '', name: '', assessments: [] }

export function isWhole({ institution, name, assessments }: StudyCohort): boolean {
  return institution.trim() !== '' && name.trim() !== '' && assessments.length > 0
}

export function CohortFields({
  value,
  onChange,
}: {
  value: StudyCohort
  onChange: (value: StudyCohort) => void
}) {
  const t = useText()
  const id = useId()
  const { catalog } = useRenderContext()
  const toggle = (assessment: string) => {
    const chosen = value.assessments.includes(assessment)
    onChange({
      ...value,
      assessments: chosen
        ? value.assessments.filter((each) => each !== assessment)
        : [...value.assessments, assessment],
    })
  }
  return (
    <>
      <TextField
        label={t('console.cohort.institution')}
        maxLength={120}
        value={value.institution}
        onChange={(institution) => onChange({ ...value, institution })}
      />
      <TextField
        label={t('console.cohort.name')}
        hint={t('console.cohort.nameHint')}
        maxLength={120}
        value={value.name}
        onChange={(name) => onChange({ ...value, name })}
      />
      <fieldset className={field['choices']} aria-describedby={`${id}-hint`}>
        <legend className={field['label']}>{t('console.cohort.assessments')}</legend>
        {offeredForResearch(catalog).map((assessment) => {
          const document = catalog.get('assessment', assessment)
          return (
            <CheckField
              key={assessment}
              checked={value.assessments.includes(assessment)}
              onChange={() => toggle(assessment)}
              label={
                <>
                  {t(document?.label ?? assessment)}
                  {document?.followedBy !== undefined && (
                    <span className="small mute">
                      {' '}
                      {t('console.cohort.then', {
                        names: document.followedBy
                          .map((each) => t(catalog.get('assessment', each)?.label ?? each))
                          .join(', '),
                      })}
                    </span>
                  )}
                </>
              }
            />
          )
        })}
        <p className="small mute" id={`${id}-hint`}>
          {t('console.cohort.assessmentsHint')}
        </p>
      </fieldset>
    </>
  )
}
