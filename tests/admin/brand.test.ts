import { describe, expect, it } from 'vitest'
import {
  colorOf,
  withContrast,
  sampleCss,
  stepsOf,
  withColor,
  withVariable,
} from '#admin/pages/brand.ts'
import { rolesOf, weakPairs } from '#engine/documents/contrast.ts'
import { SCALES } from '#engine/documents/roles.ts'
import { config } from '../support/documents.ts'

const PALE = '#f5f5c0'
const DEEP = '#12324a'

describe('a colour', () => {
  it('has its place among ten steps', () => {
    const pale = withColor(config, 'primary', PALE)
    expect(stepsOf(pale, 'primary')).toHaveLength(10)
    expect(colorOf(pale, 'primary')).toBe(PALE)
    expect(stepsOf(pale, 'secondary')).toEqual(SCALES.secondary)
  })

  it('that is undone leaves nothing behind', () => {
    expect(withColor(withColor(config, 'primary', PALE), 'primary', null)).toEqual(config)
  })
})

describe('a pair with too little contrast', () => {
  it.each(['light', 'dark'] as const)('is fixed with one press, in %s', (scheme) => {
    const where = scheme === 'light' ? 'cssVariables' : 'themeDark'
    const bad = withVariable(config, where, 'bad', rolesOf(config, scheme)['surface']!)
    const pair = weakPairs(bad, scheme).find(
      ({ front, behind }) => front === 'bad' && behind === 'surface',
    )!
    expect(pair).toBeDefined()
    expect(
      weakPairs(withContrast(bad, pair), scheme).some(
        ({ front, behind }) => front === 'bad' && behind === 'surface',
      ),
    ).toBe(false)
  })
})

it('stores the dark roles only while there are some', () => {
  const dark = withVariable(config, 'themeDark', 'ground', '#000000')
  expect(dark.themeDark).toEqual({ ground: '#000000' })
  expect(withVariable(dark, 'themeDark', 'ground', '')).toEqual(config)
})

describe('the style sheet of the sample', () => {
  it('has the unsaved values, for its part of the page only', () => {
    const css = sampleCss(
      withColor(withVariable(config, 'cssVariables', 'r1', '0'), 'primary', DEEP),
      'light',
      '[data-x]',
    )
    expect(css).toMatch(/^\[data-x\]\{color-scheme:light;/)
    expect(css).toContain(`--primary-8:${DEEP}`)
    expect(css).toContain('--brand:var(--primary-8)')
    expect(css).toContain('--r1:0')
  })

  it('has what is fitted to a pale colour', () => {
    const css = sampleCss(withColor(config, 'primary', PALE), 'light', 'x')
    expect(css).toContain(
      `--cloth:${rolesOf(withColor(config, 'primary', PALE), 'light')['cloth']}`,
    )
    expect(css).not.toContain('--cloth:var(')
  })

  it('shows the dark roles in dark mode only', () => {
    const dark = withVariable(config, 'themeDark', 'ground', '#010203')
    expect(sampleCss(dark, 'dark', 'x')).toContain('--ground:#010203')
    expect(sampleCss(dark, 'light', 'x')).not.toContain('--ground:#010203')
  })

  it('leaves out invalid values and invalid names', () => {
    expect(
      sampleCss(
        withVariable(config, 'cssVariables', 'ink', 'red;}body{display:none'),
        'light',
        'x',
      ),
    ).not.toContain('display')
    expect(
      sampleCss(
        withVariable(config, 'cssVariables', 'ink:red;}body{display:none;--x', '#fff'),
        'light',
        'x',
      ),
    ).not.toContain('display')
  })
})
