/** `$schema` is for editors: the check refuses a wrong one, and no loaded document contains any. */

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { DocumentError } from '#engine/contract/problems.ts'
import { readSources } from '#server/release/compose.ts'
import { schemaPath } from '#server/release/ownschema.ts'
import { root, sources } from '#tests/support/documents.ts'

const folder = mkdtempSync(join(tmpdir(), 'tsela-schema-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function read(documents: Readonly<Record<string, object>>) {
  rmSync(folder, { recursive: true, force: true })
  for (const [file, document] of Object.entries(documents)) {
    mkdirSync(join(folder, file, '..'), { recursive: true })
    writeFileSync(join(folder, file), JSON.stringify(document))
  }
  return readSources(folder)
}

it('leads from each file to the meta-schema of its kind', () => {
  expect(schemaPath('schemas/menus/main.json', 'menu')).toBe('../meta/menu.json')
  expect(schemaPath('schemas/tenants/pluggedin/report.json', 'overlay')).toBe(
    '../../meta/overlay.json',
  )
  const metas = readdirSync(join(root, 'schemas', 'meta'))
  for (const { where, value, text } of sources) {
    const { kind } = value as { kind: string }
    expect(metas, where).toContain(`${kind}.json`)
    expect((JSON.parse(text) as { $schema?: string }).$schema, `${where}: run npm run types`).toBe(
      schemaPath(where, kind),
    )
  }
})

it('is in nothing that is made from a document', () => {
  for (const { where, value } of sources) expect(value, where).not.toHaveProperty('$schema')
  const [plain] = read({ 'rules/a.json': { kind: 'rule', id: 'a' } })
  const [said] = read({ 'rules/a.json': { $schema: '../meta/rule.json', kind: 'rule', id: 'a' } })
  expect(said!.value).toEqual(plain!.value)
})

it('is refused if it is of another kind, in every file at once, with the right one named', () => {
  const wrong = () =>
    read({
      'rules/a.json': { $schema: '../meta/menu.json', kind: 'rule', id: 'a' },
      'tenants/x/b.json': { $schema: '../meta/overlay.json', kind: 'overlay', id: 'b' },
    })
  expect(wrong).toThrow(DocumentError)
  expect(wrong).toThrow(/rules.a\.json#\/\$schema: .*did you mean "\.\.\/meta\/rule\.json"/)
  expect(wrong).toThrow(/did you mean "\.\.\/\.\.\/meta\/overlay\.json"/)
})

it('is kept in the text of a file that is identified by its text', () => {
  const { where, text } = sources.find(({ where: each }) => each.endsWith('menus/main.json'))!
  expect(text).toBe(readFileSync(join(root, where), 'utf8'))
})
