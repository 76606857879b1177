import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import { weakPairs } from '#engine/documents/contrast.ts'
import { fittedRoles, LESSER, nearestPassing } from '#engine/documents/fitting.ts'
import { DARK, LIGHT, SCALES } from '#engine/documents/roles.ts'
import { contrast } from '#engine/documents/theme.ts'
import { catalog } from '../support/documents.ts'

const css = readFileSync(join(import.meta.dirname, '../../src/widgets/base.css'), 'utf8')
const [light = '', dark = ''] = [
  css.slice(0, css.indexOf('@media')),
  css.slice(css.indexOf(":root[data-scheme='dark']")),
]
const roleIn = (block: string, name: string) =>
  new RegExp(`--${name}:\\s*(?:var\\(--)?([#\\w-]+)\\)?;`).exec(block)?.[1]
const plain = { themeLight: { colors: {} }, cssVariables: {} }

describe('the contrast of a brand', () => {
  it('knows the same roles as the style sheet', () => {
    for (const [name, value] of Object.entries({ ...LIGHT, ...LESSER }))
      expect([name, roleIn(light, name)]).toEqual([name, value])
    for (const [name, value] of Object.entries(DARK))
      expect([name, roleIn(dark, name)]).toEqual([name, value])
    for (const [name, steps] of Object.entries(SCALES))
      steps.forEach((value, step) =>
        expect([name, step, roleIn(light, `${name}-${step}`)]).toEqual([name, step, value]),
      )
  })

  it('finds nothing in the shipped brands', () => {
    for (const config of catalog.all('config'))
      for (const scheme of ['light', 'dark'] as const)
        expect([config.id, weakPairs(config, scheme)]).toEqual([config.id, []])
  })

  it('names a pair that is too alike, and the nearest colour that would do', () => {
    const [weak] = weakPairs({ ...plain, cssVariables: { ink: '#9a9a9a' } }, 'light')
    expect(weak).toMatchObject({ front: 'ink', behind: 'ground', least: 4.5 })
    expect(contrast(weak!.passes!, '#f8f6f2')).toBeGreaterThanOrEqual(4.5)
  })

  it('offers a colour that passes on everything it appears on, or none', () => {
    const brand = { ...plain, cssVariables: { 'on-cloth': '#777777', cloth: '#101010' } }
    const weak = weakPairs(brand, 'light')
    expect(weak.map(({ behind }) => behind)).toContain('cloth-3')
    const passes = weak[0]?.passes ?? ''
    expect(
      weakPairs({ ...plain, cssVariables: { ...brand.cssVariables, 'on-cloth': passes } }, 'light'),
    ).toEqual([])
    // Nothing can be read on black and on white.
    const both = { ...plain, cssVariables: { cloth: '#000000', 'cloth-2': '#FFFFFF' } }
    expect(weakPairs(both, 'light')).toMatchObject([{ behind: 'cloth-2', passes: null }])
  })

  it('is enough whatever two colours a tenant chooses, light and dark', () => {
    const color = fc
      .integer({ min: 0, max: 0xffffff })
      .map((value) => `#${value.toString(16).padStart(6, '0')}`)
    const maybe = fc.option(color, { nil: undefined })
    fc.assert(
      fc.property(maybe, maybe, (primary, secondary) => {
        const colors = {
          ...(primary !== undefined && { primary }),
          ...(secondary !== undefined && { secondary }),
        }
        const brand = { ...plain, themeLight: { colors } }
        expect([...weakPairs(brand, 'light'), ...weakPairs(brand, 'dark')]).toEqual([])
      }),
      { numRuns: 2000 },
    )
  })

  it('keeps colours that can be read as they are', () => {
    for (const primary of ['#12324a', '#4a1259'])
      expect(fittedRoles({ ...plain, themeLight: { colors: { primary } } }).light).toEqual({})
  })

  it.each([
    ['#0a6b3d', { 'cloth-2': '#095C34', 'cloth-3': '#074D2C' }],
    ['#FFD400', { brand: expect.any(String) as string, cloth: expect.any(String) as string }],
  ])('deepens what letters are on for %s', (primary, some) => {
    expect(fittedRoles({ ...plain, themeLight: { colors: { primary } } }).light).toMatchObject(some)
  })

  it('leaves what the tenant sets itself, and says what is wrong with it', () => {
    const brand = {
      themeLight: { colors: { primary: '#0a6b3d' } },
      cssVariables: { 'cloth-3': '#6fce9f' },
    }
    expect(fittedRoles(brand).light['cloth-3']).toBeUndefined()
    expect(weakPairs(brand, 'light').map(({ behind }) => behind)).toEqual(['cloth-3'])
  })

  it.each([
    ['#767676', '#ffffff', true],
    ['#777777', '#ffffff', false],
  ])('%s on %s is enough for text: %s', (front, behind, enough) => {
    expect(contrast(front, behind) >= 4.5).toBe(enough)
  })

  it('moves a colour no further than it must', () => {
    const found = nearestPassing('#777777', ['#ffffff'], 4.5)!
    expect(contrast(found, '#ffffff')).toBeLessThan(4.8)
  })
})
