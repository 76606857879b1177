/**
 * The rule for passwords (spec 5): checked by the form during typing, and by the server before it
 * stores one.
 */

/** In reading order. The messages are the texts `password.<rule>`. */
export const PASSWORD_RULES = ['length', 'lower', 'upper', 'number'] as const
export type PasswordRule = (typeof PASSWORD_RULES)[number]

/** Length in characters as people count them, so that an emoji is one (spec 9: 6 to 20). */
const HOLDS: Readonly<Record<PasswordRule, (password: string) => boolean>> = {
  length: (password) => [...password].length >= 6 && [...password].length <= 20,
  // Letters and digits of any script: é is a lowercase letter, ٣ is a number.
  lower: (password) => /\p{Ll}/u.test(password),
  upper: (password) => /\p{Lu}/u.test(password),
  number: (password) => /\p{Nd}/u.test(password),
}

export function holdsRule(rule: PasswordRule, password: string): boolean {
  return HOLDS[rule](password)
}

/**
 * @returns text keys of what is missing, in order; `password.required` alone for no password; empty
 * if the password is acceptable
 */
export function passwordProblems(password: string): string[] {
  if (password === '') return ['password.required']
  return PASSWORD_RULES.filter((rule) => !holdsRule(rule, password)).map(
    (rule) => `password.${rule}`,
  )
}
