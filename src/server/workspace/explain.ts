/** Why a user ends up on a page: the deciding rows, and the variables they read. */

import type { ExplainedHop, Explanation, PersonaInput } from '#engine/contract/admincontract.ts'
import type { Catalog } from '#engine/documents/catalog.ts'
import type { Decision } from '#engine/decide/decide.ts'
import type { ConfigDocument } from '#engine/documents/kinds.ts'
import { localesFor } from '#engine/documents/languages.ts'
import { navigate, type Hop } from '#engine/decide/navigate.ts'
import { personaUser } from '#engine/check/personas.ts'
import { NO_ONBOARDING, type User } from '#engine/rules/scope.ts'
import { wordsFor } from '#engine/documents/texts.ts'
import { translate } from '#engine/documents/translate.ts'

export type ExplainInput = {
  readonly path: string
  /** A real user; undefined: the one simulated by `persona`, or a signed-out visitor. */
  readonly user: User | undefined
  readonly persona: PersonaInput | undefined
  readonly config: string
  /** Of the page and of the explanation. */
  readonly language: string
  readonly said: string
  /** YYYY-MM-DD */
  readonly today: string
}

export function explainPage(
  catalog: Catalog,
  { path, user: real, persona, config: configId, language, said, today }: ExplainInput,
): Explanation {
  const config = catalog.get('config', configId) as ConfigDocument
  const user = real ?? imagined(catalog, config, persona, today)
  const [pathname = '/', search = ''] = path.split('?')
  const curricula = catalog.get('list', 'curricula')?.items.map(({ id }) => id) ?? null
  const landing = navigate(
    catalog,
    { user, initialised: true, onboarding: NO_ONBOARDING, config, language, today, curricula },
    { path: pathname, query: Object.fromEntries(new URLSearchParams(search)) },
    { trace: true },
  )
  const locales = catalog.all('locale')
  const texts = wordsFor(locales, localesFor(locales, said).length === 0 ? 'en' : said)
  return {
    outcome: landing.outcome,
    route: landing.route.id,
    path: landing.path,
    stage: landing.scope.stage,
    hops: landing.hops.flatMap((hop) =>
      explain(catalog, hop, (key) => translate(texts, said, key)),
    ),
    variables: variablesOf(landing.hops),
  }
}

function imagined(
  catalog: Catalog,
  config: ConfigDocument,
  persona: PersonaInput | undefined,
  today: string,
): User | null {
  return persona === undefined
    ? null
    : personaUser(catalog, config, persona, '00000000-0000-7000-8000-000000000000', today)
}

/** One step at one page: the deciding rows, of the tables that delegated it and of the last one. */
function explain(
  catalog: Catalog,
  { from, path, decision, by, reason }: Hop,
  say: (key: string) => string,
): ExplainedHop[] {
  return [...by, ...(decision === null ? [] : [decision])].map((each) => {
    const row = catalog.get('flow', each.flow)?.rows.find(({ id }) => id === each.row)
    return {
      path,
      route: from,
      flow: `flow/${each.flow}`,
      row: each.row,
      when: row?.when ?? null,
      note: row?.note ?? null,
      reason: reason === undefined ? null : say(reason),
      tried: each.tried.map((tried) => tried.row),
    }
  })
}

/**
 * The variables read on the way. Those of the deciding rows mattered; the others only kept rows
 * from matching.
 */
function variablesOf(hops: readonly Hop[]): Explanation['variables'] {
  const seen = new Map<string, { name: string; value: unknown; mattered: boolean }>()
  const note = (asked: readonly Decision['because'][number][], mattered: boolean) => {
    for (const { var: name, value } of asked)
      seen.set(name, {
        name,
        value: value ?? null,
        mattered: mattered || (seen.get(name)?.mattered ?? false),
      })
  }
  for (const { decision, by } of hops) {
    for (const each of [...by, ...(decision === null ? [] : [decision])]) {
      for (const tried of each.tried) note(tried.because, false)
      note(each.because, true)
    }
  }
  return [...seen.values()].sort(
    (a, b) => Number(b.mattered) - Number(a.mattered) || a.name.localeCompare(b.name),
  )
}
