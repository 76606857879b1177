/**
 * An address that a mail can be sent to, as far as its form says. In a file of its own because the
 * first screen needs it, and none of the other formats.
 */
export function isEmail(value: string): boolean {
  return value.length <= 254 && /^[^\s@<>"]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$/.test(value)
}
