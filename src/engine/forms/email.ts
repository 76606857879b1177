/**
 * Is this an email address, judging by its form? In a file of its own because the first screen
 * needs it, but none of the other formats.
 */
export function isEmail(value: string): boolean {
  return value.length <= 254 && /^[^\s@<>"]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$/.test(value)
}
