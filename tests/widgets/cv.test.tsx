/**
 * The parts of a CV that show a result describe it correctly, and link to it (spec 5: they are
 * complete by themselves).
 */

import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import { beforeAll, describe, expect, it } from 'vitest'
import { navigate } from '#engine/decide/navigate.ts'
import { ScopeProvider } from '#engine/react/context.ts'
import { loadWidgets } from '#engine/react/registry.ts'
import { Screen } from '#engine/react/Screen.tsx'
import type { User } from '#engine/rules/scope.ts'
import { resolveNodes } from '#engine/decide/screen.ts'
import { flattenTexts } from '#engine/documents/texts.ts'
import { registry } from '#widgets/registry.ts'
import { catalog, makeUser, makeWorld, type PersonOptions } from '../support/documents.ts'
import { speakEnglish } from '#tests/support/english.ts'

beforeAll(async () => {
  const english = flattenTexts(catalog.get('locale', 'en')!.texts)
  await speakEnglish(english)
  await loadWidgets(registry, [
    'page-title',
    'paper',
    'status-list',
    'section-form',
    'action-buttons',
  ])
})

/** The page `/cv` of a user who has taken the worker type, and what else is said. */
function draw(person: PersonOptions, query: Record<string, string> = {}): string {
  return drawUser(makeUser({ taken: ['holland_code'], ...person }), query)
}

function drawUser(user: User, query: Record<string, string> = {}): string {
  const { scope } = navigate(catalog, makeWorld(user), { path: '/cv', query })
  const fail = (error: unknown) => {
    throw error
  }
  return renderToString(
    <MemoryRouter>
      <ScopeProvider
        value={{ catalog, scope, registry, actions: {}, mode: 'preview', report: fail }}
      >
        <Screen
          nodes={resolveNodes(catalog.get('screen', 'cv')!.children, scope, catalog.book)}
          data={{}}
        />
      </ScopeProvider>
    </MemoryRouter>,
  ).replaceAll('<!-- -->', '')
}

/** The link of a part's row, its line, and whether it is ticked. */
function row(
  html: string,
  name: string,
): { to: string | undefined; line: string | undefined; ticked: boolean } {
  const inside = html.split('<li>').find((each) => each.includes(`<strong>${name}</strong>`))!
  return {
    to: /href="([^"]+)"/.exec(inside)?.[1],
    line: /<\/strong><span[^>]*>([^<]*)</.exec(inside)?.[1],
    ticked: /stone[^"]*done/.test(inside),
  }
}

describe('the personality guide in the list of parts', () => {
  it.each<[string, PersonOptions, { to: string; line: string; ticked: boolean }]>([
    [
      'is to take where it was not',
      {},
      { to: '/reports/personality-guide', line: 'Not taken yet. 8 minutes.', ticked: false },
    ],
    [
      'is read where it was',
      { taken: ['holland_code', 'big_5'] },
      { to: '/reports/personality-guide', line: 'Read your report', ticked: true },
    ],
    [
      'says what opens it where the plan lacks it',
      { plan: 'starter' },
      {
        to: '/settings/account/upgrade',
        line: 'Only available to paying customers · Upgrade to Access · With Commit',
        ticked: false,
      },
    ],
  ])('%s', (_what, person, expected) => {
    expect(row(draw(person), 'Personality guide')).toEqual(expected)
  })
})

it('leads to choices too, which have no fields', () => {
  for (const name of ['What I can do at work', 'Qualities', 'Interests', 'References'])
    expect(row(draw({}), name)).toMatchObject({ line: 'To do', ticked: false })
  expect(row(draw({}), 'Qualities').to).toBe('/cv?section=qualities')
})

it('leaves parts with fields as they were', () => {
  expect(row(draw({}), 'Your names')).toEqual({
    to: '/cv?section=names',
    line: 'Complete',
    ticked: true,
  })
  expect(row(draw({}), 'About me')).toEqual({
    to: '/cv?section=about',
    line: 'To do',
    ticked: false,
  })
})

it('leads from the address of such a part to the result, and says only for others that there is no such part', () => {
  const shown = draw({}, { section: 'personalityGuide' })
  expect(shown).toContain('href="/reports/personality-guide"')
  // The part is the whole page, and has its heading.
  expect(shown.match(/<h1/g)).toHaveLength(1)
  expect(draw({}, { section: 'nothing' }).match(/<h1/g)).toHaveLength(1)
  expect(draw({}, { section: 'personalityGuide' })).not.toContain('This part doesn’t exist.')
  expect(draw({}, { section: 'nothing' })).toContain('This part doesn’t exist.')
})

it('opens the part that the address names, but none that the CV doesn’t list', () => {
  const open = draw({}, { section: 'about' })
  expect(open).toContain('data-form="about"')
  expect(open).toContain('href="/cv"')
  expect(draw({}, { section: 'initialProfile' })).toContain('This part doesn’t exist.')
})

describe('a result without a shape', () => {
  const lineWith = (even: boolean) => {
    const user = {
      ...makeUser({ taken: ['holland_code'] }),
      assessments: {
        holland_code: { metrics: { code: 'IAE', even }, updatedAt: '2026-11-01T08:00:00.000Z' },
      },
    } as unknown as User
    return row(drawUser(user), 'Worker type').line
  }
  it('names no types, as its report names none', () => {
    expect(lineWith(false)).toBe('Thinker, Creator, Influencer')
    expect(lineWith(true)).toBe('No type stands out yet')
  })
})
