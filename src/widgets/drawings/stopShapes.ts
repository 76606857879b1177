/**
 * One drawing per explorer, on a square of 120 units: the objects next to the path. Classes are
 * those of stops.css.
 */

/** Where the path of a drawing enters: it leaves on the other side, so that drawings join. */
export type Side = 'left' | 'right'
export type Stop = { readonly from: Side; readonly shapes: string }

export const STOPS = {
  signpost: {
    from: 'left',
    shapes:
      'dots M13 120A13 13 0 0 0 0 107M26 120A26 26 0 0 0 0 94M39 120A39 39 0 0 0 0 81M52 120A52 52 0 0 0 0 68|f1 M0 0H40A40 40 0 0 1 0 40Z|cw r86 2 5 52 0|ch M70 5h36l7 6.5-7 6.5H70z|ct M106 21H66l-7 6.5 7 6.5h40z|ci M74 37h30l7 6.5-7 6.5H74z',
  },
  books: {
    from: 'right',
    shapes:
      'ct r4 39 58 14 3|cw r14 43 22 6 0|cc r10 24 54 14 3|cw r38 28 18 6 0|ci r2 9 56 14 3|cw r10 13 26 6 0|f2 r50 72 21 21 0|f1 r73 72 21 21 0|f1 r50 95 21 21 0|co r73 95 21 21 0|ks M78 106l4 4 7-8',
  },
  school: {
    from: 'left',
    shapes:
      'dots M13 120A13 13 0 0 0 0 107M26 120A26 26 0 0 0 0 94M39 120A39 39 0 0 0 0 81M52 120A52 52 0 0 0 0 68|cw r52 24 64 30 0|cb M48 26L84 3l36 23z|cw o84 17 5|ks M84 14.5V17l2 1.5|k M77 54V42a7 7 0 0 1 14 0v12z|ct M57 32h11v11H57zM100 32h11v11h-11z',
  },
  pot: {
    from: 'right',
    shapes:
      'f2 M120 120V70A50 50 0 0 0 70 120Z|ci o24 8 7|ci o43 5 5|ci o36 18 6|cb M20 23h34v5h-4c10 4 14 10 14 17 0 4-2 8-5 11H15c-3-3-5-7-5-11 0-7 4-13 14-17h-4z|cd M13 42h48|ci M60 92h26v6H60zM56 99.5h26v6H56zM62 107h26v6H62z',
  },
  backpack: {
    from: 'left',
    shapes:
      'dots M13 120A13 13 0 0 0 0 107M26 120A26 26 0 0 0 0 94M39 120A39 39 0 0 0 0 81M52 120A52 52 0 0 0 0 68|ct r96 12 18 40 3|cw r100 18 10 4 0|pl M68 12a9 9 0 0 1 18 0|ci r54 9 46 46 14|cw M60 32h34v13a6 6 0 0 1-6 6H66a6 6 0 0 1-6-6z|ks M60 26h34M77 32v6|cw r24 76 26 40 5|co r28 81 18 26 0',
  },
  tree: {
    from: 'right',
    shapes:
      'dots M107 120A13 13 0 0 1 120 107M94 120A26 26 0 0 1 120 94M81 120A39 39 0 0 1 120 81M68 120A52 52 0 0 1 120 68|kn M38 54V26M38 40l14-12M38 36L26 26|ch M0 28A38 26 0 0 1 76 28Z|cw M4 56a8 9 0 0 1 16 0z|cn o12 42 5|cc M52 56a8 9 0 0 1 16 0z|cn o60 42 5|ci M62 120a9 11 0 0 1 18 0z|cn o71 102 6',
  },
  stairs: {
    from: 'left',
    shapes:
      'cb M44 43h18v13H44z|ct M63 32h18v24H63z|ch M82 20h18v36H82z|co M101 8h18v48h-18z|cw r8 78 54 34 5|k M28 86l16 9-16 9z',
  },
  stall: {
    from: 'right',
    shapes:
      'f1 M120 120V70A50 50 0 0 0 70 120Z|cb r6 18 64 38 0|k M12 30h28v13H12z|ct M48 30h14v26H48z|cw M10 43h32v4H10z|cc M2 4h14v15a7 7 0 0 1-14 0zM30 4h14v15a7 7 0 0 1-14 0zM58 4h14v15a7 7 0 0 1-14 0z|cw M16 4h14v15a7 7 0 0 1-14 0zM44 4h14v15a7 7 0 0 1-14 0z',
  },
  purse: {
    from: 'right',
    shapes:
      'f1 M120 120V70A50 50 0 0 0 70 120Z|ch r4 8 58 32 3|cw o33 24 9|ks M33 19v10|cb r12 44 44 6 2|ci r58 110 20 7 2|ci r58 101 20 7 2|co r81 110 20 7 2|co r81 101 20 7 2|co r81 92 20 7 2|co r81 83 20 7 2',
  },
  lamp: {
    from: 'left',
    shapes:
      'dots M13 120A13 13 0 0 0 0 107M26 120A26 26 0 0 0 0 94M39 120A39 39 0 0 0 0 81|cw M50 18c11-5 23-4 33 2v34c-10-6-22-7-33-2z|ct M85 20c10-6 22-7 33-2v34c-11-5-23-4-33 2z|ks M58 27c6-2 12-1 18 1M58 36c6-2 12-1 18 1M93 28c6-2 12-3 18-1|ci o36 92 14|cw r30 106 12 8 2|ks M31 92l5 5 5-5',
  },
  tiles: {
    from: 'left',
    shapes:
      'dots M13 120A13 13 0 0 0 0 107M26 120A26 26 0 0 0 0 94M39 120A39 39 0 0 0 0 81|ci r54 6 20 20 0|ct r76 6 20 20 0|ch r98 6 20 20 0|cc r76 28 20 20 0|co r98 28 20 20 0|ks M103 38l4 4 7-8|cw r22 82 32 28 3|ks M28 90h20M28 97h20M28 104h12',
  },
  cap: {
    from: 'left',
    shapes:
      'dots M13 120A13 13 0 0 0 0 107M26 120A26 26 0 0 0 0 94M39 120A39 39 0 0 0 0 81|cw M66 32v14c9 8 27 8 36 0V32L84 40z|ct M48 24L84 8l36 16-36 16z|ks M84 24l26 6v14|ci o110 46 4.5|cw r16 90 36 14 7|cc r30 88 8 18 1',
  },
  jar: {
    from: 'left',
    shapes:
      'f2 M0 120V70A50 50 0 0 1 50 120Z|co r64 4 38 8 3|cw r60 12 46 42 9|ci o74 44 6|ci o88 46 6|ci o98 37 5|ci o82 33 5|ci o71 31 4|ch r14 88 42 22 3|cw o35 99 6',
  },
  bench: {
    from: 'left',
    shapes:
      'dots M13 120A13 13 0 0 0 0 107M26 120A26 26 0 0 0 0 94M39 120A39 39 0 0 0 0 81|cb r54 38 64 8 2|cb r60 46 6 14 0|cb r106 46 6 14 0|ct r60 8 26 10 2|co r69 18 8 20 0|ch r94 20 18 18 3|ks M98 29l4 4 7-7|ci M16 104a17 15 0 0 1 34 0z|cw r12 102 42 6 3',
  },
} as const satisfies Readonly<Record<string, Stop>>

export type StopName = keyof typeof STOPS
export const STOP_NAMES = Object.keys(STOPS) as StopName[]
