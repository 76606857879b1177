/** Which way text is written. Pure. */

/**
 * The direction of a paragraph: that of its first strong character.
 *
 * @returns null if it has none
 */
export function directionOf(text: string): 'ltr' | 'rtl' | null {
  const strong = /\p{L}/u.exec(text)?.[0]
  if (strong === undefined) return null
  return /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u.test(
    strong,
  )
    ? 'rtl'
    : 'ltr'
}
