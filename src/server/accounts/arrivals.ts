/**
 * Whose account it is that someone arrives at from another service. Accounts are never linked by an
 * address alone: its owner logs in once (docs/decisions/0086).
 */

import type { InstanceConfig } from '#engine/rules/scope.ts'
import { isDuplicate, type Tx } from '#server/database/database.ts'
import type { ServerContext } from '#server/start/context.ts'
import { insertIdentity, insertUserOfProvider, userOfIdentity } from '#server/store/identities.ts'
import type { StoredConsent } from '#server/store/schema.ts'
import { userByEmail, type UserRow } from '#server/store/users.ts'
import { mayEnter } from './people.ts'
import { SignInFailed, type Arrival } from './providers.ts'
import type { SignUps } from './signups.ts'

/** Someone else may make the same account at the same moment; then it is found. */
const ROUNDS = 3

/** Another request has made the account of this identity. */
class Overtaken extends Error {}

export type Admission = {
  readonly tenant: string
  readonly config: Pick<InstanceConfig, 'signup'>
  readonly network: string
  /** Of a new account. */
  readonly consents: Readonly<Record<string, StoredConsent>>
}

/**
 * Finds the account, or makes one, and does in the same transaction what follows from that.
 *
 * @throws SignInFailed `account_exists`, `signup_off` or `not_accepted`; nothing is stored then
 */
export async function admit<Result>(
  context: ServerContext,
  signUps: SignUps,
  arrival: Arrival,
  admission: Admission,
  then: (tx: Tx, user: UserRow) => Promise<Result>,
): Promise<Result> {
  for (let round = 1; ; round++) {
    try {
      return await context.database.tenant(admission.tenant, async (tx) => {
        const known = await userOfIdentity(tx, arrival.identity)
        if (known !== undefined && !mayEnter(context, known)) throw new SignInFailed('not_accepted')
        return then(tx, known ?? (await makeUser(context, signUps, tx, arrival, admission)))
      })
    } catch (error) {
      if (round === ROUNDS || !(error instanceof Overtaken || isDuplicate(error))) throw error
    }
  }
}

async function makeUser(
  context: ServerContext,
  signUps: SignUps,
  tx: Tx,
  { identity, email }: Arrival,
  { config, network, consents }: Admission,
): Promise<UserRow> {
  const owner = email === null ? undefined : await userByEmail(tx, email)
  if (owner?.email_verified === true) throw new SignInFailed('account_exists')
  if (!config.signup) throw new SignInFailed('signup_off')
  // The person who signed up with the address first hasn't shown that it is theirs: they keep their
  // account, and this one begins without an address.
  const free = owner === undefined ? email : null
  const user = await insertUserOfProvider(tx, { id: context.newId(), email: free, consents })
  if (user === undefined) throw new Overtaken()
  if ((await insertIdentity(tx, identity, user.id, context.now())) === 0) throw new Overtaken()
  await signUps.made(tx, network)
  return user
}
