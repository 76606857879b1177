/** The tenant's logo on a CV: only where the person asks for it, and only one that is stored here. */

import type { ConfigDocument } from '#engine/documents/kinds.ts'

/** @returns the hash of the stored image; null if there is none, or it is somewhere else */
export function logoOf({ images }: Pick<ConfigDocument, 'images'>): string | null {
  return /^\/api\/images\/([0-9a-f]{20})\.(?:png|jpg|webp)$/.exec(images.logo ?? '')?.[1] ?? null
}

export type Logo = { readonly svg: string; readonly alt: string }

/** As an SVG, because data for the template are text. */
export function drawnLogo(
  image: { readonly type: string; readonly body: Buffer },
  alt: string,
): Logo {
  const data = `data:${image.type};base64,${image.body.toString('base64')}`
  return {
    svg: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 120"><image href="${data}" width="300" height="120" preserveAspectRatio="xMaxYMid meet"/></svg>`,
    alt,
  }
}
