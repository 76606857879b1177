/**
 * The first form: what the default configuration asks for at the start. Saving takes a second and
 * works.
 */

import { SectionForm } from '#widgets/forms/SectionForm.tsx'
import { loadValidator } from '../harness/validator.ts'

export const actions = {
  'validator.load': loadValidator,
  'section.save': () => new Promise((resolve) => setTimeout(resolve, 1000)),
}

export default function FormsInitial() {
  return (
    <main className="wrap narrow" id="main">
      <SectionForm.component
        id="form"
        level={1}
        data={undefined}
        section="initialProfile"
        look="step"
      >
        {null}
      </SectionForm.component>
    </main>
  )
}
