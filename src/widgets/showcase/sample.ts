/** What samples know about the showcase around them. */

import { createContext } from 'react'
import type { Level } from '#widgets/parts/Heading.tsx'

/** The level of a sample's headings. */
export type Sample = { readonly level: Level }

/** The section that is being drawn: specimens of other sections draw nothing. */
export const DrawnSection = createContext('')
