/**
 * The icons by name. A shape is a list of parts separated by `|`: a path, or `o`, `r`, `e` with the
 * numbers of a circle, a rectangle or an ellipse. `true` means that it is mirrored in right-to-left
 * layouts.
 */
export const ICONS = {
  tick: ['M5 12.5l4.5 4.5L19 7.5', false],
  lock: ['r5 11 14 9 2.5|M8 11V8a4 4 0 0 1 8 0v3', false],
  next: ['M4 12h15M13 6l6 6-6 6', true],
  back: ['M20 12H5M11 6l-6 6 6 6', true],
  heart: ['M12 20l-7.6-7.6a4.9 4.9 0 0 1 7.6-6 4.9 4.9 0 0 1 7.6 6z', false],
  bars: ['M5 20v-6M12 20V4M19 20v-9', false],
  file: ['M6 3h8l4 4v14H6z|M9 12h6M9 16h4', false],
  sign: ['M12 21V3M12 4.5h6.5L21 7l-2.5 2.5H12M12 11.5H5.5L3 14l2.5 2.5H12', false],
  home: [
    'M4 20V10.5a1 1 0 0 1 .4-.8l7-5.2a1 1 0 0 1 1.2 0l7 5.2a1 1 0 0 1 .4.8V20h-5v-4a3 3 0 0 0-6 0v4z',
    false,
  ],
  help: ['o12 12 9|M9.5 9.5a2.5 2.5 0 1 1 3.5 2.3c-.7.3-1 .8-1 1.7M12 17h.01', false],
  phone: ['r6 2.5 12 19 2.5|M9.5 12l2 2 3.5-4', false],
  book: [
    'M4 5h6a2 2 0 0 1 2 2v13a2 2 0 0 0-2-2H4zM20 5h-6a2 2 0 0 0-2 2v13a2 2 0 0 1 2-2h6z',
    false,
  ],
  clock: ['o12 12 9|M12 7v5l3.5 2', false],
  close: ['M6 6l12 12M18 6L6 18', false],
  warning: ['M12 4l9 16H3z|M12 10v4.5M12 17.2h.01', false],
  globe: ['o12 12 9|M3 12h18M12 3c3 3 3 15 0 18M12 3c-3 3-3 15 0 18', false],
  case: ['r3 8 18 12 2.5|M9 8V6a2 2 0 0 1 2-2h2a2 2 0 0 1 2 2v2M3 13h18', false],
  chevron: ['M9 5l7 7-7 7', true],
  down: ['M5 9l7 7 7-7', false],
  eye: [
    'M2.5 12C5 7.5 8.5 5.5 12 5.5s7 2 9.5 6.5c-2.5 4.5-6 6.5-9.5 6.5s-7-2-9.5-6.5z|o12 12 3',
    false,
  ],
  cap: ['M2 9.5L12 5l10 4.5L12 14z|M6.5 12v4.5c3 2.5 8 2.5 11 0V12', false],
  coins: [
    'e12 6.5 7.5 3|M4.5 6.5V12c0 1.7 3.4 3 7.5 3s7.5-1.3 7.5-3V6.5M4.5 12v5.5c0 1.7 3.4 3 7.5 3s7.5-1.3 7.5-3V12',
    false,
  ],
  info: ['o12 12 9|M12 11v5.5M12 7.5h.01', false],
  offline: [
    'M7 18h10.5M19.5 16.5A4 4 0 0 0 17 9.5a5.5 5.5 0 0 0-7-3M6.8 8.8A4.7 4.7 0 0 0 7 18M4 4l16 16',
    false,
  ],
  menu: ['M4 7h16M4 12h16M4 17h10', true],
  filter: ['M4 7h16M7 12h10M10 17h4', false],
  undo: ['M8 5L4 9l4 4|M4 9h10a5 5 0 0 1 0 10h-3', true],
  branch: ['M4 12h5a4 4 0 0 0 4-4V6h7M13 12v4a2 2 0 0 0 2 2h5M17 3l3 3-3 3M17 15l3 3-3 3', true],
  ticket: [
    'M3 7h18v3.5a1.5 1.5 0 0 0 0 3V17H3v-3.5a1.5 1.5 0 0 0 0-3z|M14 7.5v2M14 11v2M14 14.5v2',
    false,
  ],
  plus: ['M12 5v14M5 12h14', false],
  download: ['M12 4v15M6 13l6 6 6-6', false],
  people: [
    'o9 8.5 3.5|M2.5 20a6.5 6.5 0 0 1 13 0M16 5.3a3.5 3.5 0 0 1 0 6.4M18 14.5a6.5 6.5 0 0 1 3.5 5.5',
    false,
  ],
  person: ['o12 8 4|M4.5 20.5a7.5 7.5 0 0 1 15 0', false],
  search: ['o10.5 10.5 6.5|M15.5 15.5L20 20', false],
  gear: [
    'o12 12 3.5|M12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.6l2.2 2.2M16.2 16.2l2.2 2.2M18.4 5.6l-2.2 2.2M7.8 16.2l-2.2 2.2',
    false,
  ],
  exit: ['M14 4h4a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2h-4M4 12h10M10 8l4 4-4 4', true],
  bulb: ['M9 18h6M10 21h4M12 3a6.5 6.5 0 0 0-4 11.6V16h8v-1.4A6.5 6.5 0 0 0 12 3z', false],
  tool: [
    'M14.5 6.5a4 4 0 0 1 5-3l-2.5 2.5.5 2.5 2.5.5L22.5 6.5a4 4 0 0 1-5.5 4.5L8 20a2.1 2.1 0 0 1-3-3l9-9z',
    false,
  ],
  print: ['M7 9V4h10v5|M7 17H4v-6a2 2 0 0 1 2-2h12a2 2 0 0 1 2 2v6h-3|M7 14h10v6H7z', false],
  moon: ['M20 14.5A8.5 8.5 0 1 1 9.5 4a7 7 0 0 0 10.5 10.5z', false],
  mail: ['r3 5 18 14 2.5|M4 7l8 6 8-6', false],
  star: ['M12 3.5l2.6 5.4 5.9.8-4.3 4.1 1 5.9-5.2-2.8-5.2 2.8 1-5.9L3.5 9.7l5.9-.8z', false],
  sun: [
    'o12 12 4|M12 2.5V5M12 19v2.5M2.5 12H5M19 12h2.5M5.3 5.3L7 7M17 17l1.7 1.7M18.7 5.3L17 7M7 17l-1.7 1.7',
    false,
  ],
  compass: ['o12 12 9|M15.5 8.5l-2 5-5 2 2-5z', false],
  shield: ['M12 3l7.5 3v5.5c0 4.5-3 7.8-7.5 9.5-4.5-1.7-7.5-5-7.5-9.5V6z', false],
  flag: ['M6 21V4M6 5h12l-2.5 4 2.5 4H6', true],
  leaf: ['M6 18C3.5 9.5 9 4.5 20 4c.5 10-4.5 15-14 14zM4 21c2-5 5-8.5 9-11', false],
  wave: ['M3 9.5c3-3 6-3 9 0s6 3 9 0M3 15.5c3-3 6-3 9 0s6 3 9 0', false],
  tree: ['o12 9 6|M12 21V10M8 21h8', false],
  music: ['M9.5 17.5V5.5l10-2v12|o6.5 17.5 3|o16.5 15.5 3', false],
  list: [
    'M4 6.5L5.5 8 8 5M11 6.5h9M4 12.5L5.5 14 8 11M11 12.5h9M4 18.5L5.5 20 8 17M11 18.5h9',
    false,
  ],
} as const satisfies Record<string, readonly [shape: string, flips: boolean]>

export type IconName = keyof typeof ICONS
