/**
 * Seven tones, each with its shadow, the darker line of a crease, and lips. The same in light and
 * dark.
 */

export type Skin = {
  readonly base: string
  readonly shade: string
  readonly crease: string
  readonly lip: string
}

export const SKINS = {
  ebony: { base: '#65402c', shade: '#482a1a', crease: '#3a2013', lip: '#8a433d' },
  umber: { base: '#7c4c30', shade: '#5b341e', crease: '#4c2a17', lip: '#984c45' },
  chestnut: { base: '#935d3c', shade: '#6f4328', crease: '#5e3720', lip: '#a8564d' },
  bronze: { base: '#ab7149', shade: '#855332', crease: '#734527', lip: '#b66157' },
  honey: { base: '#c48e61', shade: '#9c6b43', crease: '#875936', lip: '#bf6d61' },
  sand: { base: '#dcab80', shade: '#b58257', crease: '#9d6d46', lip: '#c9776a' },
  light: { base: '#efcaa8', shade: '#cb9b74', crease: '#b28059', lip: '#d08075' },
} as const satisfies Record<string, Skin>

export type SkinName = keyof typeof SKINS
