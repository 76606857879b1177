/**
 * The cost of the form: bytes of its chunk (brotli 11), and the longest task while typing in the
 * longest form on a processor four times as slow. Served under the product's own content security
 * policy; a violation ends the run.
 *
 *   npm run bench -- form
 */

import { createServer, type Server } from 'node:http'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants } from 'node:zlib'
import { chromium, type Page } from '@playwright/test'
import react from '@vitejs/plugin-react'
import { build, type Rollup } from 'vite'
import { formDiet } from '#scripts/form-diet.ts'
import { compiledForm, englishTexts, formCatalog } from '#tests/support/compiled-forms.ts'

const ROOT = fileURLToPath(new URL('form/', import.meta.url))
const POLICY =
  "default-src 'none'; base-uri 'none'; object-src 'none'; form-action 'self'; script-src 'self'; style-src 'self'; style-src-attr 'none'; img-src 'self' data:; connect-src 'self'; require-trusted-types-for 'script'; trusted-types default"

type Files = ReadonlyMap<string, { readonly body: string; readonly type: string }>
type Chunk = {
  readonly file: string
  readonly br: number
  readonly parts: readonly (readonly [module: string, share: number])[]
}

const br = (text: string | Uint8Array) =>
  brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length

/** The package of a module, for the table. */
function packageOf(id: string): string {
  const inPackage = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(
    id.slice(id.lastIndexOf('node_modules/')),
  )?.[1]
  return inPackage ?? (id.includes('/src/') ? 'own' : 'other')
}

async function compileForm(diet: boolean): Promise<{ files: Files; chunks: Chunk[] }> {
  const built = (await build({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    plugins: [react(), ...(diet ? [formDiet()] : [])],
    build: {
      write: false,
      modulePreload: false,
      reportCompressedSize: false,
      target: 'es2022',
      assetsInlineLimit: 0,
    },
  })) as Rollup.RollupOutput
  const files = new Map<string, { body: string; type: string }>()
  const chunks: Chunk[] = []
  for (const output of built.output) {
    const body = output.type === 'chunk' ? output.code : String(output.source)
    files.set(`/${output.fileName}`, {
      body,
      type:
        output.type === 'chunk'
          ? 'text/javascript'
          : output.fileName.endsWith('.css')
            ? 'text/css'
            : 'text/html',
    })
    if (!output.fileName.includes('SectionForm')) continue
    const parts = new Map<string, number>()
    if (output.type === 'chunk')
      for (const [id, { renderedLength }] of Object.entries(output.modules))
        parts.set(packageOf(id), (parts.get(packageOf(id)) ?? 0) + renderedLength)
    chunks.push({
      file: output.fileName,
      br: br(body),
      parts: [...parts].sort((a, b) => b[1] - a[1]),
    })
  }
  return { files, chunks }
}

function serve(files: Files): Promise<Server> {
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname
    const section = /^\/validators\/(\w+)\.js$/.exec(path)?.[1]
    const file =
      section === undefined
        ? files.get(path === '/' ? '/index.html' : path)
        : {
            body: compiledForm(section, formCatalog.get('config', 'default')),
            type: 'text/javascript',
          }
    if (file === undefined)
      return void response.writeHead(path === '/favicon.ico' ? 204 : 404).end()
    response
      .writeHead(200, {
        'content-type': `${file.type}; charset=utf-8`,
        'content-security-policy': POLICY,
      })
      .end(file.body)
  })
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)))
}

/**
 * Time that the page spends on each keystroke, in ms: in scripts (`script`, median), and including
 * layout and paint of the next frame (`median`, `longest`). Waiting for the screen is not counted.
 */
