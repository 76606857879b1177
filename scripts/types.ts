/**
 * Writes what editors and the check read: a meta-schema per kind, and what the code says about its
 * widgets, icons and texts; and in a document that lacks it, the line that names its meta-schema.
 * `--check` only compares.
 */

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'
import react from '@vitejs/plugin-react'
import type { Schema } from '#engine/documents/inspect.ts'
import { flattenTexts } from '#engine/documents/texts.ts'
import { readSources } from '#server/release/compose.ts'
import { schemaPath } from '#server/release/ownschema.ts'
import { keepFresh } from './fresh.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * Text keys that a source file names, with those of the components that it renders. Groups come
 * from templates: t(`match.${level}`).
 */
function textsOf(file: string, known: ReadonlySet<string>, seen = new Set<string>()): Set<string> {
  const found = new Set<string>()
  if (seen.has(file) || !existsSync(file)) return found
  seen.add(file)
  const source = readFileSync(file, 'utf8')
  for (const [, text] of source.matchAll(/['"]([A-Za-z][\w-]*(?:\.[\w-]+)+)['"]/g))
    if (known.has(text!) || known.has(`${text!}_other`)) found.add(text!)
  for (const [, prefix] of source.matchAll(/`([A-Za-z][\w-]*(?:\.[\w-]+)*\.)\$\{/g))
    if ([...known].some((key) => key.startsWith(prefix!))) found.add(prefix!)
  // A group that code gives a widget as a property.
  for (const [, group] of source.matchAll(/\btexts: '([A-Za-z][\w-]*(?:\.[\w-]+)*)'/g))
    if ([...known].some((key) => key.startsWith(`${group!}.`))) found.add(`${group!}.`)
  for (const [, path] of source
    .replace(/import type [^;\n]*/g, '')
    .matchAll(/from '((?:\.\.?\/|#(?:widgets|engine|tasks|admin)\/)[^']+)'/g)) {
    const target = path!.startsWith('.')
      ? resolve(dirname(file), path!)
      : join(root, 'src', path!.slice(1))
    if (/\.(ts|tsx)$/.test(target) && !target.endsWith('registry.ts'))
      for (const key of textsOf(target, known, seen)) found.add(key)
  }
  // The app loads the console on demand: its texts aren't part of the app's.
  for (const [, path] of source.matchAll(/import\('((?:\.\.?\/|#(?:widgets|admin)\/)[^']+)'\)/g)) {
    const target = path!.startsWith('.')
      ? resolve(dirname(file), path!)
      : join(root, 'src', path!.slice(1))
    const isOwn = !path!.startsWith('#admin/') || file.startsWith(join(root, 'src', 'admin'))
    if (isOwn && !file.endsWith('registry.ts'))
      for (const key of textsOf(target, known, seen)) found.add(key)
  }
  return found
}

/** Components below a folder of src, by name. */
function filesOf(folder: string): string[] {
  return readdirSync(join(root, 'src', folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx'))
    .sort((a, b) => (basename(a) < basename(b) ? -1 : 1))
}

/**
 * The same schema with its definitions at the root and plain references to them: not every editor
 * looks further.
 */
function forEditors(schema: Schema): Schema {
  const definitions: Record<string, unknown> = {}
  const plain = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(plain)
    if (typeof value !== 'object' || value === null) return value
    const { $defs = {}, ...rest } = value as Record<string, unknown>
    for (const [name, definition] of Object.entries($defs as Record<string, Schema>)) {
      const { $id: _id, ...own } = definition
      definitions[name] = plain(own)
    }
    return Object.fromEntries(
      Object.entries(rest).map(([name, inner]) => [
        name,
        name === '$ref' && typeof inner === 'string' ? `#/$defs/${inner}` : plain(inner),
      ]),
    )
  }
  const whole = plain(JSON.parse(JSON.stringify(schema))) as Schema
  return Object.keys(definitions).length === 0 ? whole : { ...whole, $defs: definitions }
}

type WidgetModule = Record<string, unknown> & { Props?: Schema }

async function produce(): Promise<Map<string, string>> {
  const vite = await createServer({
    root,
    configFile: false,
    plugins: [react()],
    server: { middlewareMode: true, hmr: false, watch: null, ws: false },
    appType: 'custom',
    logLevel: 'error',
    optimizeDeps: { noDiscovery: true },
  })
  try {
    const files = new Map<string, string>()
    const put = (name: string, value: unknown) =>
      files.set(name, `${JSON.stringify(value, null, 1)}\n`)
    const { KINDS } = (await vite.ssrLoadModule('/src/engine/documents/kinds.ts')) as {
      KINDS: Record<string, unknown>
    }
    for (const [kind, schema] of Object.entries(KINDS))
      put(`${kind}.json`, {
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        ...forEditors(schema as Schema),
      })

    const { texts } = JSON.parse(
      readFileSync(join(root, 'schemas', 'locales', 'en.json'), 'utf8'),
    ) as { texts: Record<string, unknown> }
    const known = new Set(Object.keys(flattenTexts(texts)))
    const widgets: Record<string, unknown> = {}
    const registered: Record<string, unknown> = {}
    for (const [folder, name] of ['widgets', 'tasks', 'admin'].flatMap((each) =>
      filesOf(each).map((file) => [each, file] as const),
    )) {
      const file = join(root, 'src', folder, name)
      const source = readFileSync(file, 'utf8')
      const type = /defineWidget<typeof Props>\(\s*'([^']+)'/.exec(source)?.[1]
      if (type === undefined) continue
      const { Props } = (await vite.ssrLoadModule(`/src/${folder}/${name}`)) as WidgetModule
      if (Props === undefined) throw new Error(`src/${folder}/${name}: a widget exports its Props`)
      widgets[type] = {
        props: JSON.parse(JSON.stringify(Props)) as unknown,
        texts: [...textsOf(file, known)].sort(),
      }
    }
    for (const folder of ['widgets', 'tasks', 'admin'])
      Object.assign(
        registered,
        ((await vite.ssrLoadModule(`/src/${folder}/registry.ts`)) as { registry: object }).registry,
      )
    const missing = Object.keys(widgets).filter((type) => !(type in registered))
    const strange = Object.keys(registered).filter((type) => !(type in widgets))
    if (missing.length + strange.length > 0)
      throw new Error(
        `registry.ts lacks ${missing.join(', ') || 'nothing'}; it names without a widget: ${strange.join(', ') || 'nothing'}`,
      )
    const { ICONS } = (await vite.ssrLoadModule('/src/engine/documents/icons.ts')) as {
      ICONS: Record<string, unknown>
    }
    const frame = new Set<string>()
    for (const file of readdirSync(join(root, 'src', 'app')))
      if (/\.tsx?$/.test(file))
        for (const key of textsOf(join(root, 'src', 'app', file), known)) frame.add(key)
    const { PICTURES } = (await vite.ssrLoadModule('/src/widgets/assessments/pictures.ts')) as {
      PICTURES: Record<string, unknown>
    }
    put('widgets.json', {
      icons: Object.keys(ICONS).sort(),
      pictures: Object.keys(PICTURES).sort(),
      frame: [...frame].sort(),
      consoleFrame: [
        ...textsOf(join(root, 'src', 'admin', 'parts', 'ConsoleFrame.tsx'), known),
      ].sort(),
      widgets,
    })
    return files
  } finally {
    await vite.close()
  }
}

/** Documents that don't say yet which meta-schema is theirs, with the line that says so. */
function withSchemas(): Map<string, string> {
  const found = new Map<string, string>()
  for (const { where, text } of readSources(join(root, 'schemas'))) {
    const { kind, $schema } = JSON.parse(text) as { kind: string; $schema?: string }
    if ($schema === undefined)
      found.set(
        where,
        text.replace('{', `{\n  "$schema": ${JSON.stringify(schemaPath(where, kind))},`),
      )
  }
  return found
}

const files = new Map<string, string>(
  [...(await produce())].map(([name, text]) => [`schemas/meta/${name}`, text] as const),
)
const isCheck = process.argv.includes('--check')
for (const [name, text] of withSchemas()) files.set(name, text)
keepFresh(root, files, isCheck)
