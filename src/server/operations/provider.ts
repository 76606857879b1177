/** `npm run tenant -- provider`: the secret of a service to sign in with, from the standard input. */

import {
  forgetSecret,
  keepSecret,
  providersOf,
  SECRET_PATTERN,
} from '../accounts/providersecret.ts'
import { requireTenant } from './lookup.ts'
import { OperatorError, read, type Operation } from './operation.ts'

export const PROVIDER_USAGE =
  'npm run tenant -- provider <slug> [<id> [--forget]]     # the secret is read from the standard input'

/** How a command passes on what it has read; typed by hand it would be in the list of processes. */
export const PASSED_ON = 'secret-from-input'
export const SECRET_OPTION = `--${PASSED_ON}`

export const provider: Operation = async (context, args, { say }) => {
  const { values, positionals } = read(
    args,
    { forget: { type: 'boolean' }, [PASSED_ON]: { type: 'string' } },
    PROVIDER_USAGE,
  )
  const [slug, id, ...more] = positionals
  if (slug === undefined || more.length > 0)
    throw new OperatorError(`Say which tenant, and which of its services.\n${PROVIDER_USAGE}`)
  const tenant = await requireTenant(context, slug)
  const all = await providersOf(context, tenant)
  if (id === undefined) {
    for (const each of all)
      say(
        `${each.id}: ${each.secretSetAt === null ? 'no secret yet' : `secret set on ${each.secretSetAt.toISOString().slice(0, 10)}`}; sends people back to ${each.callback}`,
      )
    if (all.length === 0) say(`"${slug}" has no services to sign in with.`)
    return
  }
  const found = all.find((each) => each.id === id)
  if (values.forget === true) {
    await forgetSecret(context, tenant, id, null)
    return say(`The secret of "${id}" is gone: nobody can sign in with it until it gets another.`)
  }
  if (found === undefined)
    throw new OperatorError(
      `What "${slug}" has published has no service "${id}" with a client id and an issuer. It has: ${all.map((each) => each.id).join(', ') || 'none'}.`,
    )
  const secret = values[PASSED_ON] ?? ''
  if (!new RegExp(SECRET_PATTERN).test(secret))
    throw new OperatorError(
      'A secret is one line of letters, digits and signs, without spaces. Nothing was changed.',
    )
  await keepSecret(context, tenant, found, secret, null)
  say(`The secret of "${id}" is set. The service has to send people back to ${found.callback}`)
}
