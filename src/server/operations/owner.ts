/**
 * `npm run owner`: the first owner of a tenant gets the role by a link, because no other user could
 * grant it.
 */

import { OPERATOR } from '#engine/contract/admincontract.ts'
import { FORMATS } from '#engine/forms/formats.ts'
import { INVITE_SECONDS } from '#server/accounts/codes.ts'
import { plus } from '#server/base/clock.ts'
import { isDuplicate } from '#server/database/database.ts'
import { resetFactor } from '#server/accounts/factorreset.ts'
import { deliver, hasMailServer, sendMessage } from '#server/accounts/messages.ts'
import { waitsForHost } from '#server/installation/hosts.ts'
import { letOwnerWait, writeInvitation } from '#server/installation/inviting.ts'
import { markSent } from '../store/others.ts'
import { userByEmail } from '../store/users.ts'
import type { Tenant } from '../store/tenants.ts'
import type { ServerContext } from '#server/start/context.ts'
import { tenantMeant } from './lookup.ts'
import { OperatorError, read, type Caller, type Operation } from './operation.ts'

const OWNER_USAGE =
  'npm run owner -- invite <address> [--tenant <slug>] [--operator] [--language <code>] [--print]\nnpm run owner -- unlock <address> [--tenant <slug>]'

export const owner: Operation = async (context, [what = '', ...args], caller) => {
  if (what !== 'invite' && what !== 'unlock')
    throw new OperatorError(
      what === '' ? OWNER_USAGE : `There is no "owner ${what}".\n${OWNER_USAGE}`,
    )
  const { values, positionals } = read(
    args,
    {
      tenant: { type: 'string' },
      operator: { type: 'boolean' },
      language: { type: 'string' },
      print: { type: 'boolean' },
    },
    OWNER_USAGE,
  )
  const [address, ...more] = positionals
  if (address === undefined || more.length > 0)
    throw new OperatorError(`Say who to ${what}, with one email address.\n${OWNER_USAGE}`)
  if (what === 'unlock')
    return unlock(context, await tenantMeant(context, values.tenant), address, caller)
  await invite(context, await tenantMeant(context, values.tenant), address, values, caller)
}

/**
 * Sends, or prints, a link that sets a password and grants the owner role. The role is granted only
 * when the link is used: an earlier sign-up with an unverified address gains nothing from the
 * invitation.
 */
export async function invite(
  context: ServerContext,
  tenant: Tenant,
  address: string,
  {
    language,
    print,
    operator = false,
  }: {
    language?: string | undefined
    print?: boolean | undefined
    /** Of the whole installation, instead of owner of this tenant. */ operator?: boolean
  },
  { say }: Pick<Caller, 'say'>,
): Promise<void> {
  const email = address.trim().toLowerCase()
  if (!FORMATS.email(email)) throw new OperatorError(`"${address}" is not an email address.`)
  const release = await context.live(tenant)
  const { available } = release.config.locales
  if (language !== undefined && !available.includes(language))
    throw new OperatorError(
      `The tenant "${tenant.slug}" has no language "${language}". It has: ${available.join(', ')}.`,
    )
  if (await waitsForHost(context, tenant)) return wait(context, tenant, email, operator, say)
  const baseUrl = await context.baseUrl(tenant)
  const mails = await hasMailServer(context, tenant.id)
  const { link, message } = await context.database
    .tenant(tenant.id, (tx) =>
      writeInvitation(
        context,
        tx,
        release,
        {
          email,
          role: operator ? OPERATOR : 'owner',
          language,
          baseUrl,
        },
        mails,
      ),
    )
    .catch((error: unknown) => {
      throw isDuplicate(error)
        ? new OperatorError(`Someone signed up as ${email} at this very moment. Try again.`, {
            cause: error,
          })
        : error
    })
  const sent =
    message !== null &&
    (await deliver(context, message).then(
      () => true,
      (error: Error) => explain(say, error),
    ))
  if (sent) {
    await context.database.tenant(tenant.id, (tx) =>
      markSent(tx, message.id, context.now(), context.demo),
    )
    say(`An email with the link is on its way to ${email}.`)
  }
  if (!sent || print === true) {
    say(
      `Give this link to ${email} and nobody else: anyone who opens it becomes ${operator ? 'operator of the whole installation' : `owner of "${tenant.slug}"`}.`,
    )
    say(link)
  }
  say(
    `It works once, until ${plus(context.now(), INVITE_SECONDS).toISOString().slice(0, 16).replace('T', ' ')} UTC.`,
  )
}

/** No link leads to a host that nobody has verified. */
async function wait(
  context: ServerContext,
  tenant: Tenant,
  email: string,
  operator: boolean,
  say: Caller['say'],
): Promise<void> {
  const hosts = `npm run tenant -- hosts ${tenant.slug}`
  if (operator)
    throw new OperatorError(
      `None of the tenant's hosts is verified yet. See what is missing: ${hosts}`,
    )
  await context.database.tenant(tenant.id, (tx) => letOwnerWait(context, tx, email))
  say(
    `${email} is invited as soon as one of the tenant's hosts is verified. See what is missing: ${hosts}`,
  )
}

/**
 * Removes the second factor and the passkeys of someone who has lost them, for the last owner, whom
 * no other can help.
 */
async function unlock(
  context: ServerContext,
  tenant: Tenant,
  address: string,
  { say }: Pick<Caller, 'say'>,
): Promise<void> {
  const email = address.trim().toLowerCase()
  const release = await context.live(tenant)
  const message = await context.database.tenant(tenant.id, async (tx) => {
    const user = await userByEmail(tx, email)
    if (user === undefined)
      throw new OperatorError(`Nobody in the tenant "${tenant.slug}" has the address "${address}".`)
    const reason = 'npm run owner -- unlock'
    return resetFactor(context, tx, { id: user.id, by: null, reason, release })
  })
  sendMessage(context, message ?? null)
  say(
    `${email} logs in with the password alone now. The second factor, the passkeys and every session are gone.`,
  )
}

function explain(say: Caller['say'], { message }: Error): false {
  say(`The mail server didn't accept the email: ${message}`)
  return false
}
