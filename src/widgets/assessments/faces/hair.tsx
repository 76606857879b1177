/**
 * Hair, wraps and caps on 200 units, in two layers: behind the head and in front of it. It doesn't
 * depend on who wears it.
 */

import type { ReactNode } from 'react'

export type Hair = { readonly back?: ReactNode; readonly front?: ReactNode }

const HAIRS = [
  'short',
  'afro',
  'puffs',
  'knots',
  'braids',
  'locs',
  'wrap',
  'shaved',
  'straight',
  'bun',
  'flat',
  'scarf',
  'beanie',
  'curls',
  'side',
  'rows',
] as const
export type HairName = (typeof HAIRS)[number]

/** The line where hair begins, from ear to ear, over the top of the head. */
const CAP = 'M53 98C47 54 74 36 100 36s53 18 47 62c-3-14-7-23-13-29-20-6-48-6-68 0-6 6-10 15-13 29z'
const HIGH = 'M55 84C54 52 78 38 100 38s46 14 45 46c-6-16-16-24-45-24s-39 8-45 24z'
const ROUND: readonly (readonly [number, number, number])[] = [
  [48, 92, 17],
  [44, 68, 19],
  [56, 46, 20],
  [78, 32, 20],
  [102, 27, 21],
  [126, 33, 20],
  [145, 48, 20],
  [156, 70, 19],
  [152, 93, 17],
]

