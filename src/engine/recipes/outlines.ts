/** What each recipe asks, in the order in which they are offered. */

import { assessmentOutline } from './assessmentoutline.ts'
import { consentOutline } from './consentoutline.ts'
import { languageOutline } from './languageoutline.ts'
import { pageOutline } from './pageoutline.ts'
import { partOutline } from './partoutline.ts'
import type { Outline } from './recipe.ts'
import { recordsOutline } from './recordsoutline.ts'
import { redirectOutline } from './redirectoutline.ts'
import { sectionOutline } from './sectionoutline.ts'

export const OUTLINES: readonly Outline[] = [
  pageOutline,
  sectionOutline,
  assessmentOutline,
  recordsOutline,
  consentOutline,
  languageOutline,
  partOutline,
  redirectOutline,
]

export function outlineOf(id: string): Outline | undefined {
  return OUTLINES.find((outline) => outline.id === id)
}
