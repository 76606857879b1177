/** `npm run tenant -- export` and `import`: a tenant's work as one file, and back. */

import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { Refusal, type Problem } from '#engine/contract/problems.ts'
import { MAX_BUNDLE_BYTES, readBundle } from '#server/installation/bundle.ts'
import { bringIn, bundleOf, compareBundle } from '#server/installation/carrying.ts'
import { fingerprintOf, publicKeyOf } from '#server/installation/signing.ts'
import { requireTrust, senderOf } from '#server/installation/trust.ts'
import { requireTenant } from './lookup.ts'
import { OperatorError, read, type Operation } from './operation.ts'

export const BUNDLE_USAGE = `npm run tenant -- export <slug> <file>
npm run tenant -- import <slug> <file> [--trust <fingerprint>] [--yes]`

const MAX_SAID = 100

export const exportTenant: Operation = async (context, args, { say }) => {
  const [slug, path] = twoOf(read(args, {}, BUNDLE_USAGE).positionals)
  const tenant = await requireTenant(context, slug)
  const text = await refusing(() => bundleOf(context, tenant))
  writeFileSync(path, text, { mode: 0o600 })
  const { bundle } = readBundle(text)
  say(
    `"${slug}" is in ${path}: ${Object.keys(bundle.documents).length} documents, ${bundle.images.length} images, ${Object.values(bundle.records).flat().length} records. Release ${bundle.release}.`,
  )
  say(`Signed by this installation: ${fingerprintOf(publicKeyOf(context.secrets))}`)
}

export const importTenant: Operation = async (context, args, { say }) => {
  const { values, positionals } = read(
    args,
    { trust: { type: 'string' }, yes: { type: 'boolean' } },
    BUNDLE_USAGE,
  )
  const [slug, path] = twoOf(positionals)
  const tenant = await requireTenant(context, slug)
  const found = statSync(path, { throwIfNoEntry: false })
  if (found?.isFile() !== true) throw new OperatorError(`There is no file ${path}.`)
  if (found.size > MAX_BUNDLE_BYTES)
    throw new OperatorError(`${path} is larger than ${MAX_BUNDLE_BYTES / 2 ** 20} MB.`)
  await refusing(async () => {
    const { bundle, key } = readBundle(readFileSync(path, 'utf8'))
    const { differences, records, problems } = await compareBundle(context, tenant, bundle)
    for (const { document, state } of differences.slice(0, MAX_SAID)) say(`${state}: ${document}`)
    if (differences.length > MAX_SAID) say(`and ${differences.length - MAX_SAID} more`)
    for (const { type, now, then } of records) say(`records of ${type}: ${now} now, ${then} then`)
    const errors = problems.filter(({ severity }) => severity === 'error')
    if (errors.length > 0) throw new OperatorError(told(errors))
    const sender = await senderOf(context, key)
    if (!sender.trusted && values.trust !== sender.fingerprint)
      throw new OperatorError(
        `${path} is signed by an installation that isn't trusted here: ${sender.fingerprint}. Compare this with what its operator sees, then add --trust ${sender.fingerprint}`,
      )
    if (values.yes !== true) return say('Nothing was changed. To bring it in, add --yes.')
    await requireTrust(context, key, values.trust)
    const { number } = await bringIn(context, tenant, { id: null }, bundle, bundle.tenant)
    say(`Published in "${slug}" as release ${number}: ${bundle.release}.`)
  })
}

function twoOf(positionals: readonly string[]): readonly [string, string] {
  const [slug, path, ...more] = positionals
  if (slug === undefined || path === undefined || more.length > 0)
    throw new OperatorError(`Say which tenant and which file.\n${BUNDLE_USAGE}`)
  return [slug, path]
}

const REFUSED: Readonly<Record<string, string>> = {
  'bundle/unreadable': "This isn't a file that a tenant was exported to, or it is damaged",
  'bundle/unsigned': 'The file has no signature. Nothing was changed.',
  'bundle/altered': 'The file was altered after it was signed. Nothing was changed.',
  'bundle/newer': 'The file was made by a newer version of Tsela. Update this server first.',
  'bundle/too-large': 'It is larger than 50 MB.',
  'bundle/product':
    'The file was made with another version or another configuration of the product. Bring both servers to the same version, and use a tenant with the same configuration.',
  'release/moved': 'Others kept publishing in this tenant. Nothing was changed: try again.',
  'content/busy': 'Records of this tenant are being imported. Nothing was changed: try again.',
  'content/moved': 'A record was edited meanwhile. Nothing was changed: try again.',
}

async function refusing<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (error.code === 'release/problems')
      throw new OperatorError(
        told((error.detail.extra?.['problems'] ?? []) as readonly Problem[]),
        { cause: error },
      )
    const where = error.detail.fields?.[0]?.pointer
    throw new OperatorError(
      `${REFUSED[error.code] ?? error.code}${where === undefined ? '' : ` (${where})`}`,
      { cause: error },
    )
  }
}

function told(problems: readonly Problem[]): string {
  const lines = problems
    .slice(0, MAX_SAID)
    .map(({ document, pointer, message }) => `${document}${pointer}: ${message}`)
  return `Nothing was changed, because the documents have problems:\n${lines.join('\n')}`
}
