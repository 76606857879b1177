/** The errors of a short form: found before it's sent, or returned by the server. Pure. */

import { passwordProblems } from '#engine/forms/password.ts'
import type { TextRef } from '#engine/react/text.tsx'
import { isEmail } from '#engine/forms/email.ts'
import { apiError, isOffline } from '#widgets/parts/problem.ts'

export type SimpleFieldProps = {
  readonly id: string
  readonly kind: 'email' | 'password' | 'new-password' | 'code' | 'text' | 'phone' | 'choice'
  readonly list?: string
  readonly label: string
  readonly hint?: string
  readonly autocomplete?: string
  readonly requiredMessage?: string
  readonly optional?: boolean
}

export type FieldProblem = { readonly id: string; readonly texts: readonly TextRef[] }
export type FormProblem = {
  readonly texts: readonly TextRef[]
  readonly fields: readonly FieldProblem[]
}

/** @returns null if the value is valid */
export function fieldProblem(field: SimpleFieldProps, value: string): FieldProblem | null {
  const texts = problemsOf(field, value)
  return texts.length === 0 ? null : { id: field.id, texts }
}

function problemsOf(
  { kind, optional, requiredMessage }: SimpleFieldProps,
  value: string,
): string[] {
  if (value === '') return optional ? [] : [requiredMessage ?? REQUIRED[kind]]
  if (kind === 'new-password') return passwordProblems(value).slice(0, 1)
  if (kind === 'email' && !isEmail(value)) return ['simpleForm.email']
  if (kind === 'code' && !/^\d{6}$/.test(value)) return ['simpleForm.code']
  return []
}

const REQUIRED: Readonly<Record<SimpleFieldProps['kind'], string>> = {
  email: 'simpleForm.emailRequired',
  password: 'password.required',
  'new-password': 'password.required',
  code: 'simpleForm.codeRequired',
  text: 'simpleForm.required',
  phone: 'simpleForm.required',
  choice: 'simpleForm.required',
}

/** An error of an action: at the fields that it names, otherwise for the whole form. */
export function readProblem(error: unknown, fields: readonly SimpleFieldProps[]): FormProblem {
  if (isOffline(error)) return { texts: ['simpleForm.offline'], fields: [] }
  const said = apiError(error)
  if (said === null) return { texts: ['simpleForm.failed'], fields: [] }
  const at = (said.fields ?? []).map(({ pointer, key, message }) => ({
    id: pointer.slice(1),
    text: message ? { words: message } : key,
  }))
  const known = at.filter(({ id }) => fields.some((field) => field.id === id))
  return {
    texts: known.length > 0 ? [] : [said.message ? { words: said.message } : 'simpleForm.failed'],
    fields: fields.flatMap(({ id }) => {
      const texts = known.filter((each) => each.id === id).map(({ text }) => text)
      return texts.length === 0 ? [] : [{ id, texts }]
    }),
  }
}
