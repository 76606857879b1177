/**
 * The console's access to the API: one action of the app, and hooks on top. A response is a value,
 * whatever its status.
 */

import { useCallback, useEffect, useMemo, useRef } from 'react'
import useSWR, { useSWRConfig } from 'swr'
import type {
  AuditEntry,
  CheckResult,
  Consequences,
  ConsoleReport,
  ConsoleUser,
  DocumentSummary,
  Names,
  Page,
  ReleaseSummary,
  Upgrade,
} from '#engine/contract/admincontract.ts'
import type { Allowed } from '#engine/contract/tenantlimits.ts'
import type { Newcomers } from '#engine/contract/newcomers.ts'
import type { DocumentUse } from '#engine/contract/textplace.ts'
import type {
  Approvals,
  CommentCount,
  DraftComment,
  ScheduledRelease,
} from '#engine/contract/approvals.ts'
import { mayDo } from '#engine/decide/access.ts'
import { useAction, useRenderContext, useScope } from '#engine/react/context.ts'
import type { Schema } from '#engine/documents/inspect.ts'

/** `path` is below /api, without a leading slash. */
export type ConsoleCall = {
  readonly path: string
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly body?: unknown
  readonly ifMatch?: string
  /** Sent unchanged, instead of `body`. */
  readonly file?: Blob
}
export type ConsoleResponse = {
  readonly status: number
  readonly value: unknown
  readonly etag: string | null
}

/** The server's refusal, with its message in the user's language. */
export type Refused = { readonly code: string; readonly message: string }

/** A read that was refused. */
export class ConsoleRefusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message)
    this.name = 'ConsoleRefusal'
  }
}

/**
 * Resolves for every response of the API; rejects when offline or if the server itself fails.
 * Always the same function.
 */
export function useConsole(): (call: ConsoleCall) => Promise<ConsoleResponse> {
  const action = useAction<ConsoleCall, ConsoleResponse>('console')
  const latest = useRef(action)
  useEffect(() => {
    latest.current = action
  })
  return useCallback((call) => latest.current(call), [])
}

export function isDone({ status }: ConsoleResponse): boolean {
  return status < 400
}

export function refusalOf({ value }: ConsoleResponse): Refused {
  const {
    code = '',
    message = '',
    fields,
  } = (value ?? {}) as Partial<Refused> & {
    readonly fields?: readonly { readonly message?: string }[]
  }
  // What is wrong with the first field says more than "something is wrong".
  return { code, message: fields?.[0]?.message ?? message }
}

/** What is wrong with each field that the server names: pointer -> its message. */
export function fieldsOf({ value }: ConsoleResponse): Readonly<Record<string, string>> {
  const { fields = [] } = (value ?? {}) as {
    readonly fields?: readonly { readonly pointer: string; readonly message?: string }[]
  }
  return Object.fromEntries(fields.map(({ pointer, message = '' }) => [pointer, message]))
}

export type Read<T> = {
  readonly value: T | undefined
  readonly error: unknown
  readonly busy: boolean
  readonly reload: () => void
}

const KEY = 'console'

/** @param path null: no request yet */
export function useRead<T>(path: string | null, method: 'GET' | 'POST' = 'GET'): Read<T> {
  const call = useConsole()
  // Responses that contain text are in the user's language.
  const { language } = useScope()
  const { data, error, isValidating, mutate } = useSWR<T, unknown>(
    path === null ? null : [KEY, path, language],
    async () => {
      const response = await call({ path: path!, method })
      if (isDone(response)) return response.value as T
      const { code, message } = refusalOf(response)
      throw new ConsoleRefusal(response.status, code, message)
    },
    { keepPreviousData: true, revalidateOnFocus: false, shouldRetryOnError: false },
  )
  return { value: data, error, busy: isValidating, reload: () => void mutate() }
}

/** Reloads everything whose path begins with one of these. */
export function useRefresh(): (...paths: readonly string[]) => void {
  const { mutate } = useSWRConfig()
  return useCallback(
    (...paths) =>
      void mutate(
        (key) =>
          Array.isArray(key) &&
          key[0] === KEY &&
          paths.some((path) => String(key[1]).startsWith(path)),
      ),
    [mutate],
  )
}

/** What depends on the drafts: reloaded after each save. */
export const OF_DRAFTS = [
  'admin/documents',
  'admin/check',
  'admin/changes',
  'admin/names',
  'admin/uses',
  'admin/completeness',
  'admin/approvals',
  'admin/scheduled',
  'admin/comments',
] as const
/** What a release changes, in addition. */
export const OF_RELEASES = [...OF_DRAFTS, 'admin/releases', 'admin/upgrade', 'admin/audit'] as const

export function useDocuments(kind?: string): Read<Page<DocumentSummary>> {
  return useRead(
    kind === undefined ? 'admin/documents' : `admin/documents?kind=${encodeURIComponent(kind)}`,
  )
}

/** Titles of documents: `menu/main` -> `Navigation menu`. */
export function useTitles(): Readonly<Record<string, string>> {
  const { value } = useDocuments()
  return useMemo(
    () =>
      Object.fromEntries(
        (value?.items ?? [])
          .filter(({ title }) => title !== '')
          .map(({ kind, id, title }) => [`${kind}/${id}`, title]),
      ),
    [value],
  )
}

