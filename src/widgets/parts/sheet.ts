/**
 * Whether a link is inside a sheet that has its own history entry: the link then replaces that
 * entry.
 */

import { createContext } from 'react'

export const InSheet = createContext(false)
