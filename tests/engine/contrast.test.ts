import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { DARK, LIGHT, nearestPassing, SCALES, weakPairs } from '#engine/documents/contrast.ts'
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
    for (const [name, value] of Object.entries(LIGHT))
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

  it('checks white text on cloth against the derived scale', () => {
    expect(
      weakPairs({ ...plain, themeLight: { colors: { primary: '#FFD400' } } }, 'light').map(
        ({ front, behind }) => `${front} on ${behind}`,
      ),
    ).toContain('on-cloth on cloth')
  })

  it.each([
    ['#767676', '#ffffff', true],
    ['#777777', '#ffffff', false],
  ])('%s on %s is enough for text: %s', (front, behind, enough) => {
    expect(contrast(front, behind) >= 4.5).toBe(enough)
  })

  it('moves a colour no further than it must', () => {
    const found = nearestPassing('#777777', '#ffffff', 4.5)!
    expect(contrast(found, '#ffffff')).toBeLessThan(4.8)
  })
})
