/** Reports as one PDF, in the look of the tenant. */

import type { ReportAnswer, Written } from '#engine/contract/contract.ts'
import type { Cv } from '#engine/cv/cv.ts'
import { clean } from '#engine/cv/plain.ts'
import { localesFor } from '#engine/documents/languages.ts'
import type { AnyDocument } from '#engine/documents/kinds.ts'
import { hasText, translate } from '#engine/documents/translate.ts'
import type { Block } from '#engine/paper/blocks.ts'
import type { PaperInput } from '#engine/paper/context.ts'
import { cvPaper } from '#engine/paper/cvpaper.ts'
import { reportPaper } from '#engine/paper/reportpaper.ts'
import type { Scope } from '#engine/rules/scope.ts'
import { required } from '#server/base/required.ts'
import type { Release } from '#server/release/compose.ts'
import { reportColors } from './colors.ts'
import type { Papers } from './papers.ts'
import { reportData } from './reportdata.ts'

export type Reader = {
  readonly release: Release
  readonly language: string
  readonly scope: Scope
}
type Made = { readonly title: string; readonly file: Buffer }

export async function reportFile(
  papers: Papers,
  tenant: string,
  reader: Reader,
  answer: ReportAnswer,
): Promise<Made> {
  const { catalog } = reader.release
  const report = required(catalog.get('report', answer.report), `report/${answer.report}`)
  const { translate: say } = wordsOf(reader)
  const title = [say(report.label), nameOf(reader)].filter(Boolean).join(' – ')
  return { title, file: await set(papers, tenant, reader, title, blocksOf(reader, answer)) }
}

/** A CV, if there is one, and reports, one after another. */
export async function bundleFile(
  papers: Papers,
  tenant: string,
  reader: Reader,
  cv: Cv | null,
  answers: readonly ReportAnswer[],
): Promise<Made> {
  const { translate: say, rtl, colors } = wordsOf(reader)
  const name = nameOf(reader)
  const title = name === '' ? say('ownData.file.noName') : say('ownData.file.name', { name })
  const parts = [
    ...(cv === null ? [] : [cvPaper(cv, say('cv.file.noName'), rtl, colors)]),
    ...answers.map((answer) => blocksOf(reader, answer)),
  ]
  const blocks = parts.flatMap((part, index): Block[] =>
    index === 0 ? part : [{ as: 'page' }, ...part],
  )
  return { title, file: await set(papers, tenant, reader, title, blocks, true) }
}

/** What a report says on paper. */
function blocksOf(reader: Reader, answer: ReportAnswer): Block[] {
  const { release, scope } = reader
  const { written } = answer
  const catalog =
    written === undefined
      ? release.catalog
      : release.catalog.with(written.documents as unknown as AnyDocument[])
  const report = required(catalog.get('report', answer.report), `report/${answer.report}`)
  return reportPaper(report, { ...wordsOf(reader, written), catalog, scope, answer })
}

function nameOf({ scope }: Reader): string {
  const { firstName, lastName } = scope.user?.profile ?? {}
  return [firstName, lastName].map(clean).filter(Boolean).join(' ')
}

/** @throws Refusal as `Papers` does */
async function set(
  papers: Papers,
  tenant: string,
  reader: Reader,
  title: string,
  blocks: readonly Block[],
  isBundle = false,
): Promise<Buffer> {
  const { translate: say, language, rtl, colors } = wordsOf(reader)
  return papers.pdf(
    tenant,
    'report',
    reportData(blocks, {
      title,
      author: nameOf(reader),
      language,
      rtl,
      page: say('cv.file.page'),
      colors,
    }),
    isBundle,
  )
}

/** @param written what the report of an older result said, in place of today's */
function wordsOf(
  { release, language }: Reader,
  written?: Written,
): Pick<PaperInput, 'language' | 'rtl' | 'colors' | 'translate'> {
  const today = release.texts.get(language) ?? {}
  return {
    language,
    rtl: localesFor(release.catalog.all('locale'), language)[0]?.direction === 'rtl',
    colors: reportColors(release.config),
    translate: (key, values) =>
      translate(
        written && hasText(written.texts, key) ? written.texts : today,
        language,
        key,
        values,
      ),
  }
}
