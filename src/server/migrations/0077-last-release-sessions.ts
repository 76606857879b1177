/**
 * As migration 0015 does for other tables: what servers of 1.52.2 read with `*`, with the columns
 * that they know. These have gained columns since (0025, 0032, 0048): without the views, each call
 * of a signed-in user would fail on a server of that version as soon as a newer one has prepared
 * the tables.
 */

import type { Kysely } from 'kysely'
import { makeNarrowViews } from './0015-last-release.ts'

export const ALSO_NARROW: Readonly<Record<string, string>> = {
  sessions: `tenant_id, token_hash, id, user_id, method, verified, console, created_at, seen_at`,
  attempts: `tenant_id, id, user_id, assessment, document, scoring, items, state, repeat, language, metrics, quality,
    scorer, started_at, completed_at, instruments, seed`,
  messages: `tenant_id, id, channel, recipient, subject, text, created_at, sent_at, tries`,
}

export async function up(db: Kysely<unknown>): Promise<void> {
  await makeNarrowViews(db, ALSO_NARROW)
}
