/** `Content-Disposition` of a file that is named after a person. */

const MAX_LETTERS = 80

/**
 * With the name twice: in plain letters for old programs, and as it is written (RFC 6266). Nothing
 * in it can end the header or name a folder.
 */
export function attachment(name: string, ending: string): string {
  const safe = [...name.normalize('NFC').replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')]
    .slice(0, MAX_LETTERS)
    .join('')
    .replace(/^-+|-+$/g, '')
  const plain = safe
    .normalize('NFD')
    .replace(/[^A-Za-z0-9-]+/g, '')
    .replace(/-{2,}/g, '-')
    .replace(/^-+|-+$/g, '')
  const full = encodeURIComponent(`${safe || 'CV'}.${ending}`)
  return `attachment; filename="${plain || 'CV'}.${ending}"; filename*=UTF-8''${full}`
}
