/** A report as the template expects it: its blocks, and the look of the tenant. */

import type { Block } from '#engine/paper/blocks.ts'

export type ReportData = {
  readonly title: string
  readonly author: string
  readonly language: string
  readonly rtl: boolean
  /** "Page {{page}} of {{of}}", not filled in. */
  readonly page: string
  readonly colors: Readonly<Record<string, string>>
}

export function reportData(
  blocks: readonly Block[],
  { title, author, language, rtl, page, colors }: ReportData,
): string {
  return JSON.stringify({
    title,
    author,
    lang: language.slice(0, 2),
    rtl,
    page,
    blocks,
    look: { colors, sizes: { text: 10 } },
  })
}
