/**
 * A long form with values in it; the server refuses the phone number and the email, then what it
 * says is gone.
 */

import { SectionForm } from '#widgets/forms/SectionForm.tsx'
import type { User } from '#engine/rules/scope.ts'
import { loadValidator } from '../harness/validator.ts'

export const user: User = {
  _id: 'u1',
  email: 'naledi@example.com',
  phone: null,
  emailVerified: true,
  phoneVerified: false,
  emailSHA256: null,
  createdAt: '2026-11-20T08:00:00Z',
  profile: {
    firstName: 'Naledi',
    lastName: 'Mokoena',
    birthDate: '2008-03-14',
    languages: ['en', 'tn'],
    nationality: 'ZA',
    email: 'naledi@example.com',
    drivingLicense: null,
  },
  consents: {},
  assessments: {},
  interactions: [],
  app: {
    accountType: 'lite',
    role: null,
    researchAssessments: [],
    cohort: null,
    termsAgreement: true,
    guardianEmail: null,
    legalAge: 18,
  },
  auth: {
    currentSessionAuthMethod: 'email',
    currentSessionAuthVerified: true,
    newAddress: null,
    codeTo: null,
  },
}

let tries = 0
const refusal = {
  code: 'profile/invalid',
  message: '',
  fields: [
    { pointer: '/phone', key: 'form.phone', message: '' },
    { pointer: '/email', key: 'signup.taken', message: 'Somebody else uses this email' },
  ],
}

export const actions = {
  'validator.load': loadValidator,
  'section.save': () => (tries++ === 0 ? Promise.reject(refusal) : Promise.resolve()),
}

export default function FormsBasic() {
  return (
    <main className="wrap narrow">
      <h1>Your CV</h1>
      <SectionForm.component id="form" level={2} data={undefined} section="basicInfo">
        {null}
      </SectionForm.component>
    </main>
  )
}
