/** A tenant's brand: what gets through the grammar, and what never does. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { channels, contrast, isSafeValue, mix, ROLES, scaleOf } from '#engine/documents/theme.ts'
import { themeCss } from '#engine/documents/themecss.ts'
import { catalog, config } from '#tests/support/documents.ts'

describe('the grammar of values', () => {
  it.each([
    ['ground', '#fff', true],
    ['ground', '#1F2963', true],
    ['ground', '#ffff', false],
    ['ground', '#12345', false],
    ['ground', '#1234567', false],
    ['ground', '#GGGGGG', false],
    ['ground', 'fff', false],
    ['ground', 'red', false],
    ['ground', 'rgb(0,0,0)', false],
    ['ground', 'var(--brand)', false],
    ['ground', '', false],
    ['ground', '#fff ', false],
    ['ground', '#fff\n', false],
    ['ground', '#fff;color:red', false],
    ['r1', '0', true],
    ['r1', '0.25rem', true],
    ['r1', '12px', true],
    ['r1', '1.5em', true],
    ['r1', '4', false],
    ['r1', '-4px', false],
    ['r1', '1234px', false],
    ['r1', '1.2345px', false],
    ['r1', 'calc(1px)', false],
    ['r1', '#fff', false],
    ['turn', '2rem', true],
    ['turn', '#fff', false],
    ['ground', '2rem', false],
    ['font', 'Inter, "Noto Sans", sans-serif', true],
    ['font', "'Open Sans'", true],
    ['font', '', false],
    ['font', 'a'.repeat(200), true],
    ['font', 'a'.repeat(201), false],
    ['font', 'url(x)', false],
    ['font', 'a;b', false],
    ['font', 'a}b', false],
    ['font', '@import', false],
    ['font', 'a\\62', false],
    ['font', 'a\nb', false],
  ])('%s: %j is %s', (name, value, safe) => {
    expect(isSafeValue(name, value)).toBe(safe)
  })

  const hostile = fc
    .tuple(
      fc.string(),
      fc.constantFrom(
        ';',
        '}',
        '{',
        '@',
        'url(',
        '(',
        ')',
        '\\',
        '/*',
        '<',
        ':',
        '\n',
        '!important',
      ),
      fc.string(),
    )
    .map((parts) => parts.join(''))

  it('lets through nothing that could end a declaration or load something', () => {
    fc.assert(
      fc.property(fc.constantFrom(...ROLES), hostile, (name, value) => {
        expect(isSafeValue(name, value)).toBe(false)
      }),
      { seed: 20, numRuns: 3000 },
    )
  })

  it('is enforced in the style sheet of a draft, which may contain anything', () => {
    fc.assert(
      fc.property(hostile, (value) => {
        const css = themeCss({
          themeLight: { colors: { primary: value, rating: [value] } },
          cssVariables: { ground: value, [value]: '#fff' },
          themeDark: { ink: value },
        })
        expect(css).toMatch(/^:root\{(?:--primary-\d:#[-0-9A-Z]+;?)+\}$/)
      }),
      { seed: 20, numRuns: 3000 },
    )
  })
})

describe('a scale of ten', () => {
  it('has the given colour in its place, with lighter ones before and darker ones after', () => {
    const scale = scaleOf('#1F2963', 8)
    expect(scale).toHaveLength(10)
    expect(scale[8]).toBe('#1F2963')
    const lightness = scale.map((color) => channels(color).reduce((sum, value) => sum + value, 0))
    expect([...lightness].sort((a, b) => b - a)).toEqual(lightness)
    expect(scale[9]).toBe('#121839')
  })

  it('is used as it is if a tenant gives all ten', () => {
    const own = Array.from({ length: 10 }, (_, index) => `#00000${index}`)
    expect(scaleOf(own, 8)).toBe(own)
  })

  it('works at both ends', () => {
    for (const place of [0, 9]) {
      const scale = scaleOf('#888', place)
      expect(scale).toHaveLength(10)
      expect(scale[place]).toBe('#888')
      for (const color of scale) expect(isSafeValue('ground', color)).toBe(true)
    }
  })

  it('contains only colours, whatever the given colour', () => {
    const hex = fc
      .integer({ min: 0, max: 0xffffff })
      .map((value) => `#${value.toString(16).padStart(6, '0')}`)
    fc.assert(
      fc.property(hex, fc.integer({ min: 0, max: 9 }), (color, place) => {
        expect(scaleOf(color, place).filter((each) => !isSafeValue('ground', each))).toEqual([])
      }),
      { seed: 20, numRuns: 500 },
    )
  })
})

describe('colours', () => {
  it.each([
    ['#FFFFFF', '#000000', 0, '#FFFFFF'],
    ['#FFFFFF', '#000000', 1, '#000000'],
    ['#FFFFFF', '#000000', 0.5, '#808080'],
    ['#f00', '#00f', 0.5, '#800080'],
  ])('%s with %s by %d is %s', (a, b, share, expected) => {
    expect(mix(a, b, share)).toBe(expected)
  })

  it('can be written in short and long form', () => {
    expect(channels('#abc')).toEqual([170, 187, 204])
    expect(channels('#AABBCC')).toEqual([170, 187, 204])
  })

  it.each([
    ['#000000', '#FFFFFF', 21],
    ['#FFFFFF', '#FFFFFF', 1],
    ['#767676', '#FFFFFF', 4.54],
    ['#777777', '#FFFFFF', 4.48],
    ['#FF0000', '#FFFFFF', 4],
  ])('%s on %s has the contrast of WCAG, %d', (a, b, expected) => {
    expect(contrast(a, b)).toBeCloseTo(expected, 2)
    expect(contrast(b, a)).toBe(contrast(a, b))
  })
})

describe('the style sheet of a tenant', () => {
  const brand = { themeLight: { colors: {} }, cssVariables: {} }
  it('is empty if the brand is the product’s own', () => expect(themeCss(brand)).toBe(''))

  it('sets what the tenant sets and nothing else', () => {
    expect(themeCss({ ...brand, cssVariables: { ground: '#fff', r1: '0.25rem' } })).toBe(
      ':root{--ground:#fff;--r1:0.25rem}',
    )
    expect(
      themeCss({
        ...brand,
        themeLight: {
          colors: {
            rating: ['#1', '#2', '#3', '#4', '#5'],
            ratingInk: ['#a', '#b', '#c', '#d', '#e'],
          },
        },
      }),
    ).toBe(
      ':root{--rate-1:#1;--rate-2:#2;--rate-3:#3;--rate-4:#4;--rate-5:#5;--on-rate-1:#a;--on-rate-2:#b;--on-rate-3:#c;--on-rate-4:#d;--on-rate-5:#e}',
    )
  })

  it('has ten steps of each colour of the brand, with the given one where the product’s own is', () => {
    const css = themeCss({
      ...brand,
      themeLight: { colors: { primary: '#1F2963', secondary: '#E07A00' } },
    })
    expect(css.match(/--primary-\d:/g)).toHaveLength(10)
    expect(css).toContain('--primary-8:#1F2963;')
    expect(css.match(/--secondary-\d:/g)).toHaveLength(10)
    expect(css).toContain('--secondary-5:#E07A00;')
  })

  it('follows the system to dark unless light was chosen, and follows an explicit choice', () => {
    expect(themeCss({ ...brand, themeDark: { ground: '#111' } })).toBe(
      '@media(prefers-color-scheme:dark){:root:not([data-scheme=light]){--ground:#111}}:root[data-scheme=dark]{--ground:#111}',
    )
  })

  it.each(catalog.all('config').map((each) => [each.id, each] as const))(
    'of the product contains only custom properties: %s',
    (_id, each) => {
      const declarations = themeCss(each).match(/[^{};]+:[^{};]+(?=[;}])/g) ?? []
      for (const declaration of declarations)
        expect(declaration).toMatch(/^--[a-z0-9-]+:[#A-Za-z0-9. ,"'-]+$/)
      expect(declarations.length > 0).toBe(each.id !== config.id)
    },
  )
})
