/** A name as it can be read, where nobody has given it words. Pure. */

/** `requiredMessage` -> `Required message` */
export function readOut(name: string): string {
  const spaced = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[-_.:/]+/g, ' ')
    .trim()
  return spaced === ''
    ? name
    : spaced.charAt(0).toUpperCase() +
        spaced.slice(1).replace(/\b[A-Z](?=[a-z])/g, (letter) => letter.toLowerCase())
}
