/**
 * Documents as a plain editor sees them: by the `$schema` of each it completes, and underlines what
 * is wrong.
 */

import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { describe, expect, it } from 'vitest'
import { getLanguageService, TextDocument, type LanguageService } from 'vscode-json-languageservice'
import { FOLDERS } from '#server/release/ownschema.ts'

const root = join(import.meta.dirname, '..', '..')
const files = readdirSync(join(root, 'schemas'), { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.json') && !file.startsWith('meta'),
)
const uriOf = (file: string) => `file:///schemas/${file}`

function editor(): LanguageService {
  return getLanguageService({
    schemaRequestService: async (uri) =>
      readFileSync(join(root, uri.replace('file:///', '')), 'utf8'),
    workspaceContext: {
      resolveRelativePath: (path, resource) =>
        `file://${posix.join(posix.dirname(resource.replace('file://', '')), path)}`,
    },
  })
}

async function underlined(file: string, text: string): Promise<string[]> {
  const service = editor()
  const document = TextDocument.create(uriOf(file), 'json', 1, text)
  const problems = await service.doValidation(document, service.parseJSONDocument(document))
  return problems.map(({ message }) => (typeof message === 'string' ? message : message.value))
}

describe('a document in a plain editor', () => {
  it.each(Object.entries(FOLDERS))(
    'has nothing underlined as it ships: %s',
    async (kind, folder) => {
      const own = files.filter((file) => {
        const document = JSON.parse(readFileSync(join(root, 'schemas', file), 'utf8')) as object
        return 'kind' in document && document.kind === kind && file.startsWith(`${folder}/`)
      })
      expect(own.length).toBeGreaterThan(0)
      for (const file of own) {
        const text = readFileSync(join(root, 'schemas', file), 'utf8')
        expect(Object.keys(JSON.parse(text) as object)[0], file).toBe('$schema')
        expect(await underlined(file, text), file).toEqual([])
      }
    },
  )

  it('has members underlined that its kind doesn’t have, even in a nested widget', async () => {
    const file = 'screens/cv.json'
    const document = JSON.parse(readFileSync(join(root, 'schemas', file), 'utf8')) as {
      children: { children?: object[] }[]
    }
    document.children[0]!.children = [{ id: 'x', type: 'text', colour: 'red' }]
    expect(await underlined(file, JSON.stringify(document))).toEqual([
      expect.stringContaining('colour'),
    ])
  })

  it('gets completions for the members of its kind', async () => {
    const service = editor()
    const text = '{ "$schema": "../meta/menu.json", "ite" }'
    const document = TextDocument.create(uriOf('menus/new.json'), 'json', 1, text)
    const offered = await service.doComplete(
      document,
      document.positionAt(text.indexOf('ite') + 3),
      service.parseJSONDocument(document),
    )
    expect(offered?.items.map(({ label }) => label)).toContain('items')
  })

  it('is recognised by its folder before its first line is written', () => {
    const settings = JSON.parse(readFileSync(join(root, '.vscode', 'settings.json'), 'utf8')) as {
      'json.schemas': { fileMatch: string[]; url: string }[]
    }
    const rows = settings['json.schemas'].map(({ fileMatch, url }) => [url, fileMatch])
    // Two kinds share the folder of tenants: there the first line decides.
    expect(rows).toEqual(
      Object.entries(FOLDERS)
        .filter(([, folder]) => folder !== 'tenants')
        .map(([kind, folder]) => [`./schemas/meta/${kind}.json`, [`/schemas/${folder}/**/*.json`]]),
    )
  })
})
