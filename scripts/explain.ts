/**
 * Explains where a user ends up and why: `npm run explain -- /cv --as free`. The user is a demo
 * account or a plan, refined by `--no-consent`, `--no-profile`, `--unverified`, `--taken
 * all|worker-type|none`, `--plan power`, `--tenant pluggedin`.
 */

import { consentItems } from '#engine/decide/consents.ts'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { resolveMenu } from '#engine/decide/menu.ts'
import { navigate } from '#engine/decide/navigate.ts'
import type { Decision } from '#engine/decide/decide.ts'
import type { FlowDocument } from '#engine/documents/kinds.ts'
import { nearest } from '#engine/documents/json.ts'
import { NO_ONBOARDING, type User } from '#engine/rules/scope.ts'
import { translate } from '#engine/documents/translate.ts'
import { readDemo } from '#server/start/demo.ts'
import { Bases } from '#server/release/shipped.ts'
import { composeRelease, loadBase } from '#server/release/compose.ts'

const TAKEN = ['all', 'worker-type', 'none']
const USAGE = `usage: npm run explain -- /path [--as <demo account, plan or signed-out>] [--tenant <name>] [--plan <plan>]
  [--taken ${TAKEN.join('|')}] [--no-consent] [--no-profile] [--unverified] [--menu]`

const { values, positionals } = readArguments()
if (values.help) {
  process.stdout.write(`${USAGE}\n`)
  process.exit(0)
}
if (positionals.length > 1) misused(`one path at a time, not ${positionals.join(' and ')}`)
if (values.taken !== undefined && !TAKEN.includes(values.taken))
  misused(`--taken is one of ${TAKEN.join(', ')}`)

const repository = process.cwd()
const { catalog: shipped, code } = loadBase(
  join(repository, 'schemas'),
  join(repository, 'dist', 'checked.txt'),
)
const tenant = shipped.get('tenant', values.tenant)
if (tenant === undefined) misused(`there is no tenant called "${values.tenant}"`)
const { id, catalog } = new Bases(shipped).of({ slug: tenant.id, config: tenant.config })
const release = composeRelease({ id, catalog, code, config: tenant.config })
const user = personOf(values.as)
const [path = '/', search = ''] = (positionals[0] ?? '/').split('?')
const landing = navigate(
  catalog,
  {
    user,
    initialised: true,
    onboarding: { ...NO_ONBOARDING, selectedPlan: values.plan ?? null },
    config: release.config,
    language: 'en',
    today: new Date().toISOString().slice(0, 10),
    curricula: Object.keys(
      Object.fromEntries((catalog.get('list', 'curricula')?.items ?? []).map(({ id }) => [id, 1])),
    ),
  },
  { path, query: Object.fromEntries(new URLSearchParams(search)) },
  { trace: true },
)
const texts = release.texts.get('en')!
const out = (line: string) => process.stdout.write(`${line}\n`)
out(
  `${positionals[0] ?? '/'} as ${values.as}${landing.scope.stage ? `, stage ${landing.scope.stage}` : ''}`,
)
for (const hop of landing.hops) {
  for (const decision of [...hop.by, hop.decision]) if (decision) describe(hop.from, decision)
  if (hop.decision === null) out(`  ${hop.from}: its own document leads on`)
}
out(
  `=> ${landing.outcome === 'loop' ? 'round in circles' : `${landing.route.id} ${landing.path}`}${landing.screen === null ? '' : ` (screen ${landing.screen})`}`,
)
if (landing.reason) out(`   "${translate(texts, 'en', landing.reason)}"`)
if (values.menu)
  for (const entry of resolveMenu(catalog, 'main', landing.scope))
    out(`   menu: ${JSON.stringify(entry)}`)

function describe(route: string, decision: Decision): void {
  const flow = catalog.get('flow', decision.flow) as FlowDocument
  const row = flow.rows.find(({ id }) => id === decision.row)!
  out(`  ${route}: flow/${decision.flow} row "${decision.row}" -> ${JSON.stringify(decision.then)}`)
  for (const { var: name, value } of decision.because)
    out(`      ${name} is ${JSON.stringify(value)}`)
  out(`      source: ${row.source ?? flow.source}${row.note ? `. ${row.note}` : ''}`)
}

/** A demo account by its name, or a user with this plan who has completed everything. */
function personOf(name: string): User | null {
  if (name === 'signed-out' || name === 'nobody') return null
  const known = readDemo(join(repository, 'content')).items
  const demo = known.find((each) => each.name === name)
  const plans = catalog.plans.map(({ id }) => id)
  if (demo === undefined && !plans.includes(name))
    misused(
      `nobody is called "${name}"; did you mean ${nearest(name, [...known.map((each) => each.name), ...plans]) ?? 'signed-out'}?`,
    )
  const onboarded = demo?.onboarded ?? true
  const taken =
    values.taken === 'none'
      ? []
      : values.taken === 'worker-type'
        ? ['holland_code']
        : values.taken === 'all' || demo?.taken === 'all' || demo === undefined
          ? catalog.all('assessment').map(({ id }) => id)
          : (demo.taken ?? [])
  const at = '2026-01-01T00:00:00Z'
  const profile =
    onboarded && !values['no-profile']
      ? {
          firstName: 'A',
          lastName: 'B',
          birthDate: '2000-01-01',
          nationality: 'ZA',
          phone: '0',
          idNumber: '0',
        }
      : {}
  const verified = onboarded && !values.unverified
  return {
    _id: 'explain',
    email: `${name}@demo.test`,
    phone: null,
    emailVerified: verified,
    phoneVerified: false,
    emailSHA256: null,
    createdAt: at,
    profile,
    consents:
      onboarded && !values['no-consent']
        ? Object.fromEntries(
            consentItems(catalog).map(({ id, version }) => [
              id,
              { granted: true, updatedAt: at, version },
            ]),
          )
        : {},
    assessments: Object.fromEntries(taken.map((id) => [id, { metrics: {}, updatedAt: at }])),
    interactions: [],
    app: {
      accountType: demo?.plan ?? name,
      role: demo?.role ?? null,
      researchAssessments: demo?.research ?? [],
      cohort: null,
      termsAgreement: true,
      guardianEmail: null,
      legalAge: null,
    },
    auth: {
      currentSessionAuthMethod: 'email',
      currentSessionAuthVerified: verified,
      newAddress: null,
      codeTo: null,
    },
  }
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        as: { type: 'string', default: 'signed-out' },
        tenant: { type: 'string', default: 'demo' },
        taken: { type: 'string' },
        plan: { type: 'string' },
        'no-consent': { type: 'boolean' },
        'no-profile': { type: 'boolean' },
        unverified: { type: 'boolean' },
        menu: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    })
  } catch (error) {
    // The parser's further sentences explain an escape that was not intended.
    return misused((error as Error).message.split(/[.\n]/)[0]!)
  }
}

function misused(message: string): never {
  process.stderr.write(`${message}\n${USAGE}\n`)
  process.exit(2)
}
