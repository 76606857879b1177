/** What the answers of a tenant's own people say about a result that is being made. */

import { FROM } from '#engine/psychometrics/groups.ts'
import { AGE, type Norms } from '#engine/psychometrics/norms.ts'
import type { OwnNorms } from '#engine/psychometrics/own.ts'
import { answerOf, backgroundsOf, MISSING, RESEARCH_CONSENT } from '#engine/study/background.ts'
import type { Tx } from '#server/database/database.ts'
import type { Release } from '#server/release/compose.ts'
import { ANY, normsOfPeople } from '../store/instrumentnorms.ts'

export type Person = {
  readonly profile: Readonly<Record<string, unknown>>
  readonly consents: Readonly<Record<string, { readonly granted?: boolean } | undefined>>
}

type Asked = {
  readonly assessment: string
  /** Hash of the key that scores. */
  readonly scoring: string
  /** Of the instrument that was answered. */
  readonly version: string
  readonly language: string
  /** Who answered; null: a visitor. */
  readonly person: Person | null
}

/** Undefined until enough people have answered. */
export async function ownNorms(
  tx: Tx,
  release: Release,
  { person, ...asked }: Asked,
): Promise<OwnNorms | undefined> {
  const age = ageOf(release, person)
  const rows = await normsOfPeople(tx, { ...asked, age })
  const of = (language: string, years: string): Norms | undefined =>
    rows.find((row) => row.language === language && row.age === years)?.norms
  const all = of(asked.language, ANY) ?? of(ANY, ANY)
  if (all === undefined) return undefined
  const everybody = of(ANY, ANY)
  const alike = age === ANY ? undefined : of(asked.language, age)
  return {
    // A language with enough people for errors may have too few to know what meant answers look like.
    all: { ...all, fit: all.people >= FROM.norms ? all.fit : (everybody?.fit ?? []) },
    ...(alike !== undefined && { alike: { ...alike, language: asked.language, age } }),
  }
}

/** As somebody said it for research; never from a birth date or an identity number. */
function ageOf(release: Release, person: Asked['person']): string {
  if (person?.consents[RESEARCH_CONSENT]?.granted !== true) return ANY
  const background = backgroundsOf(release.catalog).find(({ column }) => column === AGE)
  const said = background === undefined ? MISSING : answerOf(person.profile, background)
  return said === MISSING ? ANY : said
}
