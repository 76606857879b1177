/**
 * Writes what editors and the check read: a meta-schema per kind, and what the code says about its widgets, icons and
 * texts. `--check` only compares, and fails when something is stale.
 */

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'
import react from '@vitejs/plugin-react'
import type { Schema } from '#engine/documents/inspect.ts'
import { flattenTexts } from '#engine/documents/texts.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const META = join(root, 'schemas', 'meta')

/** Text keys that a source file names, with those of the components that it draws. Groups come from templates: t(`match.${level}`). */
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
  // The app fetches the console when somebody opens it: its words are no part of what the app says.
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
        ...(schema as object),
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
      // The console's frame comes with its pages, so that its words come to nobody else.
      const texts = [
        file,
        ...(folder === 'admin' ? [join(root, 'src', 'admin', 'parts', 'ConsoleFrame.tsx')] : []),
      ].flatMap((each) => [...textsOf(each, known)])
      widgets[type] = {
        props: JSON.parse(JSON.stringify(Props)) as unknown,
        texts: [...new Set(texts)].sort(),
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
    const { ICONS } = (await vite.ssrLoadModule('/src/widgets/parts/icons.ts')) as {
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
      widgets,
    })
    return files
  } finally {
    await vite.close()
  }
}

const files = await produce()
const stale = [...files]
  .filter(
    ([name, text]) =>
      !existsSync(join(META, name)) || readFileSync(join(META, name), 'utf8') !== text,
  )
  .map(([name]) => name)
if (process.argv.includes('--check')) {
  if (stale.length > 0) {
    process.stderr.write(`schemas/meta is stale (${stale.join(', ')}): run npm run types\n`)
    process.exit(1)
  }
} else {
  for (const name of stale) writeFileSync(join(META, name), files.get(name)!)
  process.stdout.write(
    stale.length === 0
      ? 'schemas/meta is up to date\n'
      : `wrote ${stale.map((name) => `schemas/meta/${name}`).join(', ')}\n`,
  )
}
