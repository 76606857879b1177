/** A tenant's work into a file, and out of a file into a tenant (docs/decisions/0113). */

import { recordIssues } from '#engine/check/record.ts'
import type { DocumentChange } from '#engine/contract/admincontract.ts'
import { Refusal, type Problem } from '#engine/contract/problems.ts'
import type { ContentType } from '#engine/documents/kinds.ts'
import { LONG_MS, type Tx } from '#server/database/database.ts'
import { newRecord } from '#server/catalogue/newrecord.ts'
import { differences, draftNamed } from '#server/release/differences.ts'
import { publishInstead } from '#server/release/publish-instead.ts'
import type { Author } from '#server/release/publishing.ts'
import type { Base } from '#server/release/shipped.ts'
import type { ServerContext } from '#server/start/context.ts'
import { rowsJson, type WrittenRecord } from '../store/contentrows.ts'
import {
  beginVersion,
  bundledRows,
  giveUp,
  makeCurrent,
  typesWithOwn,
  writeRows,
  type Started,
} from '../store/contentsets.ts'
import type { Tenant } from '../store/tenants.ts'
import { documentChanges } from '../workspace/changes.ts'
import { loadWorkspace, prepareRelease, type Workspace } from '../workspace/workspace.ts'
import { bringImage, bundledImages } from './images.ts'
import {
  BUNDLE_VERSION,
  isBundled,
  releaseHash,
  writeBundle,
  type Bundle,
  type BundledRecord,
} from './bundle.ts'

const BATCH = 200
const isLeft = (name: string) => !isBundled(name)

/** The product's documents as every installation of this version has them: without any tenant's. */
function productOf(context: ServerContext, config: string): Base {
  return context.releases.bases.of({ slug: '', config })
}

/** What is published, not what is being edited. @throws Refusal `bundle/too-large` */
export async function bundleOf(context: ServerContext, tenant: Tenant): Promise<string> {
  const { live } = await loadWorkspace(context, tenant)
  const product = productOf(context, tenant.config)
  const names = differences(product, live.documents, isLeft)
  const documents = Object.fromEntries(
    names.map((name) => [name, live.documents.get(name) ?? null]),
  )
  const { images, records } = await context.database.tenant(
    tenant.id,
    async (tx) => {
      const records: Record<string, BundledRecord[]> = {}
      for (const { type, ...record } of await bundledRows(tx))
        (records[type] ??= []).push({
          ...record,
          starts: record.starts?.toISOString() ?? null,
          ends: record.ends?.toISOString() ?? null,
        })
      return { images: await bundledImages(tx, { documents, records }), records }
    },
    LONG_MS,
  )
  return writeBundle(context.secrets, {
    tsela: 'bundle',
    v: BUNDLE_VERSION,
    made: context.now().toISOString(),
    tenant: tenant.slug,
    config: tenant.config,
    product: product.id,
    release: releaseHash(live.manifest),
    documents,
    images,
    records,
  })
}

export type Difference = {
  readonly document: string
  readonly state: 'added' | 'changed' | 'removed'
}
export type Comparison = {
  readonly differences: readonly Difference[]
  /** The same in words, for those who decide. */
  readonly changes: readonly DocumentChange[]
  readonly images: number
  /** Of each content type: records of the tenant's own now, and in the file. */
  readonly records: readonly {
    readonly type: string
    readonly now: number
    readonly then: number
  }[]
  readonly problems: readonly Problem[]
}

/** What bringing a file in would change, and what speaks against it. */
export async function compareBundle(
  context: ServerContext,
  tenant: Tenant,
  bundle: Bundle,
): Promise<Comparison> {
  const wanted = wantedOf(context, tenant, bundle)
  const { base, live } = await loadWorkspace(context, tenant)
  const names = differences(live, wanted, isLeft)
  const own = await context.database.tenant(tenant.id, typesWithOwn)
  const types = [...new Set([...own.keys(), ...Object.keys(bundle.records)])].sort()
  const named = new Set(names)
  return {
    changes: documentChanges(live.documents, wanted, context.code).filter(({ document }) =>
      named.has(document),
    ),
    images: bundle.images.length,
    differences: names.map((document) => ({
      document,
      state: !wanted.has(document) ? 'removed' : live.documents.has(document) ? 'changed' : 'added',
    })),
    records: types.map((type) => ({
      type,
      now: own.get(type) ?? 0,
      then: bundle.records[type]?.length ?? 0,
    })),
    problems: await problemsOf(context, tenant, bundle, { base, live }, wanted, names),
  }
}

async function problemsOf(
  context: ServerContext,
  tenant: Tenant,
  bundle: Bundle,
  parts: Pick<Workspace, 'base' | 'live'>,
  wanted: ReadonlyMap<string, unknown>,
  names: readonly string[],
): Promise<readonly Problem[]> {
  try {
    const drafts = names.map((name) => draftNamed(tenant, null, name, wanted.get(name) ?? null))
    await prepareRelease(context, tenant, { ...parts, drafts, anyway: true })
    // Of sound types only.
    return recordProblems(wanted, bundle)
  } catch (error) {
    if (error instanceof Refusal && error.code === 'release/problems')
      return (error.detail.extra?.['problems'] ?? []) as readonly Problem[]
    throw error
  }
}

