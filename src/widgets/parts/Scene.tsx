/**
 * Scenes show a state: cairn (empty), phone (offline), stream (error), gate (locked), arrival, loop
 * (lost). Decoration next to text.
 */

import type { ReactNode } from 'react'
import { Path, Walker } from './Walker.tsx'
import './drawing.css'

const SCENES = ['empty', 'offline', 'error', 'locked', 'arrived', 'lost'] as const
export type SceneName = (typeof SCENES)[number]

export function Scene({ name }: { name: SceneName }) {
  const { box, parts } = SCENES_DRAWN[name]
  return (
    <svg className="scene" viewBox={box} aria-hidden="true" focusable="false">
      {parts}
    </svg>
  )
}

const SCENES_DRAWN: Readonly<Record<SceneName, { box: string; parts: ReactNode }>> = {
  empty: {
    box: '0 0 250 150',
    parts: (
      <>
        <path
          className="dots"
          d="M39.1 100A10.9 10.9 0 0 1 50 89.1M28.3 100A21.7 21.7 0 0 1 50 78.3M17.4 100A32.6 32.6 0 0 1 50 67.4M6.5 100A43.5 43.5 0 0 1 50 56.5"
        />
        <path
          className="dots"
          d="M39.1 0A10.9 10.9 0 0 0 50 10.9M28.3 0A21.7 21.7 0 0 0 50 21.7M17.4 0A32.6 32.6 0 0 0 50 32.6M6.5 0A43.5 43.5 0 0 0 50 43.5"
        />
        <path className="f2" d="M200 100H155A45 45 0 0 1 200 55Z" />
        <path className="f2" d="M200 100H245A45 45 0 0 0 200 55Z" />
        <path className="rdash" d="M-250 125H500" />
        <rect className="st1" x="88" y="98" width="74" height="26" rx="13" />
        <rect className="st2" x="97" y="72" width="56" height="25" rx="12.5" />
        <rect className="st1" x="105" y="49" width="38" height="22" rx="11" />
        <circle className="sun" cx="125" cy="37" r="11" />
      </>
    ),
  },
  offline: {
    box: '0 0 250 150',
    parts: (
      <>
        <path
          className="dots"
          d="M39.1 50A10.9 10.9 0 0 1 50 39.1M28.3 50A21.7 21.7 0 0 1 50 28.3M17.4 50A32.6 32.6 0 0 1 50 17.4M6.5 50A43.5 43.5 0 0 1 50 6.5"
        />
        <path
          className="dots"
          d="M210.9 50A10.9 10.9 0 0 0 200 39.1M221.7 50A21.7 21.7 0 0 0 200 28.3M232.6 50A32.6 32.6 0 0 0 200 17.4M243.5 50A43.5 43.5 0 0 0 200 6.5"
        />
        <path
          className="dots"
          d="M60.9 50A10.9 10.9 0 0 0 50 39.1M71.7 50A21.7 21.7 0 0 0 50 28.3M82.6 50A32.6 32.6 0 0 0 50 17.4M93.5 50A43.5 43.5 0 0 0 50 6.5"
        />
        <path
          className="dots"
          d="M189.1 50A10.9 10.9 0 0 1 200 39.1M178.3 50A21.7 21.7 0 0 1 200 28.3M167.4 50A32.6 32.6 0 0 1 200 17.4M156.5 50A43.5 43.5 0 0 1 200 6.5"
        />
        <path className="rib" d="M-250 125H75" />
        <path className="rdash" d="M75 125H500" />
        <rect className="st0" x="92" y="22" width="66" height="112" rx="13" />
        <rect className="scr" x="98" y="32" width="54" height="88" rx="6" />
        <circle className="st1" cx="125" cy="127" r="3" />
        <rect className="st2" x="106" y="92" width="38" height="14" rx="7" />
        <rect className="st1" x="110" y="76" width="30" height="14" rx="7" />
        <rect className="st2" x="114" y="60" width="22" height="14" rx="7" />
        <circle className="sun" cx="125" cy="50" r="7" />
      </>
    ),
  },
  error: {
    box: '0 0 250 150',
    parts: (
      <>
        <path
          className="dots"
          d="M39.1 50A10.9 10.9 0 0 1 50 39.1M28.3 50A21.7 21.7 0 0 1 50 28.3M17.4 50A32.6 32.6 0 0 1 50 17.4M6.5 50A43.5 43.5 0 0 1 50 6.5"
        />
        <path
          className="dots"
          d="M210.9 50A10.9 10.9 0 0 0 200 39.1M221.7 50A21.7 21.7 0 0 0 200 28.3M232.6 50A32.6 32.6 0 0 0 200 17.4M243.5 50A43.5 43.5 0 0 0 200 6.5"
        />
        <path className="f2" d="M0 100H40A40 40 0 0 0 0 60Z" />
        <path className="rib" d="M-250 125H60a25 25 0 0 0 25-25" />
        <path className="rib" d="M165 75a25 25 0 0 1 25-25H500" />
        <path className="rdash" d="M85 100q0-25 30-25h50" />
        <path className="wave" d="M118 0c-14 22 14 30 0 52s14 30 0 52 10 30 0 46" />
        <path className="wave" d="M142 0c-14 22 14 30 0 52s14 30 0 52 10 30 0 46" />
        <Walker transform="translate(40 116) scale(1.05)" />
      </>
    ),
  },
  locked: {
    box: '0 0 250 150',
    parts: (
      <>
        <path
          className="dots"
          d="M39.1 50A10.9 10.9 0 0 1 50 39.1M28.3 50A21.7 21.7 0 0 1 50 28.3M17.4 50A32.6 32.6 0 0 1 50 17.4M6.5 50A43.5 43.5 0 0 1 50 6.5"
        />
        <path
          className="dots"
          d="M210.9 50A10.9 10.9 0 0 0 200 39.1M221.7 50A21.7 21.7 0 0 0 200 28.3M232.6 50A32.6 32.6 0 0 0 200 17.4M243.5 50A43.5 43.5 0 0 0 200 6.5"
        />
        <path className="f2" d="M250 150H200A50 50 0 0 1 250 100Z" />
        <path className="f2" d="M0 150H50A50 50 0 0 0 0 100Z" />
        <path className="rib" d="M125 150V118" />
        <path className="rdash" d="M125 104V12" />
        <path
          className="gate"
          d="M70 132V62M180 132V62M70 76h110M70 114h110M88 76v38M107 76v38M143 76v38M162 76v38"
        />
        <path className="lkb" d="M114 84v-9a11 11 0 0 1 22 0v9" />
        <rect className="lk" x="104" y="82" width="42" height="34" rx="8" />
        <circle className="lkh" cx="125" cy="97" r="4.5" />
        <path className="lkk" d="M125 98v8" />
      </>
    ),
  },
  arrived: {
    box: '0 0 250 150',
    parts: (
      <>
        <path
          className="dots"
          d="M39.1 50A10.9 10.9 0 0 1 50 39.1M28.3 50A21.7 21.7 0 0 1 50 28.3M17.4 50A32.6 32.6 0 0 1 50 17.4M6.5 50A43.5 43.5 0 0 1 50 6.5"
        />
        <path
          className="dots"
          d="M60.9 50A10.9 10.9 0 0 0 50 39.1M71.7 50A21.7 21.7 0 0 0 50 28.3M82.6 50A32.6 32.6 0 0 0 50 17.4M93.5 50A43.5 43.5 0 0 0 50 6.5"
        />
        <path className="f2" d="M200 150H150A50 50 0 0 1 200 100Z" />
        <path
          className="dots"
          d="M39.1 50A10.9 10.9 0 0 0 50 60.9M28.3 50A21.7 21.7 0 0 0 50 71.7M17.4 50A32.6 32.6 0 0 0 50 82.6M6.5 50A43.5 43.5 0 0 0 50 93.5"
        />
        <Path d="M-250 125H50A25 25 0 0 0 75 100A25 25 0 0 1 100 75H125A25 25 0 0 0 150 50A25 25 0 0 1 175 25H200" />
        <circle className="sun" cx="212" cy="25" r="17" />
        <circle className="sund" cx="212" cy="25" r="23" />
        <Walker transform="translate(112 68) scale(1)" />
      </>
    ),
  },
  lost: {
    box: '0 0 250 150',
    parts: (
      <>
        <path
          className="dots"
          d="M239.1 50A10.9 10.9 0 0 1 250 39.1M228.3 50A21.7 21.7 0 0 1 250 28.3M217.4 50A32.6 32.6 0 0 1 250 17.4M206.5 50A43.5 43.5 0 0 1 250 6.5"
        />
        <path
          className="dots"
          d="M10.9 100A10.9 10.9 0 0 0 0 89.1M21.7 100A21.7 21.7 0 0 0 0 78.3M32.6 100A32.6 32.6 0 0 0 0 67.4M43.5 100A43.5 43.5 0 0 0 0 56.5"
        />
        <path
          className="dots"
          d="M210.9 100A10.9 10.9 0 0 1 200 110.9M221.7 100A21.7 21.7 0 0 1 200 121.7M232.6 100A32.6 32.6 0 0 1 200 132.6M243.5 100A43.5 43.5 0 0 1 200 143.5"
        />
        <path className="f2" d="M200 150H160A40 40 0 0 1 200 110Z" />
        <Path d="M0 125H100A25 25 0 0 0 125 100V50A25 25 0 0 1 150 25H175A25 25 0 0 1 200 50A25 25 0 0 1 175 75H75A25 25 0 0 1 50 50V40" />
        <path className="rdash" d="M50 40V0" />
        <Walker transform="translate(30 116) scale(1)" />
      </>
    ),
  },
}
