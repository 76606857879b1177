/** `npm run tenant`: creates, lists, suspends, reopens and removes tenants, without SQL by hand. */

import { OPERATOR } from '#engine/contract/admincontract.ts'
import { MAX_TENANT_LIMIT, TENANT_LIMITS } from '#engine/contract/tenantlimits.ts'
import type { HostFound } from '#engine/contract/tenantshapes.ts'
import { allTenants, countPeople, hostOwner, hostsOf, type Tenant } from '../store/tenants.ts'
import { isDuplicate } from '#server/database/database.ts'
import type { ServerContext } from '#server/start/context.ts'
import { checkHost, verifyHost, waitingOf } from '#server/installation/hosts.ts'
import {
  addressOf,
  BLANK,
  hostOf,
  isSlug,
  makeTenant,
  templateOf,
  viewOf,
  type Template,
} from '#server/installation/tenants.ts'
import { changeTenant } from '#server/installation/changing.ts'
import { remove } from '#server/installation/removing.ts'
import { requireTenant } from './lookup.ts'
import { OperatorError, read, type Caller, type Operation } from './operation.ts'
import { invite } from './owner.ts'
import { provider, PROVIDER_USAGE } from './provider.ts'
import { keys, KEYS_USAGE } from './keys.ts'
import { BUNDLE_USAGE, exportTenant, importTenant } from './bundle.ts'

const TENANT_USAGE = `npm run tenant -- create <slug> --host <name> [--host <name>] [--template <blank or tenant>] [--config <id>] [--owner <address>] [--trusted]
npm run tenant -- list
npm run tenant -- hosts <slug> [--add <name>] [--drop <name>] [--trusted] [--check]
npm run tenant -- limits <slug> [--people <number or none>] [--pictures <number or none>] [--records <number or none>]
npm run tenant -- suspend <slug>
npm run tenant -- resume <slug>
${PROVIDER_USAGE}
${KEYS_USAGE}
${BUNDLE_USAGE}
npm run tenant -- remove <slug> [--yes]`

/**
 * Every server checks again within ten seconds; after that nothing is written for a suspended
 * tenant.
 */
