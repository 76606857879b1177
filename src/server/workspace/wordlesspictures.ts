/**
 * Pictures that drafts show before anybody has said what they show. Only the library knows that:
 * the check of documents, which asks no database, knows the words that stand beside a picture.
 */

import type { Problem } from '#engine/contract/problems.ts'
import { segmentOf } from '#engine/documents/address.ts'
import { isObject, own, pointer } from '#engine/documents/json.ts'
import { isUploaded } from '#engine/documents/picture.ts'
import type { ReleaseContext } from '#server/release/context.ts'
import { wordlessImages } from '../store/images.ts'
import type { Tenant } from '../store/tenants.ts'
import type { Workspace } from './workspace.ts'

/** Nobody reads more of them at once. */
const MAX_SAID = 50
const UPLOADS = '/api/images/'

type Shown = { readonly document: string; readonly at: string; readonly sha: string }

export async function wordlessPictures(
  context: ReleaseContext,
  tenant: Tenant,
  { drafts, live }: Pick<Workspace, 'drafts' | 'live'>,
): Promise<Problem[]> {
  const shown = drafts.flatMap(({ kind, id, document }): Shown[] =>
    document?.includes(UPLOADS) === true ? picturesIn(`${kind}/${id}`, document) : [],
  )
  if (shown.length === 0) return []
  const locales = own(live.documents.get(`config/${tenant.config}`), 'locales')
  const language = String(own(locales, 'default') ?? 'en')
  const shas = [...new Set(shown.map(({ sha }) => sha))]
  const names = new Map(
    (await context.database.tenant(tenant.id, (tx) => wordlessImages(tx, shas, language))).map(
      ({ sha, name }) => [sha, name],
    ),
  )
  return shown
    .filter(({ sha }) => names.has(sha))
    .slice(0, MAX_SAID)
    .map(({ document, at, sha }) => ({
      code: 'picture/undescribed',
      document,
      pointer: at,
      message: `nobody has said yet what the picture “${names.get(sha) || sha}” shows: describe it under Pictures`,
      severity: 'warning',
    }))
}

/** Those without words beside them; none of what can't be read, which is a problem by itself. */
function picturesIn(document: string, text: string): Shown[] {
  const found: Shown[] = []
  const visit = (value: unknown, at: string, around: unknown): void => {
    if (typeof value === 'string') {
      const isSaid = own(around, 'pictureText') !== undefined || own(around, 'decorative') === true
      if (isUploaded(value) && !isSaid)
        found.push({ document, at, sha: value.slice(UPLOADS.length, value.lastIndexOf('.')) })
    } else if (Array.isArray(value))
      value.forEach((item: unknown, index) =>
        visit(item, at + pointer(segmentOf(item, index)), item),
      )
    else if (isObject(value))
      for (const [name, item] of Object.entries(value)) visit(item, at + pointer(name), value)
  }
  try {
    visit(JSON.parse(text), '', null)
  } catch {
    return []
  }
  return found
}
