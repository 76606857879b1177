/** A record as its tables store it, with the words that a search finds it by. Pure. */

import type { ContentType } from '#engine/documents/kinds.ts'
import type { NewRecord } from '#server/store/newcontent.ts'
import type { WrittenRecord } from '#server/store/contentrows.ts'
import type { ReadRecord } from './reading.ts'
import { dayAfter } from './days.ts'
import { fold, searchedOf, type Fields } from './words.ts'

export type ContentRecord = Fields & { readonly id: string }

export function newRecord(type: ContentType, { id, ...data }: ContentRecord): NewRecord {
  const { title, weighted } = searchedOf(type, data)
  return {
    id,
    title,
    orderBy: fold(title),
    data,
    weighted,
    ends: type.expires === undefined ? null : dayAfter(data[type.expires]),
  }
}

/** Read from a file or typed in the console. */
export function writtenOf(type: ContentType, record: ReadRecord): WrittenRecord {
  const made = newRecord(type, { id: record.id, ...record.data })
  return {
    ...made,
    state: record.hidden ? 'hidden' : 'shown',
    starts: record.starts,
    ends: record.ends ?? made.ends,
  }
}
