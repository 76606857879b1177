/** `npm run tenant`: creates, lists, suspends, reopens and removes tenants, without SQL by hand. */

import { domainToASCII } from 'node:url'
import { addAudit, type NewAudit } from '../store/audit.ts'
import { tablesOf } from '../store/tables.ts'
import {
  allTenants,
  countPeople,
  deleteHost,
  deleteSomeRows,
  deleteTenant,
  hostOwner,
  hostsOf,
  insertHost,
  insertTenant,
  setSuspended,
  type Tenant,
} from '../store/tenants.ts'
import { isDuplicate } from '#server/database/database.ts'
import type { ServerContext } from '#server/start/context.ts'
import { requireTenant } from './lookup.ts'
import { OperatorError, read, type Operation } from './operation.ts'
import { invite } from './owner.ts'
import { provider, PROVIDER_USAGE } from './provider.ts'

export const TENANT_USAGE = `npm run tenant -- create <slug> --host <name> [--host <name>] [--config <template>] [--owner <address>]
npm run tenant -- list
npm run tenant -- hosts <slug> [--add <name>] [--drop <name>]
npm run tenant -- suspend <slug>
npm run tenant -- resume <slug>
${PROVIDER_USAGE}
npm run tenant -- remove <slug> [--yes]`

/**
 * Every server checks again within ten seconds; after that nothing is written for a suspended
 * tenant.
 */
const KNOWN_EVERYWHERE_MS = 15_000
/** Rows per transaction: the embedded database has one session for everyone. */
const SLICE = 500

export const tenant: Operation = async (context, [what = '', ...args], caller) => {
  const verb = Object.hasOwn(VERBS, what) ? VERBS[what] : undefined
  if (verb === undefined)
    throw new OperatorError(
      what === '' ? TENANT_USAGE : `There is no "tenant ${what}".\n${TENANT_USAGE}`,
    )
  await verb(context, args, caller)
}

const VERBS: Readonly<Record<string, Operation>> = {
  create: async (context, args, caller) => {
    const { values, positionals } = read(
      args,
      {
        host: { type: 'string', multiple: true },
        config: { type: 'string' },
        owner: { type: 'string' },
      },
      TENANT_USAGE,
    )
    const slug = requireOne(positionals)
    if (!/^[a-z][a-z0-9-]{0,38}[a-z0-9]$/.test(slug))
      throw new OperatorError(
        `"${slug}" is not a valid tenant name: use 2 to 40 lowercase letters, digits and hyphens, with a letter first.`,
      )
    const hosts = (values.host ?? []).map(requireHost)
    if (hosts.length === 0)
      throw new OperatorError(
        `Say which host name people will use to reach it: --host careers.example.org\n${TENANT_USAGE}`,
      )
    const config = requireConfig(context, values.config ?? 'default')
    for (const host of hosts) await requireFreeHost(context, host)
    const made: Tenant = { id: context.newId(), slug, config, suspended: false, demo: context.demo }
    await context.database
      .owner(made.id, async (tx) => {
        await insertTenant(tx, made)
        for (const host of hosts) await insertHost(tx, made.id, host)
        await addAudit(tx, entry(context, made, 'tenant.create', { hosts }))
      })
      .catch((error: unknown) => {
        throw isDuplicate(error)
          ? new OperatorError(`There is already a tenant "${slug}".`, { cause: error })
          : error
      })
    await context.releases.keepShipped(made)
    context.forgetTenants()
    caller.say(`Tenant "${slug}" is there: ${await context.baseUrl(made)}`)
    if (values.owner === undefined)
      caller.say(`It has no owner yet. Run: npm run owner -- invite <address> --tenant ${slug}`)
    else await invite(context, made, values.owner, {}, caller)
  },

  list: async (context, args, { say }) => {
    read(args, {}, TENANT_USAGE)
    const rows = [['slug', 'state', 'people', 'owners', 'configuration', 'hosts']]
    for (const each of await context.database.shared(allTenants)) {
      const { people, owners } = await context.database.tenant(each.id, countPeople)
      const hosts = await context.database.shared((tx) => hostsOf(tx, each.id))
      rows.push([
        each.slug,
        each.suspended ? 'closed' : each.demo && !context.demo ? 'demo' : 'open',
        String(people),
        String(owners),
        each.config,
        hosts.join(', '),
      ])
    }
    for (const line of inColumns(rows)) say(line)
  },

  hosts: async (context, args, { say }) => {
    const { values, positionals } = read(
      args,
      { add: { type: 'string', multiple: true }, drop: { type: 'string', multiple: true } },
      TENANT_USAGE,
    )
    const found = await requireTenant(context, requireOne(positionals))
    const add = (values.add ?? []).map(requireHost)
    const drop = (values.drop ?? []).map(requireHost)
    for (const host of add) await requireFreeHost(context, host)
    const before = await context.database.shared((tx) => hostsOf(tx, found.id))
    const strange = drop.find((host) => !before.includes(host))
    if (strange !== undefined)
      throw new OperatorError(
        `"${strange}" is not a host of "${found.slug}"; it has ${before.join(', ') || 'none'}.`,
      )
    await context.database.owner(found.id, async (tx) => {
      for (const host of add) await insertHost(tx, found.id, host)
      for (const host of drop) await deleteHost(tx, found.id, host)
      if (add.length + drop.length > 0)
        await addAudit(tx, entry(context, found, 'tenant.hosts', { add, drop }))
    })
    context.forgetTenants()
    for (const host of await context.database.shared((tx) => hostsOf(tx, found.id))) say(host)
  },

  suspend: async (context, args, { say }) => {
    const { positionals } = read(args, {}, TENANT_USAGE)
    const found = await requireTenant(context, requireOne(positionals))
    if (!found.suspended) await setState(context, found, context.now())
    say(
      `"${found.slug}" is closed${context.database.kind === 'postgres' ? ', on every server within ten seconds' : ''}. Nothing in it is lost. To open it again: npm run tenant -- resume ${found.slug}`,
    )
  },

  resume: async (context, args, { say }) => {
    const { positionals } = read(args, {}, TENANT_USAGE)
    const found = await requireTenant(context, requireOne(positionals))
    if (found.suspended) {
      await setState(context, found, null)
    }
    say(
      `"${found.slug}" is open${context.database.kind === 'postgres' ? ', on every server within ten seconds' : ''}.`,
    )
  },

  provider,

  remove: async (context, args, { say }) => {
    const { values, positionals } = read(args, { yes: { type: 'boolean' } }, TENANT_USAGE)
    const found = await requireTenant(context, requireOne(positionals))
    if (values.yes !== true)
      throw new OperatorError(
        `This deletes every person, answer and document of "${found.slug}" for good. Make a backup first; then add --yes.`,
      )
    const rows = await remove(
      context,
      found,
      context.database.kind === 'postgres' ? KNOWN_EVERYWHERE_MS : 0,
      say,
    )
    say(`"${found.slug}" is removed, with ${rows} rows.`)
  },
}

