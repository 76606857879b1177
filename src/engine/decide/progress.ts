/**
 * Which sections of the profile are complete, and the percentage (spec 4, Profile progress; spec
 * 5).
 */

import type { Catalog } from '#engine/documents/catalog.ts'
import { isGiven } from './facts.ts'
import { own } from '#engine/documents/json.ts'
import type { DocumentOf } from '#engine/documents/kinds.ts'

export type Section = DocumentOf<'profile-section'>

export function isSectionComplete(
  section: Section,
  profile: Readonly<Record<string, unknown>>,
): boolean {
  const { completeness } = section
  if (completeness.kind === 'none') return true
  if (completeness.kind === 'existence')
    return completeness.fields.every((field) => isGiven(own(profile, field)))
  const items = own(profile, section.id)
  return Array.isArray(items) && items.length >= completeness.min
}

/** The sections of a CV, in order. */
export function listedSections(catalog: Catalog): Section[] {
  return catalog
    .all('profile-section')
    .filter((section) => section.listed !== false)
    .sort((a, b) => (a.order ?? 0) - (b.order ?? 0))
}

/** @returns section -> complete, and the share of complete sections in whole percent */
export function profileProgress(
  catalog: Catalog,
  profile: Readonly<Record<string, unknown>>,
): { sections: Record<string, boolean>; percent: number } {
  const sections = Object.fromEntries(
    listedSections(catalog).map((section) => [section.id, isSectionComplete(section, profile)]),
  )
  const all = Object.values(sections)
  return {
    sections,
    percent: all.length === 0 ? 100 : Math.round((100 * all.filter(Boolean).length) / all.length),
  }
}
