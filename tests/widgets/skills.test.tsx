/**
 * Dials, level bars, axes and the path of a cohort: what they say about a result, and about a
 * missing one.
 */

import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ReportAnswer, ReportResult } from '#engine/contract/contract.ts'
import { ScopeProvider } from '#engine/react/context.ts'
import { loadWidgets, type DataState } from '#engine/react/registry.ts'
import { Screen } from '#engine/react/Screen.tsx'
import { buildScope, NO_ONBOARDING, type User } from '#engine/rules/scope.ts'
import { resolveNodes } from '#engine/decide/screen.ts'
import { flattenTexts } from '#engine/documents/texts.ts'
import { registry } from '#widgets/registry.ts'
import { GOOD, playRps } from '#tasks/rock-paper-scissors/player.ts'
import { sealed, type Log, type TaskLevel } from '#engine/tasks/log.ts'
import { MAZE_LEVELS } from '#engine/tasks/maze.ts'
import { scoreTask, type TaskName } from '#engine/tasks/score.ts'
import { TASK_LEVELS } from '#engine/documents/vocabulary.ts'
import type { NodeDocument } from '#engine/documents/kinds.ts'
import { catalog } from '../support/documents.ts'
import { speakEnglish } from '#tests/support/english.ts'

const config = catalog.get('config', 'default')!

beforeAll(async () => {
  const english = flattenTexts(catalog.get('locale', 'en')!.texts)
  await speakEnglish(english)
})

const person = (taken: readonly string[], research: readonly string[] = []): User => ({
  _id: 'u',
  email: 'someone@mail.test',
  phone: null,
  emailVerified: true,
  phoneVerified: false,
  emailSHA256: null,
  createdAt: '2026-01-01',
  profile: { firstName: 'Naledi' },
  consents: {},
  assessments: Object.fromEntries(
    taken.map((id) => [id, { metrics: {}, updatedAt: '2026-01-01' }]),
  ),
  interactions: [],
  app: {
    accountType: 'powerPlus',
    role: null,
    researchAssessments: research,
    cohort: null,
    termsAgreement: true,
    guardianEmail: null,
    legalAge: null,
  },
  auth: {
    currentSessionAuthMethod: 'email',
    currentSessionAuthVerified: true,
    newAddress: null,
    codeTo: null,
  },
})

/** A report's response with these metrics. */
function answer(
  metrics: Readonly<Record<string, Record<string, unknown>>>,
): DataState<ReportAnswer> {
  const results = Object.fromEntries(
    Object.entries(metrics).map(([id, each]) => [
      id,
      {
        metrics: each,
        quality: { confidence: 'ok' as const, flags: [] },
        resultDate: '2026-11-21T08:00:00Z',
        instrument: { version: '1.0', items: 1, language: 'en' },
      },
    ]),
  )
  return {
    status: 'ready',
    refreshing: false,
    value: { report: 'x', results, open: [], strengths: [] },
  }
}

async function drawn(
  nodes: Parameters<typeof resolveNodes>[0],
  user: User,
  data?: DataState,
): Promise<string> {
  const scope = buildScope(catalog, {
    user,
    initialised: true,
    onboarding: NO_ONBOARDING,
    config,
    language: 'en',
    today: '2026-11-21',
    curricula: null,
  })
  const resolved = resolveNodes(
    nodes,
    { ...scope, data: { report: data?.status === 'ready' ? data.value : null } },
    catalog.book,
  )
  const types = (of: readonly (typeof resolved)[number][]): string[] =>
    of.flatMap((node) => [node.type, ...types(node.children)])
  await loadWidgets(registry, types(resolved))
  const fail = (error: unknown) => {
    throw error
  }
  const page = (children: ReactNode) => (
    <MemoryRouter>
      <ScopeProvider value={{ catalog, scope, registry, actions: {}, mode: 'live', report: fail }}>
        {children}
      </ScopeProvider>
    </MemoryRouter>
  )
  return renderToString(
    page(<Screen nodes={resolved} data={data === undefined ? {} : { report: data }} />),
  )
}

const report = (id: string, user: User, data?: DataState) =>
  drawn(catalog.get('report', id)!.children, user, data)