/** @throws Refusal `bundle/product` if it was made with another version, or for another product */
function wantedOf(
  context: ServerContext,
  tenant: Tenant,
  bundle: Bundle,
): ReadonlyMap<string, unknown> {
  const product = productOf(context, tenant.config)
  if (bundle.config !== tenant.config || bundle.product !== product.id)
    throw new Refusal('bundle/product')
  const wanted = new Map<string, unknown>(product.documents)
  for (const [name, document] of Object.entries(bundle.documents))
    if (document === null) wanted.delete(name)
    else wanted.set(name, document)
  return wanted
}

/** Records that don't fit their type: a file from a server that allowed what this one refuses. */
function recordProblems(wanted: ReadonlyMap<string, unknown>, { records }: Bundle): Problem[] {
  return Object.entries(records).flatMap(([id, rows]) => {
    const type = wanted.get(`content-type/${id}`) as ContentType | undefined
    const problem = (pointer: string, message: string): Problem => ({
      code: 'content/record',
      document: `content-type/${id}`,
      pointer,
      message,
      severity: 'error',
    })
    if (type === undefined) return [problem('', 'there are records of a type that does not exist')]
    return rows.flatMap((row, index) =>
      isHider(row)
        ? []
        : recordIssues(type, (list) => choicesOf(wanted, list), row.data).map(({ field, reason }) =>
            problem(`/records/${id}/${index}/${field}`, `the record "${row.id}": ${reason}`),
          ),
    )
  })
}

function isHider({ data }: BundledRecord): boolean {
  return Object.keys(data).length === 0
}

function choicesOf(
  wanted: ReadonlyMap<string, unknown>,
  list: string,
): ReadonlySet<string> | undefined {
  const found = wanted.get(`list/${list}`) as
    | { readonly items?: readonly { readonly id: string }[] }
    | undefined
  return found?.items && new Set(found.items.map(({ id }) => id))
}

/**
 * Brings a file into a tenant: everything, or nothing. What learners see changes in one transaction.
 *
 * @throws Refusal `bundle/product`, `release/problems`, `content/busy`, `content/moved`
 */
export async function bringIn(
  context: ServerContext,
  tenant: Tenant,
  author: Author,
  bundle: Bundle,
  message: string,
) {
  const wanted = wantedOf(context, tenant, bundle)
  const { problems } = await compareBundle(context, tenant, bundle)
  if (problems.some(({ severity }) => severity === 'error'))
    throw new Refusal('release/problems', { extra: { problems } })
  const own = await context.database.tenant(tenant.id, typesWithOwn)
  const types = [...new Set([...own.keys(), ...Object.keys(bundle.records)])].sort()
  const begun = new Map<string, Started>()
  try {
    for (const type of types)
      begun.set(type, await writeVersion(context, tenant, type, wanted, bundle.records[type] ?? []))
    return await publishInstead(context, tenant, author, wanted, isLeft, message, async (tx) => {
      for (const image of bundle.images) await bringImage(tx, image, context.now())
      for (const [type, started] of begun) {
        const rows = bundle.records[type]?.length ?? 0
        const imported = { file: `${bundle.tenant}.tsela.json`, rows, by: '' }
        if (!(await makeCurrent(tx, type, started, imported, context.now())))
          throw new Refusal('content/moved')
      }
    })
  } catch (error) {
    for (const [type, { version }] of begun)
      await context.database
        .tenant(tenant.id, (tx) => giveUp(tx, type, version))
        .catch(() => undefined)
    throw error
  } finally {
    for (const type of begun.keys()) context.recordsChanged(tenant.id, type)
  }
}

/** A version that nobody sees yet. @throws Refusal `content/busy` during an import of the type */
async function writeVersion(
  context: ServerContext,
  tenant: Tenant,
  type: string,
  wanted: ReadonlyMap<string, unknown>,
  records: readonly BundledRecord[],
): Promise<Started> {
  const document = wanted.get(`content-type/${type}`) as ContentType | undefined
  const write = <Result>(work: (tx: Tx) => Promise<Result>) =>
    context.database.tenant(tenant.id, work, LONG_MS)
  const started = await write((tx) => beginVersion(tx, type, context.now()))
  if (started === undefined) throw new Refusal('content/busy')
  if (document !== undefined)
    for (let at = 0; at < records.length; at += BATCH) {
      const json = rowsJson(records.slice(at, at + BATCH).map((row) => rowOf(document, row)))
      await write((tx) => writeRows(tx, type, started.version, json))
    }
  return started
}

function rowOf(type: ContentType, { id, data, state, starts, ends }: BundledRecord): WrittenRecord {
  const made = newRecord(type, { ...data, id })
  return {
    ...made,
    ...(Object.keys(data).length === 0 && { data: {} }),
    state,
    starts: starts === null ? null : new Date(starts),
    ends: ends === null ? null : new Date(ends),
  }
}
