/**
 * The demo tenants with their users, vouchers and results. Runs at every start and only adds what
 * is missing.
 */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { optionsOf, type AnswerValue } from '#engine/scoring/answervalue.ts'
import type { Catalog } from '#engine/documents/catalog.ts'
import type { DocumentOf } from '#engine/documents/kinds.ts'
import { judgeQuality } from '#engine/scoring/quality.ts'
import { score, SCORER_VERSION, type Answers } from '#engine/scoring/scoring.ts'
import type { Log } from '#engine/tasks/log.ts'
import { TASK_SCORER_VERSION } from '#engine/tasks/score.ts'
import { nameOf } from '#server/base/listener.ts'
import type { Environment } from '#server/base/environment.ts'
import { required } from '#server/base/required.ts'
import { sqlBuilder as db, type Tx } from '#server/database/database.ts'
import { itemIdsOf, scoreLevels } from '#server/base/tasks.ts'
import { insertCoupon } from '#server/store/coupons.ts'
import { insertVoucher } from '#server/store/others.ts'
import { addLog } from '#server/store/tasks.ts'
import { userByEmail } from '#server/store/users.ts'
import {
  allTenants,
  countPeople,
  demoTenants,
  ensureHost,
  ensureTenant,
  type Tenant,
} from '#server/store/tenants.ts'
import type { ServerContext } from './context.ts'
import { seedRecords } from './demorecords.ts'

type DemoPerson = {
  name: string
  first?: string
  last?: string
  born?: string
  plan: string
  onboarded?: boolean
  taken?: string[] | 'all'
  research?: string[]
  role?: string
  /** Slugs of the demo tenants that have this account; all without it. */
  tenants?: string[]
}
type DemoFile = {
  password: string
  items: DemoPerson[]
  vouchers: { code: string; plan: string; uses?: number; expires?: string }[]
  coupons: { code: string; percent: number; uses?: number }[]
  answers: Record<string, { rounds: string[] }>
}
/** The logs of played tasks, one attempt per task. */
type DemoGames = Record<string, { readonly seed: number; readonly levels: readonly Log[] }>

/** In words: which accounts there are in which tenant. */
export function demoNames({ items }: DemoFile): string {
  const named = (isOf: (tenants: readonly string[] | undefined) => boolean) =>
    items.flatMap(({ name, tenants }) => (isOf(tenants) ? [name] : [])).join(', ')
  const everywhere = named((tenants) => tenants === undefined)
  const here = named((tenants) => tenants !== undefined)
  return `${everywhere} (each @demo.test and @pluggedin.test), ${here} (@demo.test only)`
}

export function readDemo(contentDir: string): DemoFile {
  return JSON.parse(readFileSync(join(contentDir, 'demo', 'people.json'), 'utf8')) as DemoFile
}

function readGames(contentDir: string): DemoGames {
  return (
    JSON.parse(readFileSync(join(contentDir, 'demo', 'games.json'), 'utf8')) as { items: DemoGames }
  ).items
}

/** @returns the tenants with accounts to try */
export async function seedDemo(context: ServerContext): Promise<Tenant[]> {
  const demo = readDemo(context.options.contentDir)
  const { catalog } = context.options.base
  const passwordHash = once(() => context.passwords.hash(demo.password))
  const tenants: Tenant[] = []
  for (const document of catalog.all('tenant')) {
    const tenant = await context.database.owner(null, (tx) =>
      ensureTenant(tx, {
        id: context.newId(),
        slug: document.id,
        config: document.config,
        demo: true,
      }),
    )
    if (!tenant.demo) {
      context.log?.warn(
        `The tenant "${tenant.slug}" isn't a demo tenant: it gets no demo accounts.`,
      )
      continue
    }
    await context.database.owner(tenant.id, async (tx) => {
      for (const host of document.hosts) await ensureHost(tx, tenant.id, host)
      for (const offer of demo.vouchers)
        await insertVoucher(tx, {
          code: offer.code,
          plan: offer.plan,
          uses: offer.uses ?? null,
          expiresAt: offer.expires === undefined ? null : new Date(offer.expires),
          demo: true,
        })
      for (const { code, percent, uses } of demo.coupons)
        await insertCoupon(tx, {
          code,
          percent,
          amount: null,
          currency: null,
          plans: null,
          uses: uses ?? null,
          starts_at: null,
          expires_at: null,
          demo: true,
        })
      if (document.demoAccounts)
        await seedRecords(
          tx,
          context.options.contentDir,
          catalog.all('content-type'),
          context.now(),
        )
      if (document.demoAccounts)
        for (const person of demo.items)
          if (person.tenants?.includes(tenant.slug) ?? true)
            await seedPerson(context, tx, catalog, demo, tenant, person, passwordHash)
    })
    await context.releases.keepShipped(tenant)
    tenants.push(tenant)
  }
  return tenants
}