const words = (html: string) =>
  html
    .replace(/<!--.*?-->/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
const count = (html: string, part: string) => html.split(part).length - 1

const EI = ['perceiving_emotion', 'understanding_emotion', 'managing_emotion']

describe('skills on dials', () => {
  it('link to all three parts before any is taken, one of them as the next step', async () => {
    const html = await report('emotional-intelligence', person(['holland_code']))
    expect(words(html)).toMatch(/5 minutes .* 6 minutes .* 7 minutes/)
    expect([
      count(html, '/perceiving-emotions"'),
      count(html, '/understanding-emotions"'),
      count(html, '/managing-emotions"'),
    ]).toEqual([1, 1, 1])
    expect(html.match(/class="[^"]*step[^"]*"/g)).toHaveLength(1)
    expect(words(html)).not.toMatch(/Save as PDF|This week/)
  })

  it('name a step, never a number', async () => {
    const html = await report(
      'emotional-intelligence',
      person(EI),
      answer({
        perceiving_emotion: { score: 13.4 },
        understanding_emotion: { score: 57.9 },
        managing_emotion: { score: 91.4 },
      }),
    )
    expect(words(html)).toMatch(
      /Perceiving emotions Still being tested beginner .* Understanding emotions Still being tested skilful .* Managing emotions Still being tested expert/,
    )
    expect(words(html)).not.toMatch(/13|57|58|91/)
  })

  it.each([
    [39, 'from beginner to skilful'],
    [41, 'from beginner to skilful'],
    [69, 'from skilful to expert'],
    [50, ' skilful '],
    [75, ' expert '],
  ])('say for %s, near a limit or not: %s', async (score, said) => {
    expect(
      words(
        await report(
          'emotional-intelligence',
          person(EI),
          answer({ understanding_emotion: { score } }),
        ),
      ),
    ).toContain(said)
  })
})

describe('the length of an instrument', () => {
  it('is given in what was asked, on the card next to a result', async () => {
    const html = words(
      await report(
        'emotional-intelligence',
        person(EI),
        answer({
          perceiving_emotion: { score: 50 },
          understanding_emotion: { score: 50 },
          managing_emotion: { score: 50 },
        }),
      ),
    )
    expect([
      html.includes('18 pictures, about 5 minutes'),
      html.includes('19 questions, about 6 minutes'),
      html.includes('18 questions, about 7 minutes'),
      html.includes('lines'),
    ]).toEqual([true, true, true, false])
  })

  it.each([
    ['big_5', '60 quick questions 8 minutes 0 wrong answers'],
    ['learning_styles', '12 sets to put in order 6 minutes 0 wrong answers'],
    ['perceiving_emotion', '18 pictures 5 minutes Start'],
  ])('is given before it begins: %s', async (assessment, said) => {
    const html = await drawn(
      [
        {
          id: 'intro',
          type: 'assessment-intro',
          props: { assessment, title: 'nav.home', points: [] },
        },
      ] as never,
      person([]),
    )
    expect(words(html.replace(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/g, '$2 $1'))).toContain(said)
  })
})

describe('levels of a timed task', () => {
  const RPS = {
    number_of_levels: 3,
    total_score: 217.1,
    accuracy_adjusted: 217.5,
    speed: 810,
    level_1: { total_score: 94.3 },
    level_2: { total_score: 70.7 },
    level_3: { total_score: 52.1 },
  }

  it('are shown, and together as the mean of one: the sum is divided here', async () => {
    const html = await report(
      'cognitive-ability',
      person(['rock_paper_scissors']),
      answer({ rock_paper_scissors: RPS }),
    )
    expect(words(html)).toMatch(/72 of 100 .* Win each time 94 of 100 .* 71 of 100 .* 52 of 100/)
  })

  it('of a task not yet taken are a card that links to it', async () => {
    const html = await report(
      'cognitive-ability',
      person(['rock_paper_scissors']),
      answer({ rock_paper_scissors: RPS }),
    )
    expect(html).toContain('href="/reports/cognitive-ability/maze"')
    expect(words(html)).not.toContain('IQ')
  })
})

describe('axes', () => {
  const said = async (x: number, y: number) =>
    words(
      await report(
        'learning-styles',
        person(['learning_styles']),
        answer({
          learning_styles: {
            percent: { DC: 60, OW: 40, DT: 55, SF: 45 },
            x,
            y,
            primary: 'DC',
            balanced: false,
          },
        }),
      ),
    )

  it('say on which sides a point is', async () => {
    expect(await said(20, 12)).toContain(
      'You like to do before you watch. You use thinking more than feeling.',
    )
    expect(await said(-20, -12)).toContain(
      'You like to watch before you do. You use feeling more than thinking.',
    )
  })

  it('don’t mention a side that is hardly left, and say that a user is in the middle', async () => {
    expect(await said(20, 2)).toContain('You like to do before you watch. ')
    expect(await said(20, 2)).not.toContain('You use')
    expect(await said(3, -4)).toContain(
      'You do and watch about equally, and you think and feel about equally.',
    )
  })

  it('may have the larger number as their lowest, because fewer milliseconds are faster', async () => {
    const at = async (speed: number) =>
      words(
        await report(
          'cognitive-ability',
          person(['rock_paper_scissors']),
          answer({
            rock_paper_scissors: {
              number_of_levels: 3,
              accuracy_adjusted: 270,
              speed,
              level_1: { total_score: 1 },
            },
          }),
        ),
      )
    expect(await at(450)).toContain('You were quick.')
    expect(await at(1400)).toContain('You took your time.')
  })
})

describe('speed that a device was too busy to measure', () => {
  it('is explained in words, and isn’t scored', async () => {
    const data = answer({
      maze: {
        number_of_levels: 3,
        accuracy_adjusted: 270,
        velocity: 3.8,
        level_1: { total_score: 90 },
      },
    })
    const result = data.status === 'ready' ? data.value.results['maze']! : null
    const busy: DataState<ReportAnswer> = {
      status: 'ready',
      refreshing: false,
      value: {
        report: 'x',
        open: [],
        strengths: [],
        results: {
          maze: {
            ...result!,
            quality: {
              confidence: 'low',
              flags: ['frame-drops'],
              not_measured: ['speed', 'efficiency'],
            },
          },
        },
      },
    }
    expect(words(await report('cognitive-ability', person(['maze']), data))).toContain(
      'Maze: You took your time.',
    )
    const html = words(await report('cognitive-ability', person(['maze']), busy))
    expect(html).toContain('The device was too busy to measure your speed: Maze.')
    expect(html).not.toContain('You took your time.')
  })
})

describe('a game that nobody can have meant', () => {
  const played = (task: TaskName, make: (level: TaskLevel) => Log): ReportResult => {
    const { metrics, quality } = scoreTask(task, 11, TASK_LEVELS.map(make))
    return {
      metrics,
      quality: quality as ReportResult['quality'],
      resultDate: '2026-11-26T08:00:00Z',
      instrument: { version: '1.0', items: 3, language: 'en' },
    }
  }
  const drawnOf = async (task: string, result: ReportResult) =>
    words(
      await report('cognitive-ability', person([task]), {
        status: 'ready',
        refreshing: false,
        value: { report: 'x', open: [], strengths: [], results: { [task]: result } },
      }),
    )

  it('says that hardly anything was played, and nothing of speed, where a maze was never left', async () => {
    const html = await drawnOf(
      'maze',
      played('maze', (level) =>
        sealed(
          'maze',
          11,
          level,
          [
            [0, 'begin', 16.7, 'touch'],
            [20, 'show'],
          ],
          MAZE_LEVELS[level].limitMs + 20,
        ),
      ),
    )
    expect(html).toContain('Hardly anything was played.')
    for (const wrong of ['You took your time.', 'You were quick.', 'The device was too busy'])
      expect(html).not.toContain(wrong)
  })

  it('has a band of error beside every score of whoever played', async () => {
    const html = await drawnOf(
      'rock_paper_scissors',
      played('rock-paper-scissors', (level) => playRps(11, level, GOOD, 'person').log),
    )
    const bands = [...html.matchAll(/\((\d+) to (\d+) on another day\)/g)]
    // The whole and its three levels.
    expect(bands).toHaveLength(4)
    for (const [, from, to] of bands) expect(Number(from)).toBeLessThan(Number(to))
    expect(html).not.toContain('We’re less sure')
  })

  it('says that people don’t play like that, where a script did', async () => {
    const fast = { right: 1, missed: 0, least: 90, most: 91 }
    const html = await drawnOf(
      'rock_paper_scissors',
      played('rock-paper-scissors', (level) => playRps(11, level, fast, 'script').log),
    )
    expect(html).toContain('It was played faster or more evenly than people can.')
    expect(html).not.toContain('The device was too busy')
  })
})

describe('the path of a cohort', () => {
  const list = catalog.get('screen', 'research-dashboard')!.children as NodeDocument[]

  it('has one next step, and says what opens the rest', async () => {
    const html = await drawn(list, person([], ['holland_code', 'big_5']))
    expect(words(html)).toMatch(/0 of 5 done .* Interests Opens after Worker type\. 6 minutes\./)
    expect(html).toContain('href="/research/assessments/worker-type/instructions"')
    expect(html).not.toContain('href="/research/assessments/interests"')
  })

  it('opens them, and ends with the way on', async () => {
    expect(await drawn(list, person(['big_5'], ['big_5']))).toContain(
      'href="/research/assessments/ipip"',
    )
    const done = await drawn(list, person(['big_5', 'ipip'], ['big_5']))
    expect(words(done)).toContain('You’ve done them all. Thank you. Continue')
    expect(done).toContain('href="/profile/home"')
  })
})