const KNOWN_EVERYWHERE_MS = 15_000

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
        template: { type: 'string' },
        owner: { type: 'string' },
        trusted: { type: 'boolean' },
      },
      TENANT_USAGE,
    )
    const slug = requireOne(positionals)
    if (!isSlug(slug))
      throw new OperatorError(
        `"${slug}" is not a valid tenant name: use 2 to 40 lowercase letters, digits and hyphens, with a letter first.`,
      )
    const hosts = (values.host ?? []).map(requireHost)
    if (hosts.length === 0)
      throw new OperatorError(
        `Say which host name people will use to reach it: --host careers.example.org\n${TENANT_USAGE}`,
      )
    const template = await requireTemplate(context, values)
    for (const host of hosts) await requireFreeHost(context, host)
    const { trusted = false } = values
    const detail = trusted ? { trusted } : {}
    const made = await makeTenant(context, slug, hosts, template, detail, trusted).catch(
      (error: unknown) => {
        throw isDuplicate(error)
          ? new OperatorError(`There is already a tenant "${slug}".`, { cause: error })
          : error
      },
    )
    caller.say(`Tenant "${slug}" is there: ${await addressOf(context, made)}`)
    await sayWaiting(context, made, caller)
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
      const waiting = new Set((await waitingOf(context, each)).map(({ host }) => host))
      rows.push([
        each.slug,
        each.suspended ? 'closed' : each.demo && !context.demo ? 'demo' : 'open',
        String(people),
        String(owners),
        each.config,
        hosts.map((host) => (waiting.has(host) ? `${host} (not verified)` : host)).join(', '),
      ])
    }
    for (const line of inColumns(rows)) say(line)
  },

  hosts: async (context, args, caller) => {
    const { values, positionals } = read(
      args,
      {
        add: { type: 'string', multiple: true },
        drop: { type: 'string', multiple: true },
        trusted: { type: 'boolean' },
        check: { type: 'boolean' },
      },
      TENANT_USAGE,
    )
    const found = await requireTenant(context, requireOne(positionals))
    const { trusted = false } = values
    const waiting = (await waitingOf(context, found)).map(({ host }) => host)
    const asked = (values.add ?? []).map(requireHost)
    // One that waits can be trusted, without taking it out first.
    const vouched = trusted ? asked.filter((host) => waiting.includes(host)) : []
    const add = asked.filter((host) => !vouched.includes(host))
    const drop = (values.drop ?? []).map(requireHost)
    for (const host of add) await requireFreeHost(context, host)
    const before = await context.database.shared((tx) => hostsOf(tx, found.id))
    const strange = drop.find((host) => !before.includes(host))
    if (strange !== undefined)
      throw new OperatorError(
        `"${strange}" is not a host of "${found.slug}"; it has ${before.join(', ') || 'none'}.`,
      )
    await changeTenant(context, found, { add, drop, trusted })
    const invited = []
    for (const host of vouched) invited.push(...(await verifyHost(context, found, host, OPERATOR)))
    if (values.check === true)
      for (const host of waiting.filter((each) => !vouched.includes(each)))
        invited.push(...(await checkHost(context, found, host)))
    for (const host of await context.database.shared((tx) => hostsOf(tx, found.id)))
      caller.say(host)
    for (const { owner: to, link, message } of invited)
      caller.say(
        message === null
          ? `Give this link to ${to} and nobody else: ${link}`
          : `The owner is invited: ${to}.`,
      )
    await sayWaiting(context, found, caller)
  },

  limits: async (context, args, { say }) => {
    const { values, positionals } = read(
      args,
      { people: { type: 'string' }, pictures: { type: 'string' }, records: { type: 'string' } },
      TENANT_USAGE,
    )
    const found = await requireTenant(context, requireOne(positionals))
    const limits = Object.fromEntries(
      TENANT_LIMITS.flatMap((each) => {
        const given = values[each]
        return given === undefined ? [] : [[each, requireLimit(each, given)]]
      }),
    )
    if (Object.keys(limits).length > 0) await changeTenant(context, found, { limits })
    const view = await viewOf(context, found)
    for (const each of TENANT_LIMITS) {
      const { most, used } = view.limits[each]
      say(`${each}: ${used}${most === null ? '' : ` of ${most} at most`}`)
    }
  },

  suspend: async (context, args, { say }) => {
    const { positionals } = read(args, {}, TENANT_USAGE)
    const found = await requireTenant(context, requireOne(positionals))
    await changeTenant(context, found, { closed: true })
    say(
      `"${found.slug}" is closed${context.database.kind === 'postgres' ? ', on every server within ten seconds' : ''}. Nothing in it is lost. To open it again: npm run tenant -- resume ${found.slug}`,
    )
  },

  resume: async (context, args, { say }) => {
    const { positionals } = read(args, {}, TENANT_USAGE)
    const found = await requireTenant(context, requireOne(positionals))
    await changeTenant(context, found, { closed: false })
    say(
      `"${found.slug}" is open${context.database.kind === 'postgres' ? ', on every server within ten seconds' : ''}.`,
    )
  },

  provider,
  keys,
  export: exportTenant,
  import: importTenant,

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

function requireLimit(name: string, given: string): number | null {
  if (given === 'none') return null
  const most = Number(given)
  if (/^\d+$/.test(given) && most <= MAX_TENANT_LIMIT) return most
  throw new OperatorError(
    `--${name} is "${given}", but has to be a number from 0 to ${MAX_TENANT_LIMIT}, or none.`,
  )
}

const FOUND: Readonly<Record<HostFound, string>> = {
  missing: 'no such record was found',
  different: 'the record that was found says something else',
  unreachable: 'the name servers did not respond',
}

/** What has to be done for each host that isn't served yet. */
async function sayWaiting(
  context: ServerContext,
  found: Tenant,
  { say }: Pick<Caller, 'say'>,
): Promise<void> {
  for (const { host, record, value, found: at } of await waitingOf(context, found))
    say(
      `"${host}" is not served yet${at === null ? '' : `: ${FOUND[at]}`}. Add a TXT record named ${record} that says ${value}; it is looked up every ten minutes, or now with: npm run tenant -- hosts ${found.slug} --check. If you vouch for it yourself: npm run tenant -- hosts ${found.slug} --add ${host} --trusted`,
    )
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
  const host = hostOf(given)
  if (host === null)
    throw new OperatorError(
      `"${given}" is not a host name. Give it without https://, port and path: careers.example.org`,
    )
  return host
}

async function requireTemplate(
  context: ServerContext,
  { template, config }: { readonly template?: string; readonly config?: string },
): Promise<Template> {
  if (template === undefined)
    return { config: requireConfig(context, config ?? 'default'), documents: null }
  const found = await templateOf(context, template)
  if (found === undefined || config !== undefined)
    throw new OperatorError(
      config === undefined
        ? `There is no template "${template}". Use "${BLANK}", or the name of a tenant to copy.`
        : 'A template has a configuration of its own: leave out --config or --template.',
    )
  return found
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
