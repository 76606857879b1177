/** Formats of texts that users type. Browser and server run the same checks. */

import { isEmail } from './email.ts'

type Check = (value: string) => boolean

/** The formats that fields may have: reviewed checks, never a regular expression of a tenant's. */
export const FORMATS: Readonly<Record<string, Check>> & { readonly email: Check } = {
  email: isEmail,
  phone: isPhone,
  date: isDate,
  'past-date': (value) =>
    isDate(value) && value >= '1900-01-01' && value <= new Date().toISOString().slice(0, 10),
  month: isMonth,
  'past-month': (value) => isMonth(value) && value <= new Date().toISOString().slice(0, 7),
  'za-id': isSouthAfricanId,
}

/**
 * The calling codes that countries have (ITU-T E.164; a test compares them with list/countries).
 * None is a prefix of another.
 */
const CALLING_CODE =
  /^(?:1|7|2[07]|21[1-368]|2[2346]\d|25[0-8]|29[01789]|3[0-469]|3[57]\d|38[0-35-79]|4[013-9]|42[013]|5[1-8]|5[09]\d|6[0-6]|67[02-9]|68[0-35-9]|69[0-2]|8[1246]|85[02356]|88[06]|9[0-58]|96[0-8]|97[0-7]|99[2-68])/

/**
 * International form (`+`, a calling code, at most 15 digits by E.164), or a national number: 7 to
 * 15 digits, with spaces, dots, brackets and hyphens in between. The length that a country requires
 * isn't checked.
 */
function isPhone(value: string): boolean {
  if (!/^\+?[\d .()-]{7,24}$/.test(value)) return false
  const digits = value.replace(/\D/g, '')
  return /^\d{7,15}$/.test(digits) && (!value.startsWith('+') || CALLING_CODE.test(digits))
}

function isMonth(value: string): boolean {
  return /^(?:19|20|21)\d\d-(?:0[1-9]|1[0-2])$/.test(value)
}

function isDate(value: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value)
  if (!match) return false
  const date = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value)
}

/**
 * Thirteen digits, the last a Luhn check digit over the others; the first six are a date of birth.
 */
function isSouthAfricanId(value: string): boolean {
  if (!/^\d{13}$/.test(value)) return false
  const month = Number(value.slice(2, 4))
  const day = Number(value.slice(4, 6))
  if (month < 1 || month > 12 || day < 1 || day > 31) return false
  let sum = 0
  for (let index = 0; index < 13; index++) {
    const digit = Number(value[12 - index])
    const doubled = index % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}
