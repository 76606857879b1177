/** Whether a file may be brought in: its sender is this installation, or an operator trusts it. */

import { Refusal } from '#engine/contract/problems.ts'
import type { ServerContext } from '#server/start/context.ts'
import { isTrusted, trust } from '../store/installations.ts'
import { fingerprintOf, publicKeyOf } from './signing.ts'

export type Sender = { readonly fingerprint: string; readonly trusted: boolean }

/** @param key the file's public key, whose signature has been verified */
export async function senderOf(context: ServerContext, key: string): Promise<Sender> {
  const fingerprint = fingerprintOf(key)
  const trusted =
    key === publicKeyOf(context.secrets) ||
    (await context.database.shared((tx) => isTrusted(tx, fingerprint)))
  return { fingerprint, trusted }
}

/**
 * From now on the sender is trusted, if the operator names its fingerprint.
 *
 * @returns whether it was not trusted before
 * @throws Refusal `bundle/untrusted` with the fingerprint
 */
export async function requireTrust(
  context: ServerContext,
  key: string,
  named: string | undefined,
): Promise<boolean> {
  const { fingerprint, trusted } = await senderOf(context, key)
  if (trusted) return false
  if (named !== fingerprint) throw new Refusal('bundle/untrusted', { extra: { fingerprint } })
  await context.database.owner(null, (tx) => trust(tx, fingerprint, key))
  return true
}
