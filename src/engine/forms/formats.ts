/** Formats of texts that people type: each one reviewed check, none of them a free pattern. Forms and the server ask the same. */

/** The formats that fields may have; each is one reviewed check, and none of them a free pattern. */
export const FORMATS: Readonly<Record<string, (value: string) => boolean>> = {
  email: (value) =>
    value.length <= 254 && /^[^\s@<>"]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$/.test(value),
  // International form, or the way people write it at home: 7 to 15 digits, with spaces, dots and hyphens between.
  phone: (value) =>
    /^\+?[\d .()-]{7,20}$/.test(value) && /^\d{7,15}$/.test(value.replace(/\D/g, '')),
  date: isDate,
  'past-date': (value) =>
    isDate(value) && value >= '1900-01-01' && value <= new Date().toISOString().slice(0, 10),
  'za-id': isSouthAfricanId,
}

function isDate(value: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value)
  if (!match) return false
  const date = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value)
}

/** Thirteen digits, the last a Luhn check digit over the others; the first six are a date of birth. */
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