function requireOne(positionals: readonly string[]): string {
  const [only] = positionals
  if (only === undefined || positionals.length > 1)
    throw new OperatorError(
      `${positionals.length === 0 ? 'Say which tenant' : 'One tenant at a time'}.\n${TENANT_USAGE}`,
    )
  return only
}

function requireHost(given: string): string {
  const host = domainToASCII(given.toLowerCase()).replace(/\.$/, '')
  const isHost =
    host !== '' &&
    host.length <= 253 &&
    !/[:/@]/.test(given) &&
    host.split('.').every((label) => /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(label))
  if (!isHost)
    throw new OperatorError(
      `"${given}" is not a host name. Give it without https://, port and path: careers.example.org`,
    )
  return host
}

function requireConfig(context: ServerContext, id: string): string {
  const all = context.options.base.catalog.all('config').map((each) => each.id)
  if (!all.includes(id))
    throw new OperatorError(
      `There is no configuration "${id}" to start from. Available: ${all.join(', ')}.`,
    )
  return id
}

async function requireFreeHost(context: ServerContext, host: string): Promise<void> {
  const slug = await context.database.shared((tx) => hostOwner(tx, host))
  if (slug !== undefined)
    throw new OperatorError(`The host "${host}" belongs to the tenant "${slug}".`)
}

/** In the tenant's own audit log: its owner sees what an operator did. */
function entry(
  context: ServerContext,
  { slug }: Tenant,
  action: string,
  detail: Readonly<Record<string, unknown>> = {},
): NewAudit {
  return { id: context.newId(), now: context.now(), actor: null, action, target: slug, detail }
}

/** @param suspendedAt null if open */
async function setState(
  context: ServerContext,
  found: Tenant,
  suspendedAt: Date | null,
): Promise<void> {
  await context.database.owner(found.id, async (tx) => {
    await setSuspended(tx, found.id, suspendedAt)
    await addAudit(
      tx,
      entry(context, found, suspendedAt === null ? 'tenant.resume' : 'tenant.suspend'),
    )
  })
  context.forgetTenants()
}

/**
 * Deletes everything of a tenant, in slices, because it may be much. If interrupted, the tenant
 * stays suspended, and the same command resumes. Blobs are content-addressed and shared, so they
 * stay.
 *
 * @param patienceMs until no server accepts requests for it
 * @returns the number of rows deleted
 */
export async function remove(
  context: ServerContext,
  found: Tenant,
  patienceMs: number,
  say: (line: string) => void,
): Promise<number> {
  if (!found.suspended) {
    await setState(context, found, context.now())
    if (patienceMs > 0) say('Closed. Waiting until every server knows.')
    await new Promise((resolve) => setTimeout(resolve, patienceMs))
  }
  let rows = 0
  for (const { name } of (await context.database.owner(null, tablesOf))
    .filter((table) => table.tenant)
    .reverse()) {
    for (let gone = SLICE; gone === SLICE; rows += gone)
      gone = await context.database.owner(found.id, (tx) =>
        deleteSomeRows(tx, name, found.id, SLICE),
      )
  }
  await context.database.owner(null, (tx) => deleteTenant(tx, found.id))
  context.forgetTenants()
  return rows
}

/** Pads every column to its widest entry. */
function inColumns(rows: readonly (readonly string[])[]): string[] {
  const widthOf = (column: number) => Math.max(...rows.map((row) => row[column]?.length ?? 0))
  const widths = (rows[0] ?? []).map((_, column) => widthOf(column))
  return rows.map((row) =>
    row
      .map((entry, column) => entry.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}
