/** The import of records: what it did, and how far it is. */

/**
 * `POST admin/content/{type}/import`: what it did, or would do. 422 if something was to be imported
 * and has problems.
 */
export type ImportReport = {
  readonly done: boolean
  readonly encoding: string
  readonly format: string
  readonly delimiter: string | null
  readonly rows: number
  /** Column of the file -> field; null: left out. Empty for JSON. */
  readonly columns: readonly { readonly column: string; readonly field: string | null }[]
  /** The first thousand; if there are any, nothing was imported. */
  readonly problems: readonly {
    readonly line: number
    readonly column: string
    readonly value: string
    readonly code: string
    readonly message: string
  }[]
  readonly problemCount: number
  readonly new: number
  readonly changed: number
  readonly same: number
  readonly gone: number
  /** Of the new and changed: how many replace a shared record. */
  readonly replaces: number
}

/**
 * `GET admin/content/{type}/import`: the last import of the type, or the one in progress; `POST`
 * responds with it if the import takes long.
 */
export type ImportState = {
  /** `stopped`: its server was stopped before it was finished; nothing was imported. */
  readonly phase: 'none' | 'checking' | 'writing' | 'done' | 'refused' | 'failed' | 'stopped'
  readonly file: string
  readonly dryRun: boolean
  /** Checked or written so far. */
  readonly rows: number
  /** In the file; null until it has been checked. */
  readonly total: number | null
  /** Present once it is `done` or `refused`. */
  readonly report: ImportReport | null
  /** Why it failed. */
  readonly message: string | null
}
