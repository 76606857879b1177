/**
 * `npm run secret -- rotate`: seals everything again with the current secret, so that the former
 * ones can be removed (docs/decisions/0046).
 */

import { plus } from '#server/base/clock.ts'
import type { Tx } from '#server/database/database.ts'
import { forgetOtherKeys } from '#server/database/keys.ts'
import { keysOwner } from '../accounts/ownkeys.ts'
import { secretOwner } from '../accounts/providers.ts'
import { LIFETIME_SECONDS } from '../plugins/anti-forgery.ts'
import { addAudit } from '../store/audit.ts'
import { codesOfOthers } from '../store/codes.ts'
import { deleteOwnKey, lockOwnKeys, resealOwnKey, type OwnKeyRow } from '../store/ownkeys.ts'
import {
  lockProviderSecrets,
  deleteProviderSecret,
  resealProviderSecret,
  type ProviderSecretRow,
} from '../store/providersecrets.ts'
import { replaceSealed, SEALED_COLUMNS, sealedByOthers, type SealedRow } from '../store/sealed.ts'
import { allTenants } from '../store/tenants.ts'
import type { ServerContext } from '#server/start/context.ts'
import { OperatorError, read, type Operation } from './operation.ts'

const SECRET_USAGE = 'npm run secret -- rotate [--clear-unreadable]'

/** Users per transaction. */
const SLICE = 100

export const secret: Operation = async (context, [what = '', ...args], { say }) => {
  if (what !== 'rotate')
    throw new OperatorError(
      what === '' ? SECRET_USAGE : `There is no "secret ${what}".\n${SECRET_USAGE}`,
    )
  const { values } = read(args, { 'clear-unreadable': { type: 'boolean' } }, SECRET_USAGE)
  const clear = values['clear-unreadable'] === true
  let sealed = 0
  let unreadable = 0
  // Repeat until a pass finds nothing: a server not yet restarted may still seal with a former
  // secret.
  for (let found = -1; found !== 0;) {
    found = 0
    unreadable = 0
    for (const tenant of await context.database.shared(allTenants)) {
      const round = await rotateTenant(context, tenant.id, clear)
      found += round.changed
      sealed += round.sealed
      unreadable += round.unreadable
    }
  }
  say(`${sealed} ${sealed === 1 ? 'value is' : 'values are'} sealed anew.`)
  if (unreadable > 0) {
    throw new OperatorError(
      `${unreadable} ${unreadable === 1 ? 'value needs' : 'values need'} a secret that is neither SECRET nor in SECRET_PREVIOUS. Add it and try again. If it is lost for good, add --clear-unreadable: that deletes what nobody can read any more.`,
    )
  }
  await forgetOtherKeys(context.database, context.secrets)
  const { codes, until } = await neededUntil(context)
  if (codes > 0)
    say(
      `${codes} ${codes === 1 ? 'code or link that was sent needs' : 'codes and links that were sent need'} the older secret; an invitation works for a week.`,
    )
  say(
    `Leave SECRET_PREVIOUS as it is until ${until.toISOString().slice(0, 16).replace('T', ' ')} UTC: pages that are open now need it too. After that nothing does, and it can go at the next start of each server.`,
  )
}

/**
 * Codes, links and the anti-forgery tokens of open pages were derived from it and cannot be sealed
 * again: they expire.
 */
async function neededUntil(
  context: ServerContext,
): Promise<{ readonly codes: number; readonly until: Date }> {
  const now = context.now()
  let [codes, until] = [0, plus(now, LIFETIME_SECONDS)]
  for (const { id } of await context.database.shared(allTenants)) {
    const { many, last } = await context.database.tenant(id, (tx) =>
      codesOfOthers(tx, context.secrets.keyId, now),
    )
    codes += many
    if (last !== null && last > until) until = last
  }
  return { codes, until }
}

type Round = {
  readonly sealed: number
  readonly unreadable: number
  /** Rows that were written. */ readonly changed: number
}

async function rotateTenant(
  context: ServerContext,
  tenant: string,
  clear: boolean,
): Promise<Round> {
  const all = { sealed: 0, unreadable: 0, changed: 0 }
  for (let after: string | null = ''; after !== null;) {
    const slice: Slice = await rotateSome(context, tenant, after, clear)
    all.sealed += slice.sealed
    all.unreadable += slice.unreadable
    all.changed += slice.changed
    after = slice.next
  }
  for (const few of [
    await rotateFew(context, tenant, clear, PROVIDER_SECRETS),
    await rotateFew(context, tenant, clear, OWN_KEYS),
  ]) {
    all.sealed += few.sealed
    all.unreadable += few.unreadable
    all.changed += few.changed
  }
  return all
}

