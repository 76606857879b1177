/**
 * Can the tables of cases be trusted? Every part of every decision row is mutated, and some case
 * must notice.
 */

import { describe, expect, it } from 'vitest'
import type { Catalog } from '#engine/documents/catalog.ts'
import { decide } from '#engine/decide/decide.ts'
import { STAGES, type FlowDocument } from '#engine/documents/kinds.ts'
import { navigate } from '#engine/decide/navigate.ts'
import { queryText } from '#engine/decide/routes.ts'
import { buildScope } from '#engine/rules/scope.ts'
import stages from '#tests/cases/app-stage.json' with { type: 'json' }
import guards from '#tests/cases/navigation-guard.json' with { type: 'json' }
import steps from '#tests/cases/onboarding.json' with { type: 'json' }
import reports from '#tests/cases/report-redirect.json' with { type: 'json' }
import results from '#tests/cases/result-first.json' with { type: 'json' }
import { catalog } from '#tests/support/documents.ts'
import { bothWays, worldOf, type Case, type FirstCase } from '#tests/support/cases.ts'

const FIRST = bothWays(results.cases as FirstCase[])

type Row = FlowDocument['rows'][number]
type Mutant = { readonly what: string; readonly rows: readonly Row[] }

/** The result of one case, compared with the expectation. */
const HOLDS = {
  'app-stage': (documents: Catalog, given: Case) =>
    buildScope(documents, worldOf(given)).stage === given.expect,
  'navigation-guard': (documents: Catalog, given: Case) => {
    const [path, search = ''] = given.path!.split('?')
    const landing = navigate(documents, worldOf(given), {
      path: path!,
      query: Object.fromEntries(new URLSearchParams(search)),
    })
    return (
      landing.outcome === 'page' &&
      landing.path + queryText(landing.query) === given.expect &&
      (given.row === undefined || landing.decision?.row === given.row) &&
      (given.reason === undefined || landing.reason === given.reason)
    )
  },
  onboarding: (documents: Catalog, given: Case) => {
    const then = decide(documents, 'onboarding', buildScope(documents, worldOf(given)))?.then
    const to = then && 'go' in then && then.go === 'redirect' ? then.to : null
    return to === (given.expect ?? 'profileHomePage')
  },
} as const

const TABLES: Readonly<
  Record<string, readonly (readonly [keyof typeof HOLDS, readonly Case[]])[]>
> = {
  'app-stage': [['app-stage', stages.cases as Case[]]],
  'navigation-guard': [
    ['navigation-guard', guards.cases as Case[]],
    ['navigation-guard', FIRST],
  ],
  onboarding: [
    ['onboarding', steps.cases as Case[]],
    ['navigation-guard', guards.cases as Case[]],
    ['navigation-guard', FIRST],
  ],
  'report-redirect': [['navigation-guard', reports.cases]],
}

/**
 * Each way to get one condition wrong: it is forgotten or negated, or a value of its list is
 * missing.
 */
function changed(rule: unknown, at = ''): { at: string; rule: unknown }[] {
  if (typeof rule !== 'object' || rule === null || Array.isArray(rule)) return []
  const [[name, args]] = Object.entries(rule) as [[string, unknown]]
  const found: { at: string; rule: unknown }[] = [
    { at: `${at} turned over`, rule: { '!': [rule] } },
  ]
  if ((name === 'and' || name === 'or') && Array.isArray(args)) {
    args.forEach((part: unknown, index) => {
      found.push({
        at: `${at}/${name}/${index} forgotten`,
        rule: {
          [name]: args.map((each: unknown, other) => (other === index ? name === 'and' : each)),
        },
      })
      for (const inner of changed(part, `${at}/${name}/${index}`))
        found.push({
          at: inner.at,
          rule: {
            [name]: args.map((each: unknown, other) => (other === index ? inner.rule : each)),
          },
        })
    })
  } else if (name === 'in' && Array.isArray(args) && Array.isArray(args[1])) {
    const list = args[1] as unknown[]
    for (const value of list)
      found.push({
        at: `${at}/in without ${String(value)}`,
        rule: { in: [args[0], list.filter((each) => each !== value)] },
      })
  }
  return found
}

