/**
 * Whether a link is drawn in a sheet that has an entry of its own in the history: it takes that
 * entry's place.
 */

import { createContext } from 'react'

export const InSheet = createContext(false)
