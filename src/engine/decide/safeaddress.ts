/** Where an address in a document may lead: to an https address (reliability.md 5). */

const WEB =
  /^https:\/\/[A-Za-z0-9][A-Za-z0-9.-]{0,252}(?::\d{1,5})?(?:[/?#](?:(?!["'<>\\`])[\x21-\x7e])*)?$/
const OWN = /^\/(?!\/)(?:(?!["'<>\\`])[\x21-\x7e])*$/

/**
 * May a page link to this address from a document, or load an image or a font from it?
 *
 * @param own paths on this product's host are allowed too
 */
export function isSafeAddress(value: string, own = false): boolean {
  return value.length <= 1000 && (WEB.test(value) || (own && OWN.test(value)))
}
