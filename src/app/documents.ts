/**
 * The documents of the current release: the frame at start-up, each page's own when it is first
 * opened.
 */

import { Catalog } from '#engine/documents/catalog.ts'
import type { AnyDocument } from '#engine/documents/kinds.ts'
import { fetchContent } from './api.ts'
import { addTexts } from './i18n.ts'
import { store, type AppConfiguration } from './store.ts'

export type FrameBundle = {
  readonly language: string
  readonly direction: 'ltr' | 'rtl'
  readonly name: string
  readonly documents: readonly AnyDocument[]
  readonly texts: Readonly<Record<string, string>>
  /** screen -> bundle; without those of the console and of research, which few learners open */
  readonly pages: Readonly<Record<string, string>>
  /** Bundle with the others. */
  readonly otherPages: string
  /** Bundle with what forms need. */
  readonly forms?: string
  /** assessment -> bundle with its items and texts */
  readonly instruments?: Readonly<Record<string, string>>
}
/** What only forms need: loaded with the first one. */
export type FormsBundle = {
  /** section -> validator module */
  readonly validators: Readonly<Record<string, string>>
  /** Long list -> bundle with its document and texts. */
  readonly lists: Readonly<Record<string, string>>
  /** Help by the section that it is for; older releases have none. */
  readonly guides?: Readonly<Record<string, string>>
  /** How records of a section are on paper; older releases have none. */
  readonly papers?: Readonly<Record<string, string>>
}
export type PageBundle = {
  readonly documents: readonly AnyDocument[]
  readonly texts: Readonly<Record<string, string>>
}

let catalog = new Catalog([])
let frame: FrameBundle | undefined
const opened = new Map<string, Promise<void>>()
/** The screen that was opened last, which is the one on the page. */
let shown: string | undefined

export function currentCatalog(): Catalog {
  return catalog
}

export function currentFrame(): FrameBundle {
  if (frame === undefined) throw new Error('no frame yet')
  return frame
}

export async function fetchFrame(
  language: string,
  configuration: AppConfiguration = store.appConfiguration!,
): Promise<FrameBundle> {
  const sha = configuration.bundles[language]
  if (sha === undefined) throw new Error(`no bundle for "${language}"`)
  return fetchBundle<FrameBundle>(sha)
}

export function fetchBundle<T = PageBundle>(sha: string): Promise<T> {
  return fetchContent<T>(`/api/bundles/${sha}.json`)
}

export function takeFrame(bundle: FrameBundle): void {
  frame = bundle
  opened.clear()
  catalog = new Catalog(bundle.documents)
}

/** In a preview: documents as the console has them now. */
export function takeDocuments(documents: readonly AnyDocument[]): void {
  catalog = catalog.with(documents)
}

/** A screen's bundle; undefined if the release has no such page. */
export async function pageOf(bundle: FrameBundle, screen: string): Promise<string | undefined> {
  return (
    bundle.pages[screen] ??
    (await fetchBundle<Pick<FrameBundle, 'pages'>>(bundle.otherPages)).pages[screen]
  )
}

/** Null from a server that is still an older version. */
export async function formsBundle({ forms }: FrameBundle): Promise<FormsBundle | null> {
  return forms === undefined ? null : fetchBundle<FormsBundle>(forms)
}

/**
 * The texts of the current page in another language: it is redrawn before its own documents have
 * loaded.
 */
export async function textsOnScreen(bundle: FrameBundle): Promise<PageBundle['texts']> {
  const sha = shown === undefined ? undefined : await pageOf(bundle, shown)
  return sha === undefined ? {} : (await fetchBundle(sha)).texts
}

/** Loads the documents and texts of a screen, once per release and language. */
export function openScreen(screen: string): Promise<void> {
  const bundle = currentFrame()
  shown = screen
  const key = `${bundle.language}/${screen}`
  let opening = opened.get(key)
  if (opening === undefined) {
    opening = pageOf(bundle, screen).then(async (sha) => {
      if (sha === undefined) throw new Error(`no page "${screen}"`)
      const page = await fetchBundle(sha)
      // Another release may have been adopted in the meantime.
      if (frame !== bundle) return
      catalog = catalog.with(page.documents)
      addTexts(bundle.language, page.texts)
    })
    opened.set(key, opening)
    // Allow a retry after a failure.
    opening.catch(() => opened.delete(key))
  }
  return opening
}
