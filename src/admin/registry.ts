/** The widgets of the console, by type. All of them come when somebody first opens the console, and to nobody else. */

import type { Registry } from '#engine/react/registry.ts'

export const registry: Registry = {
  'console-overview': { load: () => import('./Overview.tsx').then((m) => m.Overview) },
  // documents
  'console-documents': { load: () => import('./Documents.tsx').then((m) => m.Documents) },
  'console-document': { load: () => import('./DocumentPage.tsx').then((m) => m.DocumentPage) },
  'console-brand': { load: () => import('./Brand.tsx').then((m) => m.Brand) },
  'console-languages': { load: () => import('./Languages.tsx').then((m) => m.Languages) },
  'console-features': { load: () => import('./Features.tsx').then((m) => m.Features) },
  // looking before publishing
  'console-preview': { load: () => import('./Preview.tsx').then((m) => m.Preview) },
  'console-why': { load: () => import('./Why.tsx').then((m) => m.Why) },
  // publishing
  'console-publish': { load: () => import('./Publish.tsx').then((m) => m.Publish) },
  'console-releases': { load: () => import('./Releases.tsx').then((m) => m.Releases) },
  'console-audit': { load: () => import('./Audit.tsx').then((m) => m.Audit) },
  // who, and what they give away
  'console-people': { load: () => import('./People.tsx').then((m) => m.People) },
  'console-vouchers': { load: () => import('./Vouchers.tsx').then((m) => m.Vouchers) },
}
