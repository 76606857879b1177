/** Drawings that an item may show. Their names are neutral: a name must not give an answer away. */

import type { ComponentType, LazyExoticComponent } from 'react'

export const PICTURES: Readonly<Record<string, LazyExoticComponent<ComponentType>>> = {}