/** Hashing is slow by design; a start that finds all users has nothing to hash. */
function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let value: Promise<Value> | undefined
  return () => (value ??= make())
}

async function seedPerson(
  context: ServerContext,
  tx: Tx,
  catalog: Catalog,
  demo: DemoFile,
  tenant: Tenant,
  person: DemoPerson,
  passwordHash: () => Promise<string>,
): Promise<void> {
  const email = `${person.name}@${tenant.slug}.test`
  if ((await userByEmail(tx, email)) !== undefined) return
  const id = context.newId()
  const now = context.now()
  const at = now.toISOString()
  const answered = (granted: boolean) => ({ granted, updatedAt: at })
  const consents = person.onboarded
    ? {
        terms: answered(true),
        marketing: answered(false),
        internalMarketingSharing: answered(false),
        parent: answered(false),
        researchContact: answered(person.research !== undefined),
      }
    : {}
  const profile = person.onboarded
    ? {
        email,
        firstName: person.first,
        lastName: person.last,
        birthDate: person.born,
        nationality: 'ZA',
        phone: '+27 11 555 0100',
        idNumber: null,
      }
    : { email }
  await tx.run(
    db.insertInto('users').values({
      tenant_id: tx.tenant,
      id,
      email,
      email_verified: person.onboarded ?? false,
      password_hash: await passwordHash(),
      account_type: person.plan,
      role: person.role ?? null,
      demo: true,
      profile: JSON.stringify(profile),
      consents: JSON.stringify(consents),
      research_assessments: person.research ?? [],
      cohort:
        person.research === undefined
          ? null
          : JSON.stringify({
              name: 'Demo cohort',
              institution: { name: 'Demo institution', tenant: { slug: tenant.slug } },
            }),
    }),
  )
  const taken =
    person.taken === 'all'
      ? catalog
          .all('assessment')
          .filter(({ researchOnly }) => !researchOnly)
          .map(({ id: assessment }) => assessment)
      : (person.taken ?? [])
  for (const assessment of taken)
    await seedResult(context, tx, catalog, demo, tenant, id, assessment, now)
}

/** A result from answers or logs, scored like any other. */
async function seedResult(
  context: ServerContext,
  tx: Tx,
  catalog: Catalog,
  demo: DemoFile,
  tenant: Tenant,
  userId: string,
  assessment: string,
  now: Date,
): Promise<void> {
  const key = required(catalog.get('scoring', assessment), `scoring/${assessment}`)
  const document = required(catalog.get('assessment', assessment), `assessment/${assessment}`)
  const release = context.release(tenant)
  const items = itemIdsOf(document)
  const game =
    document.task === undefined ? undefined : readGames(context.options.contentDir)[assessment]
  const values = demo.answers[assessment]?.rounds.join('')
  const answers: Answers = game
    ? {}
    : values === undefined
      ? answersOfSomebody(document, key)
      : Object.fromEntries(items.map((item, index) => [item, Number(values[index])]))
  const logs = Object.fromEntries((game?.levels ?? []).map((log, index) => [items[index], log]))
  const { metrics, quality } = game
    ? scoreLevels(game.seed, logs, document, key)
    : { metrics: score(answers, key), quality: judgeQuality(answers, {}, items, key) }
  const attempt = context.newId()
  await tx.run(
    db.insertInto('attempts').values({
      tenant_id: tx.tenant,
      id: attempt,
      user_id: userId,
      assessment,
      items,
      seed: game?.seed ?? null,
      state: 'complete',
      repeat: false,
      language: 'en',
      document: release.shas.get(`assessment/${assessment}`) ?? '',
      scoring: release.shas.get(`scoring/${assessment}`) ?? '',
      metrics: JSON.stringify(metrics),
      quality: JSON.stringify(quality),
      scorer: game ? TASK_SCORER_VERSION : SCORER_VERSION,
      started_at: now,
      completed_at: now,
    }),
  )
  if (game) {
    for (const [index, events] of game.levels.entries())
      await addLog(tx, { attempt, level: index + 1, events, now })
  } else {
    const device = context.newId()
    const rows = items.map((item, index) => ({
      tenant_id: tx.tenant,
      id: context.newId(),
      attempt_id: attempt,
      item,
      value: JSON.stringify(answers[item]),
      ms: 4000,
      at: now,
      seq: String(index),
      device,
      late: false,
    }))
    await tx.run(db.insertInto('answers').values(rows))
  }
  await tx.run(
    db.insertInto('results').values({
      tenant_id: tx.tenant,
      user_id: userId,
      assessment,
      attempt_id: attempt,
      metrics: sql`${JSON.stringify(metrics)}::jsonb`,
      quality: sql`${JSON.stringify(quality)}::jsonb`,
      updated_at: now,
    }),
  )
}

