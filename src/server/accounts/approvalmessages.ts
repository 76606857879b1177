/**
 * Tells those who may publish that somebody asks for it, and the one who asked what became of it;
 * and the author of a draft what a colleague says about it.
 */

import { oneLine, type MessageName } from '#engine/documents/messages.ts'
import type { Tx } from '#server/database/database.ts'
import type { Drafts } from '#server/release/asking.ts'
import type { Release } from '#server/release/compose.ts'
import { withRole } from '#server/store/console.ts'
import type { Tenant } from '#server/store/tenants.ts'
import { userById, type UserRow } from '#server/store/users.ts'
import type { ServerContext } from '#server/start/context.ts'
import { languageFor, sendMessage, writeMessage, type Outgoing } from './messages.ts'

type Person = Pick<UserRow, 'id' | 'email' | 'phone'>
type Of = { readonly tenant: Tenant; readonly release: Release; readonly person: Person }

/** Each message is written in the transaction of its cause, and sent once that is committed. */
export async function approvalMessages(
  context: ServerContext,
  { tenant, release, person }: Of,
): Promise<{
  asked: (tx: Tx, request: { readonly id: string; readonly message: string }) => Promise<void>
  decided: (
    tx: Tx,
    request: {
      readonly id: string
      readonly message: string
      readonly drafts: Drafts
      readonly asked_by: string | null
    },
    comment?: string,
  ) => Promise<void>
  commented: (
    tx: Tx,
    draft: { readonly name: string; readonly title: string; readonly author: string | null },
    comment: string,
  ) => Promise<void>
  send: () => void
}> {
  // Before any transaction: the embedded database has one connection.
  const site = await context.baseUrl(tenant)
  const who = person.email ?? person.phone ?? ''
  let messages: Outgoing[] = []
  const write = async (
    tx: Tx,
    to: Pick<UserRow, 'id' | 'email' | 'language'>,
    name: MessageName,
    values: Readonly<Record<string, string>>,
  ) => {
    if (to.email === null || to.id === person.id) return
    const address = { channel: 'email', value: to.email, userId: to.id } as const
    const language = languageFor(release, to)
    const said = Object.fromEntries(
      Object.entries({ ...values, who }).map(([key, value]) => [key, oneLine(value)]),
    )
    messages.push(await writeMessage(context, tx, release, language, address, name, said))
  }
  const requestOf = (id: string) => `${site}/admin/publish?request=${id}`
  // A start that was sent back leaves no draft: its experiment is where to carry on.
  const experimentIn = (drafts: Drafts) => {
    const [name = '', ...more] = Object.keys(drafts)
    const [kind, id] = name.split('/')
    return more.length === 0 && kind === 'experiment' ? `${site}/admin/experiments/${id}` : null
  }
  return {
    asked: async (tx, { id, message }) => {
      messages = []
      const roles = release.catalog.actions.get('release.publish')?.roles ?? []
      for (const each of await withRole(tx, roles))
        await write(tx, each, 'approvalAsked', { message, link: requestOf(id) })
    },
    decided: async (tx, { id, message, drafts, asked_by }, comment) => {
      messages = []
      const asker = asked_by === null ? undefined : await userById(tx, asked_by)
      // A former colleague isn't told what becomes of it.
      if (asker === undefined || asker.role === null) return
      if (comment === undefined)
        await write(tx, asker, 'approvalGiven', { message, link: `${site}/admin/releases` })
      else
        await write(tx, asker, 'approvalReturned', {
          message,
          comment,
          link: experimentIn(drafts) ?? requestOf(id),
        })
    },
    commented: async (tx, { name, title, author }, comment) => {
      messages = []
      const found = author === null ? undefined : await userById(tx, author)
      if (found === undefined || found.role === null) return
      const link = `${site}/admin/document/${name.split('/').map(encodeURIComponent).join('/')}`
      await write(tx, found, 'draftCommented', { document: title, comment, link })
    },
    send: () => {
      for (const each of messages) sendMessage(context, each)
    },
  }
}