/** Sealed values of which a tenant has a few. */
type Few<Row> = {
  readonly lock: (tx: Tx) => Promise<readonly Row[]>
  readonly sealed: (row: Row) => { readonly value: string; readonly owner: readonly string[] }
  readonly reseal: (tx: Tx, row: Row, value: string) => Promise<number>
  readonly remove: (tx: Tx, row: Row) => Promise<number>
}

/** The secrets of the services that a tenant signs in with. */
const PROVIDER_SECRETS: Few<ProviderSecretRow> = {
  lock: lockProviderSecrets,
  sealed: ({ tenant_id, provider, client, secret_sealed }) => ({
    value: secret_sealed,
    owner: secretOwner(tenant_id, provider, client),
  }),
  reseal: (tx, { provider }, value) => resealProviderSecret(tx, provider, value),
  remove: (tx, { provider }) => deleteProviderSecret(tx, provider),
}

/** The keys of payment providers and of the mail server that are a tenant's own. */
const OWN_KEYS: Few<OwnKeyRow> = {
  lock: lockOwnKeys,
  sealed: ({ tenant_id, id, service, keys_sealed }) => ({
    value: keys_sealed,
    owner: keysOwner(tenant_id, service, id),
  }),
  reseal: (tx, { id }, value) => resealOwnKey(tx, id, value),
  remove: (tx, { id }) => deleteOwnKey(tx, id),
}

function rotateFew<Row>(
  context: ServerContext,
  tenant: string,
  clear: boolean,
  { lock, sealed, reseal, remove }: Few<Row>,
): Promise<Round> {
  return context.database.tenant(tenant, async (tx) => {
    const round = { sealed: 0, unreadable: 0, changed: 0 }
    for (const row of await lock(tx)) {
      const { value: before, owner } = sealed(row)
      const { value, outcome } = sealAnew(context, before, owner)
      if (outcome === 'sealed' && value !== null) {
        await reseal(tx, row, value)
        round.sealed++
        round.changed++
      } else if (outcome === 'unreadable' && clear) {
        await remove(tx, row)
        await addCleared(context, tx, 1)
        round.changed++
      } else if (outcome === 'unreadable') round.unreadable++
    }
    return round
  })
}

function addCleared(context: ServerContext, tx: Tx, values: number): Promise<void> {
  return addAudit(tx, {
    id: context.newId(),
    now: context.now(),
    actor: null,
    action: 'secret.clear',
    target: '',
    detail: { values },
  })
}

type Slice = Round & { /** Where to continue; null at the end. */ readonly next: string | null }

function rotateSome(
  context: ServerContext,
  tenant: string,
  after: string,
  clear: boolean,
): Promise<Slice> {
  return context.database.tenant(tenant, async (tx) => {
    const found = await sealedByOthers(tx, context.secrets.keyId, after, SLICE)
    const counts: Record<Outcome, number> = { kept: 0, sealed: 0, unreadable: 0 }
    const replaced = found.map((row): SealedRow => {
      const values = SEALED_COLUMNS.map((column) => {
        const { value, outcome } = sealAnew(context, row[column], [tenant, row.id])
        counts[outcome]++
        return [column, outcome === 'unreadable' && clear ? null : value] as const
      })
      return {
        id: row.id,
        ...(Object.fromEntries(values) as Record<(typeof SEALED_COLUMNS)[number], string | null>),
      }
    })
    const different = replaced.filter((row, index) =>
      SEALED_COLUMNS.some((column) => row[column] !== found[index]?.[column]),
    )
    await replaceSealed(tx, different)
    if (clear && counts.unreadable > 0) await addCleared(context, tx, counts.unreadable)
    return {
      sealed: counts.sealed,
      unreadable: clear ? 0 : counts.unreadable,
      changed: different.length,
      next: (found.length < SLICE ? null : found.at(-1)?.id) ?? null,
    }
  })
}

type Outcome = 'kept' | 'sealed' | 'unreadable'

function sealAnew(
  { secrets }: ServerContext,
  value: string | null,
  owner: readonly string[],
): { value: string | null; outcome: Outcome } {
  if (value === null || value.endsWith(`.${secrets.keyId}`)) return { value, outcome: 'kept' }
  try {
    return { value: secrets.seal(secrets.open(value, ...owner), ...owner), outcome: 'sealed' }
  } catch {
    return { value, outcome: 'unreadable' }
  }
}