/** Levels of an invented user's scales, from 0 to 1, assigned in turn. */
const LEANINGS = [0.8, 0.55, 0.7, 0.35, 0.6, 0.45]
/** Added to consecutive answers, in points: people do not answer uniformly. */
const WAVES = [0, 1, 0, -1, 0]

/** Plausible answers: with a profile, some variance and some mistakes. The same each time. */
function answersOfSomebody(
  document: DocumentOf<'assessment'>,
  key: DocumentOf<'scoring'>,
): Answers {
  return Object.fromEntries(
    key.items.map((row, index): [string, AnswerValue] => {
      const options = optionsOf(document, row.id)
      if (row.ranks) return [row.id, index % 3 === 0 ? [...options].reverse() : [...options].sort()]
      if (options.length > 0) {
        const best =
          row.correct ??
          [...(row.weights ?? [])].sort((a, b) => b.weight - a.weight)[0]?.id ??
          options[0] ??
          ''
        return [row.id, index % 4 === 3 ? (options[index % options.length] ?? best) : best]
      }
      const { min, max } = document.responseScale ?? { min: 1, max: 5 }
      const leaning =
        LEANINGS[key.scales.findIndex(({ id }) => id === row.scale) % LEANINGS.length] ?? 0.5
      const wanted = Math.round(min + leaning * (max - min)) + (WAVES[index % WAVES.length] ?? 0)
      const kept = Math.min(max, Math.max(min, wanted))
      return [row.id, row.reverse ? min + max - kept : kept]
    }),
  )
}

/**
 * Demo mode in a production database would mix invented users and vouchers with real ones.
 *
 * @throws Error that names the tenants found
 */
export async function refuseDemo(context: ServerContext): Promise<void> {
  const own = (await context.database.shared((tx) => allTenants(tx)))
    .filter(({ demo }) => !demo)
    .map(({ slug }) => slug)
  if (own.length === 0) return
  throw new Error(
    `Demo mode is on, and this database has tenants that aren't demo tenants (${own.slice(0, 5).join(', ')}${own.length > 5 ? ' and more' : ''}). Nothing was written. ` +
      'For real use set DEMO=0; for a demo use a separate database. ' +
      'If a demo was started here by mistake, "npm run tenant -- list" shows its tenants, and "npm run tenant -- remove <slug>" removes each of them.',
  )
}

/** The message for a database that was a demo before; null otherwise. */
export async function noteOfDemo(context: ServerContext): Promise<string | null> {
  const tenants = await context.database.owner(null, demoTenants)
  if (tenants.length === 0) return null
  return `This database was used in demo mode. Its demo tenants (${tenants.map(({ slug }) => slug).join(', ')}) and their accounts and vouchers can't be used outside it. For real use, start with an empty database, or remove each of them: npm run tenant -- remove <slug>`
}

const FIRST_TENANT = { slug: 'main', config: 'default' } as const

/** The tenant likely to be requested first: in demo mode every unknown host is this tenant's. */
export function firstTenant(context: ServerContext): Pick<Tenant, 'slug' | 'config'> {
  return context.demo
    ? {
        slug: 'demo',
        config: required(context.options.base.catalog.get('tenant', 'demo'), 'tenant/demo').config,
      }
    : FIRST_TENANT
}

/** Without a public address it is reached where it listens, by the name that the start says too. */
export function firstHosts({
  publicUrl,
  host,
}: Pick<Environment, 'publicUrl' | 'host'>): readonly string[] {
  return publicUrl === null ? [...new Set([host, nameOf(host)])] : [new URL(publicUrl).hostname]
}

/**
 * Outside demo mode the first start creates one tenant for the public address, so that there is
 * something to serve. If the operator removes it, it stays removed as long as there is another.
 *
 * @returns the tenant while it has no owner
 */
export async function seedFirstTenant(context: ServerContext): Promise<Tenant | null> {
  const { publicUrl, host } = context.options.environment
  // The hosts of demo tenants are unknown here.
  const known = (await context.database.shared((tx) => allTenants(tx))).filter(({ demo }) => !demo)
  if (known.length > 0 && !known.some(({ slug }) => slug === FIRST_TENANT.slug)) return null
  const tenant = await context.database.owner(null, (tx) =>
    ensureTenant(tx, { id: context.newId(), ...FIRST_TENANT }),
  )
  await context.database.owner(tenant.id, async (tx) => {
    for (const each of firstHosts({ publicUrl, host })) await ensureHost(tx, tenant.id, each)
  })
  await context.releases.keepShipped(tenant)
  return (await context.database.tenant(tenant.id, countPeople)).owners === 0 ? tenant : null
}
