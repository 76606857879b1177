/** Opens a document for editing: the server's version, with what is unsaved on this device. */

import type { DocumentView } from '#engine/contract/admincontract.ts'
import type { Json } from '#engine/documents/json.ts'
import { documentPath, type ConsoleCall, type ConsoleResponse } from '#admin/parts/client.ts'
import { stringify } from '../json/stringify.ts'
import { Autosave, type Report } from './autosave.ts'
import { draftStoreFor } from './draftstore.ts'
import { change, openSession, type Session } from './session.ts'

export function textOf(document: Json | null): string {
  return document === null ? '' : stringify(document)
}

export type Opening = {
  readonly kind: string
  readonly id: string
  /** Id of the user, whose unsaved changes this device may have. */
  readonly person: string
  readonly call: (call: ConsoleCall) => Promise<ConsoleResponse>
  readonly onReport: (report: Report) => void
}

export type Opened = {
  readonly view: DocumentView
  readonly session: Session
  readonly autosave: Autosave
  /** Text that was unsaved when the page was left; the session has it. */
  readonly unsaved: string | null
}

/** @param response of the server to a request for the document */
export function openDocument(
  { value, etag }: ConsoleResponse,
  { kind, id, person, call, onReport }: Opening,
): Opened {
  const view = value as DocumentView
  const server = view.effective as Json | null
  const draftStore = draftStoreFor(person, `${kind}/${id}`)
  const kept = draftStore.read()
  // Changes stored on this device continue from their own base version.
  const unsaved = kept !== null && kept.text !== textOf(server) ? kept : null
  if (unsaved === null) draftStore.write(null)
  const autosave = new Autosave({
    call,
    path: documentPath('drafts', kind, id),
    draftStore,
    base: unsaved?.base ?? server,
    etag: unsaved?.etag ?? etag ?? '',
    onReport,
  })
  const session = openSession(server, textOf(server))
  return {
    view,
    session: unsaved === null ? session : change(session, unsaved.text, 'json', Date.now()),
    autosave,
    unsaved: unsaved?.text ?? null,
  }
}
