/** The widgets of the console, by type: one chunk, loaded when a user opens the console. */

import type { AnyWidget } from '#engine/react/registry.ts'
import type { ConsoleType } from './types.ts'

/** A page's frame is loaded with it. */
function page(load: () => Promise<AnyWidget>): () => Promise<AnyWidget> {
  return async () => {
    const [Page, { guarded }] = await Promise.all([load(), import('./parts/PageGuard.tsx')])
    return guarded(Page)
  }
}

export const registry: Readonly<Record<ConsoleType, { readonly load: () => Promise<AnyWidget> }>> =
  {
    'console-overview': {
      load: page(() => import('./overview/Overview.tsx').then((m) => m.Overview)),
    },
    // documents
    'console-documents': {
      load: page(() => import('./pages/Documents.tsx').then((m) => m.Documents)),
    },
    'console-document': {
      load: page(() => import('./pages/DocumentPage.tsx').then((m) => m.DocumentPage)),
    },
    'console-brand': { load: page(() => import('./pages/Brand.tsx').then((m) => m.Brand)) },
    'console-languages': {
      load: page(() => import('./pages/Languages.tsx').then((m) => m.Languages)),
    },
    'console-features': {
      load: page(() => import('./pages/Features.tsx').then((m) => m.Features)),
    },
    'console-recipes': { load: page(() => import('./pages/Recipes.tsx').then((m) => m.Recipes)) },
    'console-records': { load: page(() => import('./pages/Records.tsx').then((m) => m.Records)) },
    'console-experiments': {
      load: page(() => import('./pages/Experiments.tsx').then((m) => m.Experiments)),
    },
    // before publishing
    'console-preview': { load: page(() => import('./pages/Preview.tsx').then((m) => m.Preview)) },
    'console-why': { load: page(() => import('./pages/Why.tsx').then((m) => m.Why)) },
    // publishing
    'console-publish': { load: page(() => import('./publish/Publish.tsx').then((m) => m.Publish)) },
    'console-releases': {
      load: page(() => import('./pages/Releases.tsx').then((m) => m.Releases)),
    },
    'console-errors': { load: page(() => import('./pages/Errors.tsx').then((m) => m.Errors)) },
    'console-instruments': {
      load: page(() => import('./pages/Instruments.tsx').then((m) => m.Instruments)),
    },
    'console-audit': { load: page(() => import('./pages/Audit.tsx').then((m) => m.Audit)) },
    // sites of the installation
    'console-tenants': {
      load: page(() => import('./pages/Tenants.tsx').then((m) => m.Tenants)),
    },
    // users, how they sign in, and vouchers
    'console-signin': { load: page(() => import('./pages/SignIn.tsx').then((m) => m.SignIn)) },
    'console-people': { load: page(() => import('./pages/People.tsx').then((m) => m.People)) },
    'console-vouchers': {
      load: page(() => import('./pages/Vouchers.tsx').then((m) => m.Vouchers)),
    },
  }
