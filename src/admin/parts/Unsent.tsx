/**
 * Sends what this device still has of drafts: text that was typed just before the browser left a
 * page, when there was no time left to save it. A document that is open sends its own.
 */

import { useEffect, useState } from 'react'
import type { DraftStale } from '#engine/contract/admincontract.ts'
import { canonical, type Json } from '#engine/documents/json.ts'
import { useHref, useScope } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { ButtonLink } from '#widgets/parts/Button.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import {
  documentPath,
  isDone,
  OF_DRAFTS,
  useConsole,
  useRefresh,
  useRights,
  type ConsoleCall,
  type ConsoleResponse,
} from './client.ts'

/** Before the user and the document: `console-draft:<user>:menu/main`. */
const KEY = 'console-draft:'
export const draftKey = (person: string, document: string) => `${KEY}${person}:${document}`

/** Documents that are being edited on this page, or whose last save is still running. */
const held: string[] = []

/** @returns ends it */
export function holdDocument(name: string): () => void {
  held.push(name)
  return () => void held.splice(held.indexOf(name), 1)
}

type Kept = { readonly text: string; readonly etag: string }

/** @returns documents that somebody else has changed since: they're decided on their own page */
export async function sendUnsent(
  person: string,
  call: (call: ConsoleCall) => Promise<ConsoleResponse>,
): Promise<{ readonly sent: number; readonly overtaken: readonly string[] }> {
  const start = draftKey(person, '')
  const overtaken: string[] = []
  let sent = 0
  for (const key of Object.keys({ ...localStorage }).filter((each) => each.startsWith(start))) {
    const name = key.slice(start.length)
    const text = localStorage.getItem(key) ?? ''
    const kept = parsed<Kept>(text)
    const document = kept === undefined ? undefined : parsed<Json>(kept.text)
    if (kept === undefined || document === undefined || held.includes(name)) continue
    const [kind = '', ...id] = name.split('/')
    const response = await call({
      path: documentPath('drafts', kind, id.join('/')),
      method: 'PUT',
      body: { document },
      ifMatch: kept.etag,
    })
    // Saved before the browser left, though its response never came.
    const theirs = response.status === 412 && (response.value as DraftStale).theirs
    const isThere = theirs !== false && canonical(theirs) === canonical(document)
    if (response.status === 412 && !isThere) overtaken.push(name)
    // What was typed meanwhile, in another window, stays.
    if ((!isDone(response) && !isThere) || localStorage.getItem(key) !== text) continue
    localStorage.removeItem(key)
    sent++
  }
  return { sent, overtaken }
}

function parsed<T>(text: string): T | undefined {
  try {
    return JSON.parse(text) as T
  } catch {
    return undefined
  }
}

export function Unsent() {
  const t = useText()
  const href = useHref()
  const call = useConsole()
  const refresh = useRefresh()
  const rights = useRights()
  const person = useScope().user?._id ?? ''
  const [overtaken, setOvertaken] = useState<readonly string[]>([])
  useEffect(() => {
    if (!rights.edit) return
    let isLeft = false
    sendUnsent(person, call).then(
      ({ sent, overtaken: others }) => {
        if (sent > 0) refresh(...OF_DRAFTS)
        if (!isLeft) setOvertaken(others)
      },
      // No signal, or no storage: it is tried again with the next page.
      () => undefined,
    )
    return () => {
      isLeft = true
    }
  }, [person, call, refresh, rights.edit])
  return overtaken.map((name) => {
    const [kind = '', ...id] = name.split('/')
    return (
      <Note key={name} look="wait">
        {t('console.saving.unsent', { document: name })}{' '}
        <ButtonLink look="text" small to={href('consoleDocument', { kind, id: id.join('/') })}>
          {t('console.saving.decide')}
        </ButtonLink>
      </Note>
    )
  })
}