/** Each way to get a verdict wrong: it leads elsewhere, or loses a parameter. */
function verdicts(then: Row['then']): { what: string; then: Row['then'] }[] {
  if ('stage' in then)
    return STAGES.filter((stage) => stage !== then.stage).map((stage) => ({
      what: ` says ${stage}`,
      then: { stage },
    }))
  if (!('go' in then) || then.go !== 'redirect') return []
  const found: { what: string; then: Row['then'] }[] = [
    { what: ' leads elsewhere', then: { ...then, to: then.to === '404' ? '403' : '404' } },
  ]
  for (const member of ['params', 'query', 'keepQuery', 'reason'] as const) {
    const { [member]: forgotten, ...rest } = then
    if (forgotten !== undefined) found.push({ what: ` forgets ${member}`, then: rest })
  }
  return found
}

function mutantsOf(table: FlowDocument): Mutant[] {
  return table.rows.flatMap((row, index): Mutant[] => {
    const put = (what: string, ...instead: Row[]): Mutant => ({
      what: `${row.id}${what}`,
      rows: table.rows.toSpliced(index, 1, ...instead),
    })
    const earlier = table.rows[index - 1]
    return [
      put(' left out'),
      ...changed(row.when).map(({ at, rule }) => put(at, { ...row, when: rule })),
      ...verdicts(row.then).map(({ what, then }) => put(what, { ...row, then })),
      ...(earlier
        ? [
            {
              what: `${row.id} before ${earlier.id}`,
              rows: table.rows.toSpliced(index - 1, 2, row, earlier),
            },
          ]
        : []),
    ]
  })
}

/** Changes that cannot be noticed, each with the reason why. */
const ALIKE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'navigation-guard': {
    'recover-off before logout': 'two routes',
    'callback-error before recover-off': 'two routes',
    'public before callback-error': 'two classes of routes',
    'start-off before public': 'two classes of routes',
    'console before signed-out': 'nobody has no role',
    'installation before console': 'no page is of both',
    'logged-out-only before console-others': 'the console is no page for people who are signed out',
    'research-others before logged-out-only': 'no research page is either',
    'research-done/and/0 forgotten': 'only research pages take an assessment by themselves',
    'research-done before research-others': 'the dashboard leads others to the same page',
    'guardian-first before research-done':
      'both lead away, and the dashboard leads to the guardian',
    'result-first before every-stage': 'two groups of routes',
    'onboarding before to-onboarding': 'two groups of routes',
    'to-research/and/1 forgotten': 'the pages of the research stage pass before, as every-stage',
    'to-research before onboarding':
      'the flow leads who is through to the profile home, and that to the dashboard',
    'to-worker-type-without-plan before to-research': 'two stages',
    'report-locked before to-worker-type':
      'before worker type, to-worker-type-without-plan has said it already',
  },
  onboarding: {
    'birth-date before not-onboarding': 'who awaits a guardian is in onboarding',
    'verify/and/0 forgotten': 'with a plan chosen, verify-before-checkout leads to the same step',
    'result-first before redeem': 'one asks for the opposite of the other',
    'verify-before-checkout before result-first': 'a plan is chosen or not',
    'checkout/and/0 forgotten': 'without a plan chosen, redeem comes before',
  },
  'report-redirect': {
    'emotional-intelligence before personality-guide': 'two names',
    'cognitive-ability before emotional-intelligence': 'two names',
    'learning-styles before cognitive-ability': 'two names',
  },
}

describe.each(Object.entries(TABLES))('every part of flow/%s', (id, suites) => {
  const table = catalog.get('flow', id)!
  const holds = (documents: Catalog) =>
    suites.every(([suite, cases]) => cases.every((given) => HOLDS[suite](documents, given)))

  it('behaves as the cases say', () => expect(holds(catalog)).toBe(true))

  it('is covered by some case', () => {
    const unnoticed = mutantsOf(table)
      .filter(({ rows }) => holds(catalog.with([{ ...table, rows: [...rows] }])))
      .map(({ what }) => what)
    expect(unnoticed.sort()).toEqual(Object.keys(ALIKE[id] ?? {}).sort())
  })
})
