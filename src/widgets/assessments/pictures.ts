/**
 * The drawings that items of an assessment may show, by name. Names are numbers on purpose: neither
 * they nor the order may reveal the right answer. All of them are in one chunk, so that once the
 * first has loaded, the others are available offline.
 */

import { lazy, type ComponentType, type LazyExoticComponent } from 'react'

/** `label` is read aloud instead of the picture; it never gives away the answer. */
export type PictureProps = { label: string }
export type Picture = LazyExoticComponent<ComponentType<PictureProps>>

/** 1 to 18 are asked, 19 and 20 are for practice. */
const FACES = 20

const face = (number: number): Picture =>
  lazy(() => import('./faces/Face.tsx').then(({ faceOf }) => ({ default: faceOf(number) })))

export const PICTURES: Readonly<Record<string, Picture>> = Object.fromEntries(
  Array.from({ length: FACES }, (_, index) => [
    `face-${String(index + 1).padStart(2, '0')}`,
    face(index + 1),
  ]),
)
