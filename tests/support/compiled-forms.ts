/**
 * The compiled validator of a shipped section, as the server would serve it: for stories and
 * benchmarks without a server.
 */

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Catalog } from '#engine/documents/catalog.ts'
import type { AnyDocument, ConfigDocument } from '#engine/documents/kinds.ts'
import { scopeConfig } from '#engine/rules/scope.ts'
import { sectionSchema, type SectionSchema } from '#engine/forms/section.ts'
import { flattenTexts } from '#engine/documents/texts.ts'
import { compileValidator } from '#server/release/validators.ts'

const SCHEMAS = join(import.meta.dirname, '../../schemas')

/** The shipped documents that forms are generated from. */
export const formCatalog = new Catalog(
  ['config', 'lists', 'profile-sections', 'rules'].flatMap((folder) =>
    readdirSync(join(SCHEMAS, folder)).map(
      (file) => JSON.parse(readFileSync(join(SCHEMAS, folder, file), 'utf8')) as AnyDocument,
    ),
  ),
)

/** A configuration that asks for everything at the start, so that every field is shown. */
export const askingAll: ConfigDocument = {
  ...formCatalog.get('config', 'default')!,
  initialProfile: {
    birthDate: true,
    firstName: true,
    lastName: true,
    nationality: true,
    phone: true,
    rsaIdNumber: true,
  },
}

export function formSchema(section: string, config: ConfigDocument = askingAll): SectionSchema {
  return sectionSchema(
    formCatalog.get('profile-section', section)!,
    formCatalog,
    scopeConfig(config),
  )
}

export function compiledForm(section: string, config?: ConfigDocument): string {
  return compileValidator(formSchema(section, config)).code
}

/** English texts by key. */
export function englishTexts(): Record<string, string> {
  const file = join(SCHEMAS, 'locales/en.json')
  const { texts } = JSON.parse(readFileSync(file, 'utf8')) as { texts: Record<string, unknown> }
  return flattenTexts(texts)
}