/** The title of a document, or its id; nothing until titles are here, so that no id flashes. */
export function useTitleOf(): (name: string) => string {
  const { value } = useDocuments()
  const titles = useTitles()
  return (name) => titles[name] ?? (value === undefined ? '' : name.slice(name.indexOf('/') + 1))
}

export function useReleases(page = 1): Read<Page<ReleaseSummary>> {
  return useRead(`admin/releases?page=${page}`)
}

/**
 * Every problem of the current drafts. Takes seconds, so it is only requested where it is shown.
 *
 * @param leave documents whose drafts are left out
 */
export function useCheck(leave: readonly string[] = []): Read<CheckResult> {
  return useRead(`admin/check${leaving(leave)}`, 'POST')
}

export function useChanges(leave: readonly string[] = []): Read<Consequences> {
  return useRead(`admin/changes${leaving(leave)}`)
}

function leaving(names: readonly string[]): string {
  return names.length === 0 ? '' : `?leave=${encodeURIComponent([...names].sort().join(','))}`
}

export function useNames(): Read<Names> {
  return useRead('admin/names')
}

/**
 * The documents that refer to a document.
 *
 * @param part of a page: only those that depend on that part
 */
export function useUses(name: string, part?: string): Read<Page<DocumentUse>> {
  const of = part === undefined ? '' : `&part=${encodeURIComponent(part)}`
  return useRead(`admin/uses?document=${encodeURIComponent(name)}${of}`)
}

/** Widget type -> schema of its props. */
export function useWidgets(): Read<Readonly<Record<string, Schema>>> {
  return useRead('admin/widgets')
}

export function useUpgrade(): Read<Upgrade> {
  return useRead('admin/upgrade')
}

/** Whether publishing needs a second person, and what is asked for. */
export function useApprovals(): Read<Approvals> {
  return useRead('admin/approvals')
}

/** Releases that wait for their time. */
export function useScheduled(): Read<Pick<Page<ScheduledRelease>, 'items'>> {
  return useRead('admin/scheduled')
}

/** What the site has of what it may only have so many of. */
export function useAllowed(): Read<{ readonly items: readonly Allowed[] }> {
  return useRead('admin/limits')
}

/** Reloaded after a comment. */
export const OF_COMMENTS = ['admin/comments', 'admin/audit'] as const

export function commentsPath(kind: string, id: string): string {
  return documentPath('comments', kind, id)
}

export function useComments(kind: string, id: string): Read<Pick<Page<DraftComment>, 'items'>> {
  return useRead(commentsPath(kind, id))
}

/** How many comments on a draft are open: `menu/main` -> 2. */
export function useOpenComments(): Readonly<Record<string, number>> {
  const { value } = useRead<Pick<Page<CommentCount>, 'items'>>('admin/comments')
  return useMemo(
    () => Object.fromEntries((value?.items ?? []).map(({ document, open }) => [document, open])),
    [value],
  )
}

export function useNewcomers(): Read<Newcomers> {
  return useRead('admin/newcomers')
}

export function useAudit(page: number): Read<Page<AuditEntry>> {
  return useRead(`admin/audit?page=${page}`)
}

export function useUsers(search: string, page: number): Read<Page<ConsoleUser>> {
  return useRead(
    `admin/users?page=${page}${search === '' ? '' : `&search=${encodeURIComponent(search)}`}`,
  )
}

/** How many records have open reports from learners; 0 for users who can't correct them. */
export function useOpenReports(): number {
  const { records } = useRights()
  return useRead<Page<ConsoleReport>>(records ? 'admin/reports' : null).value?.total ?? 0
}

/** The path of a document under /api: an id may contain slashes, which are kept. */
export function documentPath(
  what: 'documents' | 'drafts' | 'comments',
  kind: string,
  id: string,
): string {
  return `admin/${what}/${encodeURIComponent(kind)}/${id.split('/').map(encodeURIComponent).join('/')}`
}

/** What pages of the console offer -> the action that the server will ask for (access/actions). */
const ACTIONS = {
  edit: 'draft.write',
  records: 'content.write',
  preview: 'preview.make',
  publish: 'release.publish',
  vouchers: 'voucher.make',
  roles: 'role.grant',
  plans: 'plan.grant',
  secrets: 'provider.secret',
  studies: 'cohort.set',
  research: 'research.export',
  experiments: 'experiment.run',
} as const
export type Rights = Readonly<Record<keyof typeof ACTIONS, boolean>>

/**
 * What the person may do here, by the documents that the server decides with. It decides again;
 * this only spares them buttons that would be refused.
 */
export function useRights(): Rights {
  const { catalog, scope } = useRenderContext()
  const mayDoIt = (id: string) => {
    const action = catalog.actions.get(id)
    return action !== undefined && mayDo(catalog, action, scope).allowed
  }
  return Object.fromEntries(
    Object.entries(ACTIONS).map(([name, id]) => [name, mayDoIt(id)]),
  ) as Rights
}
