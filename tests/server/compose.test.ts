/**
 * A release is composed in slices, so that a server that does it for one tenant serves others in
 * the meantime.
 */

import { describe, expect, it } from 'vitest'
import type { Database, Tx } from '#server/database/database.ts'
import { languagesOf } from '#server/release/bundles.ts'
import { Releases } from '#server/release/served.ts'
import { leanText, leanTextNow } from '#server/release/leantext.ts'
import { composeInSlices, composeRelease, type Release } from '#server/release/compose.ts'
import { keepBlobs } from '#server/store/releases.ts'
import type { Tenant } from '#server/store/tenants.ts'
import { Catalog } from '#engine/documents/catalog.ts'
import { withoutNotes } from '#engine/check/needs.ts'
import { canonical } from '#engine/documents/json.ts'
import type { AnyDocument } from '#engine/documents/kinds.ts'
import { code, sources } from '#tests/support/documents.ts'

/** Fresh documents, so that nothing about them is cached yet. */
const fresh = () => ({
  id: 'release',
  catalog: new Catalog(sources.map(({ value }) => structuredClone(value) as AnyDocument)),
  code,
  config: 'default',
})
const shown = ({
  configuration,
  minimal,
  frames,
  pages,
  instruments,
  theme,
  shas,
  assets,
}: Release) => ({
  configuration: configuration.etag,
  minimal: minimal.etag,
  frames: [...frames],
  pages: [...pages],
  instruments: [...instruments],
  theme,
  shas: [...shas],
  assets: [...assets.keys()],
})

/**
 * @returns the result of `work`, how often others had a turn meanwhile, and their longest wait: in
 * ms of this process, because a busy machine may take any time
 */
async function withTurns<Result>(
  work: () => Promise<Result>,
): Promise<{ result: Result; turns: number; ms: number; longest: number }> {
  let turns = 0
  let longest = 0
  let going = true
  let used = process.cpuUsage()
  const turn = () => {
    const { user, system } = process.cpuUsage(used)
    longest = Math.max(longest, (user + system) / 1000)
    used = process.cpuUsage()
    turns++
    if (going) setImmediate(turn)
  }
  setImmediate(turn)
  const began = performance.now()
  const result = await work()
  const ms = performance.now() - began
  going = false
  // The time after the last turn is a wait too.
  turn()
  return { result, turns, ms, longest }
}

const nothing = { kind: 'postgres', tenant: async () => null } as unknown as Database
/** As on a server that has just started, with nothing composed yet. */
const newReleases = () =>
  new Releases(nothing, fresh().catalog, code, (error) => expect(error).toBe(null))
const tenant = (slug: string): Tenant => ({
  id: slug,
  slug,
  config: 'pluggedin',
  suspended: false,
  demo: false,
})

/** Of the time that a tenant's first request takes; 0.11 is usual. */
const LONGEST_SHARE = 0.25

it('yields to others every few milliseconds, with the same result', async () => {
  const { result, turns, ms } = await withTurns(() => composeInSlices(fresh()))
  // A step may take longer than a slice; overall there is a turn for every few slices.
  expect(turns).toBeGreaterThan(ms / 100)
  expect(turns).toBeGreaterThan(4)
  expect(shown(result)).toEqual(shown(composeRelease(fresh())))
})

it('also yields for the first tenant of a configuration that has published nothing', async () => {
  const releases = newReleases()
  const tenants = ['one', 'two'].map(tenant)
  const { result, turns } = await withTurns(() =>
    Promise.all(tenants.map((tenant) => releases.live(tenant))),
  )
  expect(turns).toBeGreaterThan(4)
  expect(result[0]).toBe(releases.shipped(tenants[0]!))
  expect(result[1]).toBe(result[0])
})

it('blocks no other request: no single step of a tenant’s first request is long', async () => {
  // Garbage collection and compilation occasionally make a step slow; a long step is long every
  // time. A share of the whole, since a slow machine is slow at both.
  const shares: number[] = []
  while (shares.length < 5 && !shares.some((share) => share < LONGEST_SHARE)) {
    const releases = newReleases()
    const { longest, ms } = await withTurns(async () => releases.live(tenant('one')))
    shares.push(longest / ms)
  }
  expect(Math.min(...shares)).toBeLessThan(LONGEST_SHARE)
})

