/** The switch between choosing parts of a preview and using its page, for the tools above it. */

import { createContext, type ReactNode } from 'react'

export const Clicks = createContext<ReactNode>(null)
