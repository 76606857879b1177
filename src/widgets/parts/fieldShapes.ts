/**
 * Fields of work as cut paper, on 48 units: ink (k), paper (p), lines of ink (kl) and of paper (pl). Parts are between `|`;
 * one that begins with `o` is a circle (x y radius), with `r` a rectangle (x y width height corner), else a path.
 */
export const FIELD_SHAPES = {
  flag: 'k r8 5 4 39 2|k M14 7h25l-6 8.5 6 8.5H14z|pl M19 15.5h8',
  chart: 'k r5 5 38 38 6|pl M14 33v-8M24 33V15M34 33V20',
  plan: 'k r8 7 32 37 5|p r17 3 14 8 3|pl M16 20h16M16 28h16M16 36h9',
  bell: 'k M6 34a18 18 0 0 1 36 0z|p r4 35.5 40 6 3|k o24 12 3.5|pl M14 29a11 11 0 0 1 7-8',
  flask: 'k M18 4h12v14l11 19a5 5 0 0 1-4 7H11a5 5 0 0 1-4-7l11-19z|p M15.5 31h17l5 8.5H10.5z',
  cross:
    'k M17 7a3 3 0 0 1 3-3h8a3 3 0 0 1 3 3v10h10a3 3 0 0 1 3 3v8a3 3 0 0 1-3 3H31v10a3 3 0 0 1-3 3h-8a3 3 0 0 1-3-3V31H7a3 3 0 0 1-3-3v-8a3 3 0 0 1 3-3h10z|pl M9 24h7l4-8 6 16 4-8h9',
  book: 'k M23 14C17 9 10 8 4 9v28c6-1 13 0 19 5z|p M25 14c6-5 13-6 19-5v28c-6-1-13 0-19 5z|kl M31 21c3-2 5-2.5 7-3M31 29c3-2 5-2.5 7-3',
  coins: 'k o18 18 13|p o31 31 11.5|kl M31 26v10|pl M18 13v10',
  screen: 'k r4 6 40 28 5|p r9 11 30 18 2|k r15 38 18 5 2.5|kl M20 16l-4 4 4 4M28 16l4 4-4 4',
  scales:
    'k r22 5 4 35 2|k r13 39 22 5 2.5|kl M8 12h32|p M2 28l7-14 7 14a7 5.5 0 0 1-14 0z|p M32 28l7-14 7 14a7 5.5 0 0 1-14 0z',
  people: 'p o33 17 6|p M22 41a11 11 0 0 1 22 0z|k o17 14 7|k M4 41a13 15 0 0 1 26 0z',
  newspaper:
    'k M4 8a3 3 0 0 1 3-3h26a3 3 0 0 1 3 3v34H8a4 4 0 0 1-4-4z|k M38 16h6v22a4 4 0 0 1-6 3z|p r10 11 20 10 0|pl M12 28h16M12 35h10',
  mask: 'k M6 7c12 4 24 4 36 0v15a18 21 0 0 1-36 0z|p M11 19a5.5 5.5 0 0 1 11 0zM26 19a5.5 5.5 0 0 1 11 0zM15 27h18a9 8.5 0 0 1-18 0z',
  gauge: 'k o24 25 19|pl M24 26l8-9M12 29a12.5 12.5 0 0 1 5-12|p o24 26 4.5',
  heart:
    'k M24 43L6.5 25.500a11 11 0 0 1 0-15.5 11 11 0 0 1 15.5 0l2 2 2-2a11 11 0 0 1 15.5 15.500z|pl M10 25h8l3-7 5 12 3-5h9',
  case: 'k r4 14 40 28 5|kl M17 13v-2a4 4 0 0 1 4-4h6a4 4 0 0 1 4 4v2|pl M5 27h13M30 27h13|p r20 23.5 8 7 2',
  ball: 'k o24 24 20|p M24 15l8.5 6-3.2 10H18.700l-3.2-10z|pl M24 6v6M8 19l4.5 1.500M13.5 39l3-4.500M34.5 39l-3-4.500M40 19l-4.5 1.5',
  bowl: 'k M4 24h40a20 18 0 0 1-14 17H18A20 18 0 0 1 4 24z|p M24 21c0-9 5-14 13-15 0 9-5 14-13 15z|k o15 15 6.5',
  aerial: 'k M22 22h4l6 22H16z|p o24 18 5|kl M13 28a14 14 0 0 1 0-20M35 28a14 14 0 0 0 0-20',
  keyboard: 'k r3 12 42 25 5|pl M11 20h.01M20 20h.01M28 20h.01M37 20h.01M15 29h18',
  headset:
    'kl M9 28v-5a15 15 0 0 1 30 0v5M39 36a11 8 0 0 1-11 8|k r5 25 9 14 4|k r34 25 9 14 4|p o27 43.5 3.5',
  calculator:
    'k r9 4 30 40 5|p r14 9 20 9 2|pl M17 26h.01M24 26h.01M31 26h.01M17 35h.01M24 35h.01M31 35h.01',
  envelope: 'k r4 9 40 31 5|pl M9 15l15 12 15-12',
  scissors: 'kl M12 5l20 27M36 5L16 32|k o12 38 7|k o36 38 7|p o12 38 3|p o36 38 3',
  bag: 'k M8 15h32l3 24a5 5 0 0 1-5 5H10a5 5 0 0 1-5-5z|kl M16 14v-1a8 8 0 0 1 16 0v1|pl M17 23a7 7 0 0 0 14 0',
  home: 'k M24 4L3 22h5v20h32V22h5z|p M24 37l-8-8a5.2 5.2 0 0 1 8-7 5.2 5.2 0 0 1 8 7z',
  blocks: 'k r5 25 18 18 3|p r25 25 18 18 3|k M13 22a11 14 0 0 1 22 0z|k o34 34 4',
  shield: 'k M24 3l18 7v13c0 11-7 18-18 22C13 41 6 34 6 23V10z|pl M15 24l6.5 6.500L33 18',
  plant:
    'k M23 28C10 28 5 19 5 9c11 0 18 7 18 19z|p M25 24c0-10 7-17 18-17 0 11-7 17-18 17z|kl M24 44V25',
  fish: 'k M4 24c7-12 20-15 30-4l10-8v24l-10-8C24 39 11 36 4 24z|p o14 21.5 3|pl M22 17a12 12 0 0 1 0 14',
  bricks: 'k r4 27 18.5 16 2.5|k r25.5 27 18.5 16 2.5|p r15 8 18.5 16 2.5',
  cog: 'k o24 24 14|kl M24 5v38M5 24h38M10.6 10.600l26.8 26.800M37.4 10.600L10.6 37.4|p o24 24 6.5',
  pot: 'k M12 11h24c6 8 8 14 6 20-2 8-8 13-18 13S8 39 6 31c-2-6 0-12 6-20z|p r11 4 26 7 3|pl M9 27l5-4 5 4 5-4 5 4 5-4 5 4',
  bolt: 'k o24 24 20|p M27 7L12 27h9l-3 14 18-21h-10z',
  thread: 'k r9 4 30 8 3|k r9 36 30 8 3|p r14 13.5 20 21 0|kl M15 20l18-3M15 26l18-3M15 32l18-3',
  factory: 'k M4 43V20l12 8v-8l12 8V6h14v37z|p r10 33 6 6 1|p r21 33 6 6 1|p r32 33 6 6 1',
  nut: 'k M24 3l18 10.500v21L24 45 6 34.500v-21z|p o24 24 8.5',
  truck: 'k r3 11 26 24 3|k M31 18h7l7 8v9H31z|p o13 36 5.5|p o36 36 5.5',
  broom: 'kl M35 4L24 20|k M14 18l16 10-6 15c-8 2-15-2-20-9z|pl M14 33l5-7M22 38l4-8',
  spade: 'kl M17 6h14M24 6v18|k M14 23h20v7c0 7-5 11-10 15-5-4-10-8-10-15z|pl M24 29v7',
  helmet: 'k M6 33a18 18 0 0 1 36 0z|p r3 32 42 8 4|pl M18 18v8M30 18v8',
  stall: 'k r7 21 34 23 2|p M8 5h32l4 14H4z|k M16 5h6v14h-7zM27 5h6l2 14h-7z|pl M14 33h20',
  bin: 'k M10 15h28l-3 29H13z|k r6 7 36 6 3|pl M19.5 22l1 15M28.5 22l-1 15',
} as const

export type FieldName = keyof typeof FIELD_SHAPES
