/** The languages of the tenant as they are in the drafts: also one that is being written. */

import { useMemo } from 'react'
import type { DocumentSummary, DocumentView, Page } from '#engine/contract/admincontract.ts'
import { isObject } from '#engine/documents/json.ts'
import { localesFor, tagOf } from '#engine/documents/languages.ts'
import { useScope } from '#engine/react/context.ts'
import { documentPath, useDocuments, useRead } from './client.ts'

type Locales = { readonly default: string; readonly available: readonly string[] }
type Languages = {
  /** Codes: the tenant's own first, then what learners can choose, then what is being written. */
  readonly codes: readonly string[]
  /** Documents of languages that there are; undefined until they are known. */
  readonly documents: readonly DocumentSummary[] | undefined
  /** They can't be read. */
  readonly hasFailed: boolean
}

export function useTenantLanguages(isNeeded = true): Languages {
  const published = useScope().config.locales
  const { value, error } = useDocuments('locale')
  const hasFailed = error !== undefined && value === undefined
  const drafted = useDraftedLocales(isNeeded)
  return useMemo(
    () => ({
      ...languagesOf([published, ...(drafted === null ? [] : [drafted])], value?.items),
      hasFailed,
    }),
    [published, drafted, value, hasFailed],
  )
}

/** @param settings the published ones, then those of the draft if there is one */
export function languagesOf(
  settings: readonly Locales[],
  items: readonly DocumentSummary[] | undefined,
): Omit<Languages, 'hasFailed'> {
  const documents = items?.filter(({ state }) => state !== 'removed')
  const last = settings.at(-1)
  const offered = [
    ...(last === undefined ? [] : [last.default]),
    ...settings.flatMap(({ available }) => available),
  ]
  const hasOwn = (id: string) =>
    offered.some((code) => documents !== undefined && localesFor(documents, code)[0]?.id === id)
  const written = (documents ?? []).filter(
    ({ id, state, draft }) => (state === 'own' || draft) && !hasOwn(id),
  )
  const codes = [...offered, ...written.map(({ id }) => id)]
  return {
    codes: codes.filter(
      (code, at) => codes.findIndex((each) => tagOf(each) === tagOf(code)) === at,
    ),
    documents,
  }
}

/** What the draft of the settings says; null while it isn't known, and if there is no draft. */
function useDraftedLocales(isNeeded: boolean): Locales | null {
  const configs = useRead<Page<DocumentSummary>>(isNeeded ? 'admin/documents?kind=config' : null)
  const config = configs.value?.items.find(({ draft }) => draft)
  const { value } = useRead<DocumentView>(
    config === undefined ? null : documentPath('documents', 'config', config.id),
  )
  return useMemo(() => {
    const effective: unknown = config === undefined ? null : value?.effective
    const locales = isObject(effective) ? effective['locales'] : null
    return isObject(locales) &&
      typeof locales['default'] === 'string' &&
      Array.isArray(locales['available'])
      ? {
          default: locales['default'],
          available: locales['available'].filter((each) => typeof each === 'string'),
        }
      : null
  }, [config, value])
}
