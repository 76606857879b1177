/**
 * Builds the browser app, the prerender and the server into dist, and compresses static files.
 * Skips what is up to date.
 */

import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { CHECK_CODE, fail, hashOf, root, run, whenStale } from './tools.mjs'

const dist = join(root, 'dist')
const client = join(dist, 'client')
const SHARED = ['src/engine', 'package-lock.json', 'vite.config.ts', 'scripts/build.mjs']
const BROWSER = [
  ...SHARED,
  'src/app',
  'src/widgets',
  'src/tasks',
  'src/admin',
  'index.html',
  'public',
]
/** Chunks of earlier builds are served for a while, because users may have older pages open. */
const KEEP_DAYS = 30

export async function build({ log, force = false }) {
  if (force) rmSync(join(dist, '.stamps'), { recursive: true, force: true })
  await whenStale('client', BROWSER, () => {
    log('Building the browser app')
    return buildClient()
  })
  await whenStale('prerender', BROWSER, () => {
    log('Building the first view')
    return bundle('prerender', { prerender: 'src/app/prerender.tsx' })
  })
  await whenStale(
    'server',
    [...SHARED, 'src/server', 'scripts/check.ts', 'scripts/explain.ts'],
    () => {
      log('Building the server')
      return bundle('server', {
        main: 'src/server/main.ts',
        'embedded-child': 'src/server/database/embedded-child.ts',
        'document-worker': 'src/server/release/document-worker.ts',
        'paper-worker': 'src/server/papers/paper-worker.ts',
        'file-worker': 'src/server/catalogue/file-worker.ts',
        'hash-worker': 'src/server/accounts/hash-worker.ts',
        operate: 'src/server/operate.ts',
        check: 'scripts/check.ts',
        explain: 'scripts/explain.ts',
      })
    },
  )
  await whenStale(
    'checked',
    ['schemas', 'src/engine', 'scripts/check.ts', 'dist/server/check.js'],
    () => {
      log('Checking the documents')
      return checkDocuments()
    },
  )
}

/** Nothing is served before it has passed the check. */
async function checkDocuments() {
  await run(
    process.execPath,
    [join(dist, 'server', 'check.js'), '--stamp', join(dist, 'checked.txt')],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  ).catch(async (error) => {
    await run(process.execPath, [join(dist, 'server', 'check.js')]).catch(() => undefined)
    throw error
  })
}

async function buildClient() {
  const vite = await import('vite')
  await vite.build({ root, logLevel: 'warn' })
  await vite.build({
    root,
    logLevel: 'warn',
    configFile: false,
    build: {
      outDir: client,
      emptyOutDir: false,
      copyPublicDir: false,
      target: 'es2022',
      lib: {
        entry: join(root, 'src/app/sw.ts'),
        formats: ['iife'],
        name: 'sw',
        fileName: () => 'sw.js',
      },
    },
  })
  writeTemplate()
  pruneOld()
  await compressAll()
}

/** The page's template, with the file names of this build. */
function writeTemplate() {
  const manifest = JSON.parse(readFileSync(join(client, 'manifest.json'), 'utf8'))
  const main = manifest['src/app/main.tsx']
  const boot = manifest['src/app/boot.ts']
  const parts = chunksOf(manifest, main).filter((part) => part !== main)
  const styles = [...new Set([...parts, main].flatMap(({ css }) => css ?? []))].map(
    (file) => `<link rel="stylesheet" href="/${file}">`,
  )
  const imports = parts.map(({ file }) => `<link rel="modulepreload" href="/${file}">`)
  const first = new Set([main, ...parts].map(({ file }) => file))
  // What the first action needs (chunks.ts), whose parts are in one chunk.
  const ways = Object.values(manifest).find(({ name }) => name === 'ways')
  const later = [ways, ...chunksOf(manifest, ways)]
    .map(({ file }) => file)
    .filter((file) => !first.has(file))
    .map((file) => file.replace(/^assets\/|\.js$/g, ''))
  const scripts = [
    `<script type="module" src="/${boot.file}"></script>`,
    `<script type="module" src="/${main.file}" data-later="${later.join(' ')}"></script>`,
  ]
  const html = readFileSync(join(root, 'index.html'), 'utf8').replace(
    '<!--tsela:assets-->',
    [...styles, ...imports, ...scripts].join(''),
  )
  writeFileSync(join(client, 'index.html'), html.replace(/\n\s*/g, ''))
}

/** All chunks that load with an entry, except itself; chunks may import each other in cycles. */
function chunksOf(manifest, entry, seen = new Set()) {
  for (const name of entry.imports ?? []) {
    if (seen.has(manifest[name])) continue
    seen.add(manifest[name])
    chunksOf(manifest, manifest[name], seen)
  }
  return [...seen]
}

function pruneOld() {
  const assets = join(client, 'assets')
  const oldest = Date.now() - KEEP_DAYS * 86_400_000
  for (const name of readdirSync(assets))
    if (statSync(join(assets, name)).mtimeMs < oldest) rmSync(join(assets, name))
}

async function compressAll() {
  const assets = join(client, 'assets')
  for (const name of readdirSync(assets)) {
    if (!/\.(js|css|svg|json)$/.test(name)) continue
    const file = join(assets, name)
    if (existsSync(`${file}.br`)) continue
    const bytes = readFileSync(file)
    writeFileSync(
      `${file}.br`,
      await promisify(brotliCompress)(bytes, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: 11,
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        },
      }),
    )
    writeFileSync(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }))
  }
}

/** TypeScript for Node: bundles our own files, leaves packages external. */
export async function bundle(name, input, { plugins = [] } = {}) {
  const vite = await import('vite')
  mkdirSync(dist, { recursive: true })
  await vite.build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins,
    define: {
      'import.meta.env.DEV': 'false',
      // Documents that other code found valid are checked again.
      __CHECK_CODE__: JSON.stringify(hashOf(...CHECK_CODE)),
    },
    build: {
      outDir: join(dist, name),
      emptyOutDir: true,
      ssr: true,
      target: 'node20',
      minify: false,
      rolldownOptions: {
        input: Object.fromEntries(
          Object.entries(input).map(([entry, file]) => [entry, join(root, file)]),
        ),
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  })
}

if (process.argv[1]?.endsWith('build.mjs'))
  build({
    log: (text) => process.stdout.write(`  ${text}\n`),
    force: process.argv.includes('--force'),
  }).catch(fail)
