/** Phone numbers as users write them: only here are they turned into E.164. */

import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/mobile'

/** E.164 has at most 15 digits; the rest is room for spaces, brackets and hyphens. */
const MAX_CHARACTERS = 32

/**
 * Digits of a mobile number without its calling code, where the numbering plan as it is known lets
 * shorter ones pass: one digit left out must not look right.
 */
const DIGITS: Readonly<Record<string, number>> = { ZA: 9 }

/**
 * A mobile number in E.164.
 *
 * @param written international (`+27 82 123 4567`), or as it is dialled within the country
 *   (`082 123 4567`); in any script's digits
 * @param country ISO 3166-1 code; only national numbers need it
 * @returns null if no text message can reach it: not a number, not a mobile one, or one with an
 *   extension
 */
export function phoneOf(written: string, country: string | undefined): string | null {
  if (written.length > MAX_CHARACTERS) return null
  const known = country !== undefined && isSupportedCountry(country) ? country : undefined
  const parsed = parsePhoneNumberFromString(written, {
    ...(known !== undefined && { defaultCountry: known }),
    extract: false,
  })
  if (parsed === undefined || !parsed.isValid() || parsed.ext !== undefined) return null
  const digits = DIGITS[parsed.country ?? '']
  return digits === undefined || parsed.nationalNumber.length === digits ? parsed.number : null
}
