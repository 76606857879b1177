/** The widgets of the console, by type. All of them come when somebody first opens the console, and to nobody else. */

import type { Registry } from '#engine/react/registry.ts'
import { guarded } from './PageGuard.tsx'

export const registry: Registry = {
  'console-overview': { load: () => import('./Overview.tsx').then((m) => guarded(m.Overview)) },
  // documents
  'console-documents': { load: () => import('./Documents.tsx').then((m) => guarded(m.Documents)) },
  'console-document': { load: () => import('./DocumentPage.tsx').then((m) => guarded(m.DocumentPage)) },
  'console-brand': { load: () => import('./Brand.tsx').then((m) => guarded(m.Brand)) },
  'console-languages': { load: () => import('./Languages.tsx').then((m) => guarded(m.Languages)) },
  'console-features': { load: () => import('./Features.tsx').then((m) => guarded(m.Features)) },
  // looking before publishing
  'console-preview': { load: () => import('./Preview.tsx').then((m) => guarded(m.Preview)) },
  'console-why': { load: () => import('./Why.tsx').then((m) => guarded(m.Why)) },
  // publishing
  'console-publish': { load: () => import('./Publish.tsx').then((m) => guarded(m.Publish)) },
  'console-releases': { load: () => import('./Releases.tsx').then((m) => guarded(m.Releases)) },
  'console-audit': { load: () => import('./Audit.tsx').then((m) => guarded(m.Audit)) },
  // who, and what they give away
  'console-people': { load: () => import('./People.tsx').then((m) => guarded(m.People)) },
  'console-vouchers': { load: () => import('./Vouchers.tsx').then((m) => guarded(m.Vouchers)) },
}
