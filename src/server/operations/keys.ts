/** `npm run tenant -- keys`: a tenant's own keys, read from the standard input. */

import {
  OWN_KEY_PARTS,
  OWN_KEY_SERVICES,
  type OwnKeyService,
  type OwnKeyView,
} from '#engine/contract/ownkeys.ts'
import { forgetKeys, keepKeys, keysOf } from '../accounts/changekeys.ts'
import { faultsOf } from '../accounts/keyrules.ts'
import { requireTenant } from './lookup.ts'
import { OperatorError, read, type Operation } from './operation.ts'
import { PASSED_ON } from './provider.ts'

export const KEYS_USAGE = `npm run tenant -- keys <slug> [<${OWN_KEY_SERVICES.join(', ')}> [--forget]]     # the keys are read from the standard input, one a line`

export const keys: Operation = async (context, args, { say }) => {
  const { values, positionals } = read(
    args,
    { forget: { type: 'boolean' }, [PASSED_ON]: { type: 'string', multiple: true } },
    KEYS_USAGE,
  )
  const [slug, asked, ...more] = positionals
  if (slug === undefined || more.length > 0)
    throw new OperatorError(`Say which tenant, and which of its keys.\n${KEYS_USAGE}`)
  const tenant = await requireTenant(context, slug)
  if (asked === undefined) {
    for (const each of await keysOf(context, tenant)) say(lineOf(each))
    return
  }
  const service = requireService(asked)
  if (values.forget === true) {
    const isGone = await forgetKeys(context, tenant, service, null)
    return say(
      isGone
        ? `"${slug}" has no ${service} keys of its own any more.${service === 'smtp' ? '' : ' Payments that began with them are completed with them.'}`
        : `"${slug}" has no ${service} keys of its own.`,
    )
  }
  const given = values[PASSED_ON] ?? []
  const parts = Object.fromEntries(
    OWN_KEY_PARTS[service].map((part, place) => [part, given[place] ?? '']),
  )
  const faults = faultsOf(service, parts, { loopback: context.demo })
  if (faults.length > 0)
    throw new OperatorError(
      [...faults.map(({ words }) => `${words}.`), 'Nothing was changed.'].join('\n'),
    )
  await keepKeys(context, tenant, service, parts, null)
  const view = (await keysOf(context, tenant)).find((each) => each.service === service)
  say(`The ${service} keys of "${slug}" are set, and used from now on.`)
  if (view?.webhook != null) say(`The provider has to send its webhooks to ${view.webhook}`)
}

/** How many lines of the standard input a service needs. */
export function linesOf(service: string): number {
  return OWN_KEY_SERVICES.some((each) => each === service)
    ? OWN_KEY_PARTS[service as OwnKeyService].length
    : 0
}

function requireService(asked: string): OwnKeyService {
  const found = OWN_KEY_SERVICES.find((each) => each === asked)
  if (found === undefined)
    throw new OperatorError(
      `There are no keys for "${asked}". A tenant can have: ${OWN_KEY_SERVICES.join(', ')}.`,
    )
  return found
}

const USED: Readonly<Record<OwnKeyView['used'], string>> = {
  own: 'its own',
  installation: "the installation's",
  none: 'none',
  demo: 'none, because a demo takes no real money',
}

function lineOf({ service, used, setAt, setBy, failure }: OwnKeyView): string {
  const since =
    setAt === null
      ? ''
      : `; set on ${setAt.slice(0, 10)} by ${setBy === '' ? 'an operator' : (setBy ?? 'someone who has left')}`
  const last =
    failure === null
      ? ''
      : `; the last email was refused on ${failure.at.slice(0, 10)}: ${failure.code}`
  return `${service}: ${USED[used]}${since}${last}`
}
