/**
 * A tenant's brand as plain CSS custom properties. Only known names and a strict grammar get
 * through.
 */

/** A colour as a brand may write it. */
export const HEX = /^#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/
/** Roles that `cssVariables` and `themeDark` may set (look.md 7). */
export const ROLES = [
  'ground',
  'surface',
  'sunken',
  'line',
  'line-strong',
  'ink',
  'ink-2',
  'brand',
  'on-brand',
  'brand-soft',
  'brand-mid',
  'brand-hover',
  'cloth',
  'cloth-2',
  'cloth-3',
  'on-cloth',
  'on-cloth-2',
  'print',
  'step',
  'on-step',
  'step-soft',
  'step-text',
  'step-hover',
  'focus',
  'focus-gap',
  'bad',
  'bad-soft',
  'ok',
  'ok-soft',
  'r1',
  'r2',
  'r3',
  'turn',
  'font',
] as const
const LENGTH = /^(?:0|\d{1,3}(?:\.\d{1,3})?(?:px|rem|em))$/
const FONT = /^[A-Za-z0-9 ,"'-]{1,200}$/

/**
 * Is this a value that a custom property may have? Colours, lengths and font lists; never `url(`,
 * `;`, `}` or `@`.
 */
export function isSafeValue(name: string, value: string): boolean {
  if (name === 'font') return FONT.test(value)
  if (/^(r[123]|turn)$/.test(name)) return LENGTH.test(value)
  return HEX.test(value)
}

export type Scale = readonly string[]

/**
 * Ten steps from one colour or ten: lighter by mixing with white, darker by mixing with black, with
 * the given one in its place.
 */
export function scaleOf(color: string | readonly string[], place: number): Scale {
  if (typeof color !== 'string') return color
  return Array.from({ length: 10 }, (_, step) => {
    if (step === place) return color
    return step < place
      ? mix(color, '#FFFFFF', (0.94 * (place - step)) / place)
      : mix(color, '#000000', (0.42 * (step - place)) / Math.max(1, 9 - place))
  })
}

/** `share` of `other` in `color`, both as hex, in sRGB. */
export function mix(color: string, other: string, share: number): string {
  const a = channels(color)
  const b = channels(other)
  return `#${a
    .map((value, index) =>
      Math.round(value + (b[index]! - value) * share)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`.toUpperCase()
}

export function channels(hex: string): [number, number, number] {
  const full = hex.length === 4 ? hex.slice(1).replace(/./g, '$&$&') : hex.slice(1)
  return [0, 2, 4].map((index) => Number.parseInt(full.slice(index, index + 2), 16)) as [
    number,
    number,
    number,
  ]
}

/** WCAG contrast ratio of two hex colours, 1 to 21. */
export function contrast(a: string, b: string): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

function luminance(hex: string): number {
  const [r, g, b] = channels(hex).map((value) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
