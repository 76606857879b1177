/** Applies the tenant's brand and the user's colour scheme to the page. */

import { pictureType } from '#engine/documents/picture.ts'
import { keep, kept, store, type AppConfiguration, type Scheme } from './store.ts'

let sheet: CSSStyleSheet | undefined
let applied: AppConfiguration | undefined

/**
 * Custom properties go into a constructed style sheet: no style element for the policy to refuse.
 * How colours become properties is loaded only where a tenant has its own.
 */
export async function applyTheme(config: AppConfiguration): Promise<void> {
  if (sheet === undefined) {
    sheet = new CSSStyleSheet()
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  }
  applied = config
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  if (icon !== null) {
    icon.href = config.images.favicon ?? '/favicon.svg'
    icon.type = pictureType(icon.href)
  }
  loadFonts(config)
  if (config.theme === null) replaceSheet(sheet, '')
  else await applyBrand(sheet, config)
}

async function applyBrand(own: CSSStyleSheet, config: AppConfiguration): Promise<void> {
  // Without a signal the page keeps the style sheet that it came with.
  const theme = await import('#engine/documents/themecss.ts').catch(() => null)
  if (theme !== null && applied === config) replaceSheet(own, theme.themeCss(config))
}

function replaceSheet(own: CSSStyleSheet, css: string): void {
  own.replaceSync(css)
  // The page came with its release's style sheet for the first paint; from now on this one applies.
  document
    .querySelectorAll('link[rel="stylesheet"][href^="/api/themes/"]')
    .forEach((link) => link.remove())
}

const faces = new Set<FontFace>()
let loaded = '{}'

/** Fonts load after the first paint, and swap in. */
function loadFonts(config: AppConfiguration): void {
  const wanted = JSON.stringify(config.fonts)
  if (wanted === loaded) return
  loaded = wanted
  for (const face of faces) document.fonts.delete(face)
  faces.clear()
  document.documentElement.style.removeProperty('--font')
  for (const [weight, url] of Object.entries(config.fonts)) {
    const face = new FontFace('Tenant', `url(${JSON.stringify(url)})`, { weight, display: 'swap' })
    document.fonts.add(face)
    faces.add(face)
    void face.load().then(
      () =>
        faces.has(face) &&
        document.documentElement.style.setProperty(
          '--font',
          `Tenant, ${getComputedStyle(document.documentElement).getPropertyValue('--font')}`,
        ),
      () => undefined,
    )
  }
}

export function readScheme(): void {
  const scheme = kept('scheme')
  store.scheme = scheme === 'dark' || scheme === 'light' ? scheme : 'system'
}

export function setScheme(scheme: Scheme): void {
  store.scheme = scheme
  keep('scheme', scheme === 'system' ? null : scheme)
  const { dataset } = document.documentElement
  if (scheme === 'system') delete dataset['scheme']
  else dataset['scheme'] = scheme
}
