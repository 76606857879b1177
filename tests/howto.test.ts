/** The page of docs/howto.md, followed to the letter: what it says must be enough. */

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { describeProblem } from '#engine/contract/problems.ts'
import { checkShipped } from '#server/release/check-documents.ts'
import { schemaPath } from '#server/release/ownschema.ts'
import { code, root, sources } from '#tests/support/documents.ts'

type Document = Readonly<Record<string, unknown>> & { readonly kind: string }

const howto = readFileSync(join(root, 'docs', 'howto.md'), 'utf8')
const recipe = /\n## A page\n(.*?)\n## /s.exec(howto)![1]!
/** File -> its document, as printed. */
const printed = new Map(
  [...recipe.matchAll(/`(schemas\/[\w/-]+\.json)`[^\n]*\n\s*```json\n(.*?)```/gs)].map(
    ([, file, text]) => [file!, JSON.parse(text!) as Document] as const,
  ),
)
const entry = JSON.parse(/`schemas\/menus\/main\.json`: `(\{.*?\})`/.exec(recipe)![1]!) as object
const keys = new Set(JSON.stringify([...printed.values()]).match(/studyTips\.\w+/g))

/** Problems of the product's documents with this page, and with its texts or without. */
function problemsOf({ texts }: { readonly texts: boolean }) {
  const own = [...printed].map(([where, { $schema: _schema, ...value }]) => ({ where, value }))
  const changed = sources.map((source) => {
    const document = source.value as Document
    if (document.kind === 'menu' && document['id'] === 'main')
      return { ...source, value: { ...document, items: [...(document['items'] as []), entry] } }
    if (document.kind !== 'locale' || !texts) return source
    const studyTips = Object.fromEntries([...keys].map((key) => [key.split('.')[1], key]))
    return {
      ...source,
      value: { ...document, texts: { ...(document['texts'] as object), studyTips } },
    }
  })
  return checkShipped([...changed, ...own], code).problems.map(describeProblem)
}

it('a page is two documents, whose first lines name their meta-schemas', () => {
  expect([...printed.keys()]).toEqual([
    'schemas/screens/study-tips.json',
    'schemas/routes/study.json',
  ])
  for (const [file, { kind, $schema }] of printed) {
    expect($schema, file).toBe(schemaPath(file, kind))
    expect(existsSync(join(root, file)), `${file} is an example`).toBe(false)
  }
})

it('that page is valid with its menu entry and texts, and the check names each text that is missing', () => {
  expect(problemsOf({ texts: true })).toEqual([])
  const missing = problemsOf({ texts: false })
  expect(keys.size).toBeGreaterThan(3)
  for (const key of keys) expect(missing.join('\n')).toContain(`"${key}"`)
}, 120_000)
