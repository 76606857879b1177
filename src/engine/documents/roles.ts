/** The roles of colours that the product has by itself (look.md 2), for a brand to change. */

import type { ConfigDocument } from './kinds.ts'

export type Brand = Pick<ConfigDocument, 'themeLight' | 'themeDark' | 'cssVariables'>
export type Scheme = 'light' | 'dark'

/**
 * The product's own two scales and roles, as in base.css; a test compares them. `primary-8` is a
 * step of a scale.
 */
export const SCALES = {
  primary: [
    '#eff1fb',
    '#dde2f6',
    '#bcc5ec',
    '#97a4df',
    '#7081cc',
    '#4f61b4',
    '#3b4b9b',
    '#2b3880',
    '#1f2963',
    '#141b47',
  ],
  secondary: [
    '#fff2e6',
    '#ffe0c4',
    '#ffc795',
    '#ffab61',
    '#fb9440',
    '#f58220',
    '#cc5e06',
    '#a34800',
    '#7b3703',
    '#542604',
  ],
} as const
export const LIGHT: Readonly<Record<string, string>> = {
  ground: '#f8f6f2',
  surface: '#ffffff',
  sunken: '#f0ede6',
  'line-strong': '#85829a',
  ink: '#161a35',
  'ink-2': '#565b78',
  brand: 'primary-8',
  'on-brand': '#ffffff',
  cloth: 'primary-8',
  'cloth-2': 'primary-7',
  'cloth-3': 'primary-6',
  'on-cloth': '#ffffff',
  step: 'secondary-5',
  'on-step': 'primary-9',
  'step-soft': 'secondary-0',
  'step-text': 'secondary-7',
  bad: '#b3261e',
  'bad-soft': '#fdecea',
  ok: '#17683a',
  'ok-soft': '#e6f4ea',
}
export const DARK: Readonly<Record<string, string>> = {
  ground: '#0e1128',
  surface: '#191d3b',
  sunken: '#141833',
  'line-strong': '#7d84b4',
  ink: '#f2f1f8',
  'ink-2': '#b6bad8',
  brand: 'primary-2',
  'on-brand': 'primary-9',
  cloth: '#232d6c',
  'cloth-2': '#303b85',
  'cloth-3': '#414e9e',
  'step-soft': '#3a2713',
  'step-text': '#ffb066',
  bad: '#ffb4ab',
  'bad-soft': '#43211f',
  ok: '#8fd8a8',
  'ok-soft': '#17362a',
}