/** @param hair colour of the hair, or of the cloth; @param band a second colour for patterns */
export function drawHair(name: HairName, hair: string, band: string): Hair {
  switch (name) {
    case 'short':
      return { front: <path fill={hair} d={CAP} /> }
    case 'shaved':
      return {
        front: (
          <path
            fill={hair}
            opacity="0.6"
            d="M57 86C57 57 77 43 100 43s43 14 43 43c-7-15-18-21-43-21s-36 6-43 21z"
          />
        ),
      }
    case 'side':
      return {
        back: <path fill={hair} d="M54 100C50 58 74 38 100 38s50 20 46 62z" />,
        front: (
          <path
            fill={hair}
            d="M53 98C47 54 70 32 104 34s48 26 43 64c-2-13-5-20-10-27-22 2-44-2-58-14-4 14-18 22-26 41z"
          />
        ),
      }
    case 'flat':
      return {
        front: (
          <path
            fill={hair}
            d="M54 92V44c0-12 8-20 20-20h52c12 0 20 8 20 20v48c-3-14-7-20-13-24-20-5-46-5-66 0-6 4-10 10-13 24z"
          />
        ),
      }
    case 'afro':
      return {
        back: (
          <g fill={hair}>
            <circle cx="100" cy="78" r="58" />
            {ROUND.map(([cx, cy, r]) => (
              <circle key={cx} cx={cx} cy={cy} r={r} />
            ))}
          </g>
        ),
        front: <path fill={hair} d={HIGH} />,
      }
    case 'curls':
      return {
        back: (
          <g fill={hair}>
            {[
              [50, 74],
              [44, 96],
              [47, 118],
              [54, 138],
              [150, 74],
              [156, 96],
              [153, 118],
              [146, 138],
            ].map(([cx, cy]) => (
              <circle key={`${cx}${cy}`} cx={cx} cy={cy} r="16" />
            ))}
          </g>
        ),
        front: (
          <g fill={hair}>
            {[
              [60, 66],
              [70, 50],
              [86, 43],
              [103, 41],
              [120, 46],
              [134, 55],
              [142, 70],
            ].map(([cx, cy]) => (
              <circle key={cx} cx={cx} cy={cy} r="14.5" />
            ))}
          </g>
        ),
      }
    case 'puffs':
      return {
        back: (
          <g fill={hair}>
            <circle cx="52" cy="46" r="27" />
            <circle cx="148" cy="46" r="27" />
          </g>
        ),
        front: (
          <>
            <path fill={hair} d={HIGH} />
            <path fill="none" stroke={band} strokeWidth="2.5" d="M100 38v23" />
            <path
              fill="none"
              stroke={band}
              strokeWidth="6"
              strokeLinecap="round"
              d="M66 64l9-10M134 64l-9-10"
            />
          </>
        ),
      }
    case 'knots':
      return {
        back: (
          <g fill={hair}>
            {[
              [58, 54],
              [76, 36],
              [100, 29],
              [124, 36],
              [142, 54],
            ].map(([cx, cy]) => (
              <circle key={cx} cx={cx} cy={cy} r="13" />
            ))}
          </g>
        ),
        front: (
          <>
            <path fill={hair} d={HIGH} />
            <g fill="none" stroke={band} strokeWidth="2.5">
              <path d="M72 43l6 20M90 39l3 22M110 39l-3 22M128 43l-6 20" />
              {[
                [58, 54],
                [76, 36],
                [100, 29],
                [124, 36],
                [142, 54],
              ].map(([cx, cy]) => (
                <circle key={cx} cx={cx} cy={cy} r="6" />
              ))}
            </g>
          </>
        ),
      }
    case 'braids':
      return {
        back: (
          <g fill="none" stroke={hair} strokeLinecap="round">
            <path
              strokeWidth="16"
              d="M60 70C44 96 46 130 42 172M140 70c16 26 14 60 18 102M54 84c-8 30-2 56-2 80M146 84c8 30 2 56 2 80"
            />
            <path stroke={band} strokeWidth="5" d="M42 164v9M158 164v9M53 157v7M147 157v7" />
          </g>
        ),
        front: (
          <>
            <path
              fill={hair}
              d="M53 96C48 54 74 37 100 37s52 17 47 59c-4-16-18-30-47-36-29 6-43 20-47 36z"
            />
            <path
              fill="none"
              stroke={band}
              strokeWidth="2"
              opacity="0.6"
              d="M100 38v22M84 40c-8 8-14 18-18 30M116 40c8 8 14 18 18 30"
            />
          </>
        ),
      }
    case 'locs':
      return {
        back: (
          <g fill="none" stroke={hair} strokeWidth="13" strokeLinecap="round">
            <path d="M62 60C44 84 46 112 38 138M58 74c-10 28-4 50-10 76M138 60c18 24 16 52 24 78M142 74c10 28 4 50 10 76" />
          </g>
        ),
        front: (
          <>
            <path
              fill={hair}
              d="M53 92C48 52 74 35 100 35s52 17 47 57c-4-12-8-18-14-22l-6-10-8 6-9-9-10 7-10-7-9 9-8-6-6 10c-6 4-10 10-14 22z"
            />
            <path
              fill="none"
              stroke={band}
              strokeWidth="2"
              opacity="0.55"
              d="M100 37v20M84 39l-6 24M116 39l6 24M70 46L60 76M130 46l10 30"
            />
          </>
        ),
      }
    case 'rows':
      return {
        front: (
          <>
            <path fill={hair} d={HIGH} />
            <path
              fill="none"
              stroke={band}
              strokeWidth="2.6"
              d="M69 46c-3 6-5 14-6 22M84 40c-3 7-4 14-4 21M100 38v22M116 40c3 7 4 14 4 21M131 46c3 6 5 14 6 22"
            />
          </>
        ),
      }
    case 'bun':
      return {
        back: (
          <g fill={hair}>
            <circle cx="100" cy="28" r="21" />
          </g>
        ),
        front: (
          <>
            <path fill={hair} d={HIGH} />
            <path
              fill="none"
              stroke={band}
              strokeWidth="6"
              strokeLinecap="round"
              d="M86 40q14-6 28 0"
            />
          </>
        ),
      }
    case 'straight':
      return {
        back: (
          <path
            fill={hair}
            d="M100 32c-38 0-58 26-56 66 2 30-1 46-5 62-1 8 3 12 10 12h102c7 0 11-4 10-12-4-16-7-32-5-62 2-40-18-66-56-66z"
          />
        ),
        front: (
          <path
            fill={hair}
            d="M52 104c-4-44 18-70 48-70s52 26 48 70c-4-20-18-38-56-46-10 14-34 24-40 46z"
          />
        ),
      }
    case 'wrap':
      return {
        back: (
          <g fill={hair}>
            <path d="M128 40c8-20 30-26 40-14 6 10-8 24-26 26z" />
            <path d="M134 46c20-6 36 6 32 20-6 10-26 2-36-10z" />
          </g>
        ),
        front: (
          <>
            <path
              fill={hair}
              d="M50 86C44 44 70 22 102 22s56 24 48 64c-10-16-28-22-50-22s-40 6-50 22z"
            />
            <path
              fill="none"
              stroke={band}
              strokeWidth="5"
              strokeLinecap="round"
              strokeDasharray="0 9.5"
              d="M60 60c16-18 52-26 80-8M72 42c14-10 38-12 54-3"
            />
            <circle fill={band} cx="136" cy="45" r="8" />
          </>
        ),
      }
    case 'scarf':
      return {
        back: (
          <path
            fill={hair}
            d="M100 26c-40 0-60 30-56 74 2 28-8 66-26 104h164c-18-38-28-76-26-104 4-44-16-74-56-74z"
          />
        ),
        front: (
          <>
            <path
              fill={hair}
              fillRule="evenodd"
              d="M100 26c-40 0-62 32-57 76 3 30 0 66-7 88h128c-7-22-10-58-7-88 5-44-17-76-57-76zM100 52c24 0 40 16 40 44 0 36-16 64-40 64s-40-28-40-64c0-28 16-44 40-44z"
            />
            <path
              fill="none"
              stroke={band}
              strokeWidth="3.5"
              strokeLinecap="round"
              d="M62 138c6 20 20 32 40 38M66 158c4 12 10 18 18 22"
            />
          </>
        ),
      }
    case 'beanie':
      return {
        back: <path fill="#1b1216" d="M52 72h96v36c-2 6-4 8-6 8H58c-2 0-4-2-6-8z" />,
        front: (
          <>
            <path fill={hair} d="M50 68C48 36 72 20 100 20s52 16 50 48z" />
            <rect fill={band} x="45" y="57" width="110" height="18" rx="9" />
            <path
              fill="none"
              stroke={hair}
              strokeWidth="2.5"
              strokeLinecap="round"
              d="M60 62v8M73 62v8M86 62v8M100 62v8M114 62v8M127 62v8M140 62v8"
            />
          </>
        ),
      }
  }
}