describe('a document of nearly a megabyte', () => {
  /** Read with every page, and full of what no check refuses there. */
  const large = () =>
    new Catalog(
      sources.map(({ value }) => {
        const document = structuredClone(value) as AnyDocument
        return document.kind === 'menu' && document.id === 'main'
          ? ({ ...document, more: megabyte } as AnyDocument)
          : document
      }),
    )
  const megabyte = Array.from({ length: 55 }, (_, outer) => ({
    note: 'for authors',
    ...Object.fromEntries(
      Array.from({ length: 1000 }, (_unused, index) => [`k${outer}x${index}`, `t${index}`]),
    ),
  }))

  it('is written as any other', () => {
    // Of reports, less is public.
    const documents = [...large().documents()].filter(({ kind }) => kind !== 'report')
    expect(documents.map(leanTextNow)).toEqual(
      documents.map((document) => canonical(withoutNotes(document))),
    )
  })

  it('is written in many steps, so that other requests are served in between', () => {
    const steps = leanText(large().get('menu', 'main')!)
    let taken = 0
    while (steps.next().done !== true) taken++
    expect(taken).toBeGreaterThan(15)
  })
})

describe('what is stored of a release', () => {
  /** How many characters each statement carries. */
  async function written(bodies: readonly string[]): Promise<number[]> {
    const sizes: number[] = []
    const tx = {
      all: () => Promise.resolve([]),
      run: (query: { compile: () => { parameters: readonly unknown[] } }) => {
        const [, texts] = query.compile().parameters as [string[], string[]]
        sizes.push(texts.join('').length)
        return Promise.resolve(texts.length)
      },
    }
    const blobs = bodies.map((body, index) => ({ sha: `s${index}`, body }))
    expect(await keepBlobs(tx as unknown as Tx, blobs)).toBe(bodies.join('').length)
    return sizes
  }

  it('is written in statements of half a million characters at most, or of one blob', async () => {
    const large = 'x'.repeat(300_000)
    expect(await written([large, large, 'y', large])).toEqual([300_000, 300_001, 300_000])
    expect(await written(['x'.repeat(2_000_000), 'y'])).toEqual([2_000_000, 1])
    expect(await written([])).toEqual([])
    expect(await written(Array.from({ length: 250 }, () => 'xx'))).toEqual([200, 200, 100])
  })
})

describe('a language that has words for some texts', () => {
  it('has the default language’s for the rest, and English where that has none either', () => {
    const { catalog } = fresh()
    const afrikaans = { ...catalog.get('locale', 'af')! }
    const { menu: _, ...texts } = afrikaans.texts
    const partial = (id: string, own: object) =>
      ({ ...afrikaans, id, language: id, name: id, texts: own }) as AnyDocument
    const more = new Catalog([
      ...catalog.all('locale'),
      partial('zu', texts),
      partial('sw', { menu: { home: 'Nyumbani' } }),
    ])
    const [swahili] = languagesOf(more, ['sw'], 'zu')
    expect(swahili?.texts).toMatchObject({
      'menu.home': 'Nyumbani',
      'common.save': 'Stoor',
      'menu.cv': 'My CV',
    })
    const english = languagesOf(more, ['en'], 'en')[0]!
    expect(Object.keys(swahili!.texts).sort()).toEqual(Object.keys(english.texts).sort())
    // One that lacks nothing shares its texts among all tenants.
    expect(languagesOf(more, ['af'], 'en')[0]!.texts).toBe(
      languagesOf(more, ['af'], 'en')[0]!.texts,
    )
  })
  it('has it too for what a machine wrote and nobody has read, unless the tenant shows that', () => {
    const { catalog } = fresh()
    const words = { 'menu.home': 'Nyumbani', 'menu.cv': 'Wasifu' }
    const swahili = (more: object) =>
      languagesOf(
        new Catalog([
          catalog.get('locale', 'en')!,
          {
            ...catalog.get('locale', 'af')!,
            id: 'sw',
            language: 'sw',
            texts: { menu: { home: 'Nyumbani', cv: 'Wasifu' } },
            ...more,
          },
        ]),
        ['sw'],
        'en',
      )[0]!.texts
    expect(swahili({})).toMatchObject(words)
    expect(swahili({ unread: words })).toMatchObject({ 'menu.home': 'Home', 'menu.cv': 'My CV' })
    expect(swahili({ unread: words, unreadShown: true })).toMatchObject(words)
    // Somebody has changed one of them since.
    expect(swahili({ unread: { ...words, 'menu.cv': 'CV' } })).toMatchObject({
      'menu.home': 'Home',
      'menu.cv': 'Wasifu',
    })
  })
})
