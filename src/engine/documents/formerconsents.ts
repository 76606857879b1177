/**
 * The consents as code had them before they were a document: for releases and drafts from that
 * time.
 *
 * Needed for documents of versions up to 1.52.2. May go in 3.0.0 (docs/decisions/0080).
 */

import { Catalog } from './catalog.ts'
import type { AnyDocument, DocumentOf } from './kinds.ts'

const asked = (flag: string) => ({ asked: { var: `config.consent.${flag}` } })
const words = (name: string) => ({
  label: `consent.${name}.title`,
  text: `consent.${name}.text`,
  version: 1,
})

export const FORMER_CONSENTS: DocumentOf<'consent-list'> = {
  kind: 'consent-list',
  id: 'main',
  v: 1,
  title: 'Consents',
  source: 'spec 3 User consents',
  items: [
    {
      id: 'terms',
      ...words('terms'),
      needed: true,
      link: { text: 'consent.terms.link', routeName: 'termsPage' },
    },
    { id: 'parent', ...words('parent'), ...asked('parental'), needed: true },
    { id: 'marketing', ...words('marketing'), ...asked('marketing') },
    {
      id: 'internalMarketingSharing',
      ...words('internalMarketing'),
      ...asked('internalMarketing'),
    },
    { id: 'researchContact', ...words('research'), ...asked('research') },
  ],
}

/**
 * A catalog of documents that may predate the list of consents; if they have their own list, it is
 * used.
 */
export function wholeCatalog(documents: Iterable<AnyDocument>): Catalog {
  return new Catalog([FORMER_CONSENTS, ...documents])
}
