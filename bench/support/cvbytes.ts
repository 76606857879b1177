/**
 * What the page of a CV and its file cost on the wire, on a new phone, beside what drawing the PDF
 * in the browser would add.
 */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect } from '@playwright/test'
import { Learner } from '#tests/e2e/support/journey.ts'
import { Product } from '#tests/e2e/support/product.ts'
import { openBrowser, PHONE } from './browser.ts'
import { Meter } from './meter.ts'
import { startProduct } from './processes.ts'

const PORT = 4313
const METER_PORT = 4314
const QUIET_MS = 700

/**
 * Bytes of scripts with gzip -9, measured once (2026-11): a module that makes a PDF of one line,
 * bundled for browsers and minified by esbuild 0.28.2, without React. To repeat it: `npm install
 * @react-pdf/renderer@4.9.0 pdf-lib@1.17.1 esbuild react` in an empty folder, and bundle
 * `pdf(<Document><Page><Text>x</Text></Page></Document>).toBlob()` or `PDFDocument.create()` with
 * one page and `drawText`. Fonts come on top: neither has letters beyond Latin-1 without them.
 */
export const PEERS = { '@react-pdf/renderer 4.9.0': 452_067, 'pdf-lib 1.17.1': 179_507 } as const

class Metered extends Product {
  override readonly url = `http://localhost:${METER_PORT}`
}

/** Bytes: the page with all that it loads, its scripts alone, and one PDF with what saves it. */
export async function cvBytes(): Promise<{ page: number; scripts: number; file: number }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tsela-cv-bytes-'))
  const server = await startProduct({ port: PORT, dataDir })
  const meter = new Meter(new URL(server.url))
  const browser = await openBrowser()
  const sum = (all: readonly { readonly bytes: number }[]) =>
    all.reduce((total, { bytes }) => total + bytes, 0)
  const settled = async () => {
    for (let seen = -1; seen !== meter.fetched.length || !meter.quiet;) {
      seen = meter.fetched.length
      await wait(QUIET_MS)
    }
    return meter.fetched
  }
  try {
    await meter.listen(METER_PORT)
    const context = await browser.newContext({
      viewport: PHONE,
      baseURL: `http://localhost:${METER_PORT}`,
    })
    const page = await context.newPage()
    await new Learner(page, new Metered()).logInByCall('done@demo.test')
    const before = meter.fetched.length
    await page.goto('/cv?view=files')
    await expect(page.getByRole('button', { name: 'Download PDF' })).toBeVisible()
    const opened = (await settled()).slice(before)
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download PDF' }).click()
    await download
    const saved = (await settled()).slice(before + opened.length)
    return {
      page: sum(opened),
      scripts: sum(opened.filter(({ type }) => /javascript/.test(type))),
      file: sum(saved),
    }
  } finally {
    await browser.close()
    await meter.close()
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
