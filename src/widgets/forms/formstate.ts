/**
 * The form state of the specification (engine/forms/profileform.ts) of a form whose fields keep
 * what is typed: told of every letter without rendering the page for it.
 */

import { useRef, useState } from 'react'
import type { Section } from '#engine/decide/progress.ts'
import {
  CLOSED,
  profileForm,
  type ProfileForm,
  type ProfileFormEvent,
} from '#engine/forms/profileform.ts'
import type { FormValues } from '#engine/forms/formvalues.ts'

export type OpenForm = {
  /** As it is at this moment; asked in events and effects, never to render. */
  readonly now: () => ProfileForm
  readonly tell: (event: ProfileFormEvent) => void
}

/** @param formData what it starts with */
export function useOpenForm(section: Section, formData: FormValues): OpenForm {
  const [start] = useState(() => profileForm(CLOSED, { type: 'open', section, formData }))
  const state = useRef(start)
  const [form] = useState<OpenForm>(() => ({
    now: () => state.current,
    tell: (event) => void (state.current = profileForm(state.current, event)),
  }))
  return form
}
