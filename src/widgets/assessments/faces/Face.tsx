/**
 * A face on 200 units, drawn from what its muscles do. Flat colour and few lines, so that it is
 * recognised at once on a small phone.
 */

import type { ComponentType } from 'react'
import type { PictureProps } from '#widgets/assessments/pictures.ts'
import { DRAWN, type Drawn, type Eye, type Mouth } from './drawn.ts'
import { drawHair } from './hair.tsx'
import { SKINS, type Skin } from './skins.ts'
import css from './Face.module.css'

/** @throws Error if there is no such face, which is a bug */
export function faceOf(number: number): ComponentType<PictureProps> {
  const drawn = DRAWN[number - 1]
  if (drawn === undefined) throw new Error(`there is no face ${number}`)
  return function NumberedFace({ label }) {
    return <Face drawn={drawn} label={label} />
  }
}

const HEAD = 'M56 94C56 58 76 43 100 43s44 15 44 51c0 38-17 70-44 70S56 132 56 94z'
/** The right half is the left one, mirrored. */
const MIRROR = 'matrix(-1 0 0 1 200 0)'

function Face({ drawn, label }: { drawn: Drawn; label: string }) {
  const skin = SKINS[drawn.skin]
  const hair = drawHair(drawn.hair, drawn.hairColour, drawn.band)
  return (
    <svg
      className={css['face']}
      viewBox="0 0 200 200"
      role="img"
      aria-label={label}
      focusable="false"
    >
      <rect className={css[drawn.ground]} width="200" height="200" />
      <path
        className={css['dots']}
        d="M0 150a50 50 0 0 1 50 50M0 168a32 32 0 0 1 32 32M150 0a50 50 0 0 0 50 50M168 0a32 32 0 0 0 32 32"
      />
      <g transform="translate(-14 -6) scale(1.14)">
        <path fill={skin.shade} d="M82 146h36v32H82z" />
        <path
          className={css[drawn.cloth]}
          d="M22 204c2-24 30-32 60-36 6 12 30 12 36 0 30 4 58 12 60 36z"
        />
        <g transform={drawn.tilt}>
          {hair.back}
          <g fill={skin.base}>
            <ellipse cx="55" cy="104" rx="9" ry="13" />
            <ellipse cx="145" cy="104" rx="9" ry="13" />
          </g>
          <path
            fill="none"
            stroke={skin.shade}
            strokeWidth="3"
            strokeLinecap="round"
            d="M52 99c-2 4-1 8 2 10M148 99c2 4 1 8-2 10"
          />
          <path fill={skin.base} d={HEAD} />
          <EyeDrawn eye={drawn.eye} skin={skin} side={1} />
          <g transform={MIRROR}>
            <EyeDrawn eye={drawn.otherEye ?? drawn.eye} skin={skin} side={-1} />
          </g>
          {drawn.blush && (
            <g className={css['blush']}>
              <ellipse cx="72" cy="122" rx="10" ry="7" />
              <ellipse cx="128" cy="122" rx="10" ry="7" />
            </g>
          )}
          <path
            fill="none"
            stroke={skin.shade}
            strokeWidth="4"
            strokeLinecap="round"
            strokeLinejoin="round"
            d={drawn.nose ?? 'M91 121q9 7 18 0'}
          />
          {drawn.creases !== undefined && (
            <path
              fill="none"
              stroke={skin.crease}
              strokeWidth="2.8"
              strokeLinecap="round"
              d={drawn.creases}
            />
          )}
          <MouthDrawn mouth={drawn.mouth} skin={skin} />
          {hair.front}
          <g fill="none" stroke={drawn.brow ?? '#1b1216'} strokeWidth="6" strokeLinecap="round">
            <path d={drawn.brows} />
            {drawn.otherBrow === undefined ? (
              <path transform={MIRROR} d={drawn.brows} />
            ) : (
              <path d={drawn.otherBrow} />
            )}
          </g>
          {drawn.glasses && (
            <path
              className={css['glasses']}
              d="M62 94h34v13a13 13 0 0 1-13 13h-8a13 13 0 0 1-13-13zM104 94h34v13a13 13 0 0 1-13 13h-8a13 13 0 0 1-13-13zM96 99q4-3 8 0"
            />
          )}
          {drawn.hands && <HandDrawn skin={skin} />}
          {drawn.hands && (
            <g transform={MIRROR}>
              <HandDrawn skin={skin} />
            </g>
          )}
          {drawn.drops !== undefined && <path className={css['drop']} d={drawn.drops} />}
        </g>
      </g>
    </svg>
  )
}

function HandDrawn({ skin }: { skin: Skin }) {
  return (
    <g fill="none" strokeLinecap="round" strokeLinejoin="round">
      <path stroke={skin.shade} strokeWidth="14" d="M54 178L58 136M64 176L66 134M73 174L73 140" />
      <path stroke={skin.base} strokeWidth="10" d="M54 178L58 136M64 176L66 134M73 174L73 140" />
      <path stroke={skin.base} strokeWidth="26" d="M58 200L62 176" />
    </g>
  )
}

/** The lids are drawn over a round eye, so that looking, staring and squinting need no clipping. */
function EyeDrawn({ eye, skin, side }: { eye: Eye; skin: Skin; side: 1 | -1 }) {
  if ('shut' in eye) return <path className={css['lash']} d={eye.shut} />
  const {
    open: [top, bottom],
    slant = 0,
    look: [x, y] = [0, 0],
    iris = 6.6,
  } = eye
  const upper = `M66 ${100 + slant}Q80 ${100 - 2 * top} 94 100`
  const lower = `Q80 ${100 + 2 * bottom} 66 ${100 + slant}`
  return (
    <>
      <path fill="#fffaf3" d={`${upper}${lower}z`} />
      <circle fill="#22130f" cx={80 + side * x} cy={100 + y} r={iris} />
      <circle fill="#fffaf3" cx={80 + side * x + side * 2} cy={98 + y} r={iris / 3.6} />
      <path fill={skin.base} d={`${upper}l4-26H62z`} />
      <path fill={skin.base} d={`M94 100${lower}l-4 24h36z`} />
      <path className={css['lash']} d={upper} />
      {eye.bag && (
        <path
          fill="none"
          stroke={skin.crease}
          strokeWidth="2.6"
          strokeLinecap="round"
          d={eye.bag}
        />
      )}
    </>
  )
}

function MouthDrawn({ mouth, skin }: { mouth: Mouth; skin: Skin }) {
  if ('line' in mouth)
    return (
      <>
        {mouth.lips !== undefined && <path fill={skin.lip} d={mouth.lips} />}
        <path
          fill="none"
          stroke="#2a0f10"
          strokeWidth="4"
          strokeLinecap="round"
          strokeLinejoin="round"
          d={mouth.line}
        />
      </>
    )
  return (
    <>
      <path
        fill="#4a1218"
        stroke={skin.lip}
        strokeWidth="5"
        strokeLinejoin="round"
        d={mouth.open}
      />
      {mouth.tongue !== undefined && <path fill="#d9666b" d={mouth.tongue} />}
      {mouth.teeth !== undefined && <path fill="#fffaf3" d={mouth.teeth} />}
      {mouth.gaps !== undefined && (
        <path fill="none" stroke="#8d7f7a" strokeWidth="1.6" d={mouth.gaps} />
      )}
    </>
  )
}