async function typing(
  page: Page,
  label: string,
): Promise<{ script: number; median: number; longest: number }> {
  const client = await page.context().newCDPSession(page)
  await client.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.getByLabel(label).focus()
  await page.keyboard.type('warm up ', { delay: 60 })
  await page.waitForTimeout(500)
  await page.evaluate(() => {
    const times: number[][] = []
    Object.assign(globalThis, { times })
    // A message arrives after the task that sent it, including the microtasks in which React
    // renders; one sent from a frame arrives after its layout and paint.
    const { port1, port2 } = new MessageChannel()
    let start = 0
    let work = 0
    port1.onmessage = ({ data }) => {
      work += performance.now() - start
      if (data === 'frame') times.at(-1)!.push(work)
      else times.push([work])
    }
    addEventListener(
      'input',
      () => {
        work = 0
        start = performance.now()
        port2.postMessage('input')
        requestAnimationFrame(() => {
          start = performance.now()
          port2.postMessage('frame')
        })
      },
      true,
    )
  })
  await page.keyboard.type('the quick brown fox jumps over', { delay: 150 })
  await page.waitForTimeout(500)
  const times = (await page.evaluate('globalThis.times')) as number[][]
  await client.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  const sorted = (at: number) => times.map((each) => each[at] ?? 0).sort((x, y) => x - y)
  const whole = sorted(1)
  return { script: middle(sorted(0)), median: middle(whole), longest: whole.at(-1)! }
}

function middle(sorted: readonly number[]): number {
  return sorted[Math.floor(sorted.length / 2)]!
}

const plain = await compileForm(false)
const { files, chunks } = await compileForm(true)
const server = await serve(
  new Map([
    ...files,
    [
      '/documents.json',
      { body: JSON.stringify([...formCatalog.documents()]), type: 'application/json' },
    ],
    ['/texts.json', { body: JSON.stringify(englishTexts()), type: 'application/json' }],
  ]),
)
const { port } = server.address() as { port: number }
const browser = await chromium.launch({
  executablePath: process.env['PLAYWRIGHT_CHROMIUM'] ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
})
const page = await browser.newPage({ viewport: { width: 360, height: 640 } })
const trouble: string[] = []
page.on('pageerror', (error) => trouble.push(error.message))
page.on('console', (message) => message.type() === 'error' && trouble.push(message.text()))
await page.addInitScript(() => {
  addEventListener('securitypolicyviolation', (event) =>
    console.error(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`),
  )
})
await page.goto(`http://127.0.0.1:${port}/`)
await page.getByRole('button', { name: 'Save' }).waitFor()
const before = await page.evaluate(() => document.querySelectorAll('style').length)
await page.getByRole('button', { name: 'Save' }).click()
await page.getByText('First Name is required').first().waitFor()
await page.getByLabel('Email').fill('naledi')
await page.getByRole('button', { name: 'Save' }).click()
// Only the compiled validator produces this message.
await page.getByText('Enter it like name@example.com').first().waitFor()
const keys = await typing(page, 'Job title')
await page.getByLabel('Email').fill('naledi@example.com')
await page.getByLabel('First name').fill('Naledi')
await page.getByLabel('Last name').fill('Mokoena')
await page.getByLabel('Date of birth').fill('2008-03-14')
await page.getByLabel('isiXhosa').check()
await page.getByRole('button', { name: 'Save' }).click()
await page.getByRole('status').getByText('Saved').waitFor()
const saved = await page.title()
const styles = await page.evaluate(() => document.querySelectorAll('style').length)
await browser.close()
server.close()

for (const [name, { body, type }] of files)
  if (type === 'text/javascript' && /\bnew Function\(|\beval\(/.test(body))
    trouble.push(`${name} makes code from text`)
const sum = (of: readonly Chunk[]) => of.reduce((all, chunk) => all + chunk.br, 0)
for (const chunk of chunks) {
  console.log(`${chunk.file}  ${chunk.br} B br`)
  for (const [name, length] of chunk.parts.slice(0, 12))
    console.log(`  ${String(length).padStart(7)}  ${name}`)
}
const result = {
  form_br: sum(chunks),
  form_br_without_diet: sum(plain.chunks),
  validator_br: br(compiledForm('basicInfo')),
  key_script_ms: Math.round(keys.script),
  key_ms_median: Math.round(keys.median),
  key_ms_longest: Math.round(keys.longest),
  style_elements: before + styles,
  trouble,
  saved: saved.length > 0,
}
console.table({ ...result, trouble: trouble.length })
console.log(JSON.stringify(result))
if (trouble.length > 0 || before + styles > 0) process.exitCode = 1
