/** A game can be scored again from its log alone; an impossible log is refused. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sealOf, type Log, type LogEvent, type TaskLevel } from '#engine/tasks/log.ts'
import { mazeOf, replayMaze } from '#engine/tasks/maze.ts'
import { replayRps } from '#engine/tasks/rpsreplay.ts'
import { rpsTrials } from '#engine/tasks/rps.ts'
import { faultOf, scoreTask, type TaskName } from '#engine/tasks/score.ts'
import { TASK_LEVELS } from '#engine/documents/vocabulary.ts'
import { GOOD as GOOD_MAZE, playMaze, type MazeSkill } from '#tasks/maze/player.ts'
import { GOOD as GOOD_RPS, playRps, type RpsSkill } from '#tasks/rock-paper-scissors/player.ts'

const seeds = fc.integer({ min: 0, max: 2 ** 31 - 1 })
const levels = fc.constantFrom(...TASK_LEVELS)
const rpsSkills: fc.Arbitrary<RpsSkill> = fc.record({
  right: fc.double({ min: 0, max: 1, noNaN: true }),
  missed: fc.double({ min: 0, max: 0.5, noNaN: true }),
  least: fc.integer({ min: 20, max: 400 }),
  most: fc.integer({ min: 400, max: 3200 }),
  away: fc.double({ min: 0, max: 0.2, noNaN: true }),
  late: fc.double({ min: 0, max: 0.05, noNaN: true }),
  frameMs: fc.constantFrom(1000 / 60, 1000 / 120, 1000 / 90, 1000 / 30),
})
const mazeSkills: fc.Arbitrary<MazeSkill> = fc.record({
  lost: fc.double({ min: 0, max: 1, noNaN: true }),
  least: fc.integer({ min: 0, max: 200 }),
  most: fc.integer({ min: 200, max: 4000 }),
  away: fc.constantFrom(0, 0.001),
  late: fc.double({ min: 0, max: 0.05, noNaN: true }),
  frameMs: fc.constantFrom(1000 / 60, 1000 / 120, 1000 / 30),
})

const ID: Record<TaskName, string> = { 'rock-paper-scissors': 'rock_paper_scissors', maze: 'maze' }
/** As if the person who changed the log knew how to seal it. */
function resealed(task: TaskName, seed: number, level: TaskLevel, log: Log): Log {
  const events = log.slice(0, -1)
  return [...events, [log.at(-1)![0], 'end', sealOf(ID[task], seed, level, events, log.at(-1)![0])]]
}

describe('a simulated player', () => {
  it('of rock, paper, scissors: the replay has what the player did', () => {
    fc.assert(
      fc.property(seeds, levels, rpsSkills, (seed, level, skill) => {
        const { log, state } = playRps(seed, level, skill, 'someone')
        const play = replayRps(seed, level, log)
        expect(play).toMatchObject({ ok: true })
        if (!play.ok) return
        const { outcomes } = play.value
        expect(outcomes).toHaveLength(rpsTrials(seed, level).length)
        expect(outcomes.map(({ trial }) => trial).toSorted((a, b) => a - b)).toEqual(
          rpsTrials(seed, level).map((_trial, index) => index),
        )
        expect(state.answered).toBe(outcomes.length)
        const slowest = Math.max(0, ...outcomes.map(({ rt }) => rt ?? 0))
        expect(slowest).toBeLessThanOrEqual(level === 3 ? 3000 : 2500)
      }),
      { numRuns: 120 },
    )
  })
  it('of the maze: the replay ends where the player was', () => {
    fc.assert(
      fc.property(seeds, levels, mazeSkills, (seed, level, skill) => {
        const { log, state } = playMaze(seed, level, skill, 'someone')
        const play = replayMaze(seed, level, log)
        expect(play).toMatchObject({ ok: true })
        if (!play.ok) return
        expect(play.value.counts.moves).toBe(state.path.length - 1)
        expect(play.value.counts.left === 0).toBe(state.cell === mazeOf(seed, level).goal)
      }),
      { numRuns: 60 },
    )
  })
  it('scores the same from the log after it went over the wire', () => {
    for (const task of ['rock-paper-scissors', 'maze'] as const) {
      const logs = TASK_LEVELS.map((level) =>
        task === 'maze'
          ? playMaze(5, level, GOOD_MAZE, 'a').log
          : playRps(5, level, GOOD_RPS, 'a').log,
      )
      const again = JSON.parse(JSON.stringify(logs)) as Log[]
      expect(scoreTask(task, 5, again)).toEqual(scoreTask(task, 5, logs))
      expect(JSON.stringify(logs).length).toBeLessThan(15_000)
    }
  })
  it('isn’t charged for the time while the page was hidden (T6)', () => {
    const busy = playMaze(9, 1, { ...GOOD_MAZE, away: 0.01 }, 'a')
    const play = replayMaze(9, 1, busy.log)
    if (!play.ok) throw new Error(play.why)
    expect(play.value.pauses).toBeGreaterThan(2)
    expect(play.value.awayMs).toBeGreaterThan(2000)
    expect(play.value.counts.seconds).toBeLessThanOrEqual(60)
    expect(busy.log.at(-1)![0]).toBeLessThan(61_000)
  })
})

describe('metrics', () => {
  const logsOf = (skill: Partial<RpsSkill>) =>
    TASK_LEVELS.map((level) => playRps(11, level, { ...GOOD_RPS, ...skill }, 'b').log)

  it('of rock, paper, scissors are sums over levels; counts and speed stay as they are', () => {
    const { metrics, quality } = scoreTask(
      'rock-paper-scissors',
      11,
      logsOf({ right: 1, missed: 0 }),
    )
    expect(metrics).toMatchObject({
      number_of_levels: 3,
      accuracy: 300,
      accuracy_adjusted: 300,
      penalty: 0,
      correct: 70,
      incorrect: 0,
      missed: 0,
      anticipations: 0,
    })
    expect(Object.keys(metrics)).toEqual([
      'total_score',
      'accuracy',
      'accuracy_adjusted',
      'efficiency',
      'penalty',
      'error',
      'number_of_levels',
      'correct',
      'incorrect',
      'missed',
      'anticipations',
      'speed',
      'level_1',
      'level_2',
      'level_3',
    ])
    const levelsOf = metrics as unknown as Record<
      'level_1' | 'level_2' | 'level_3',
      { speed: number; total_score: number; lose_cost?: number; switch_cost?: number }
    >
    expect(
      levelsOf.level_1.total_score + levelsOf.level_2.total_score + levelsOf.level_3.total_score,
    ).toBeCloseTo(metrics['total_score'] as number, 9)
    expect(levelsOf.level_2.lose_cost).toBeCloseTo(
      levelsOf.level_2.speed - levelsOf.level_1.speed,
      9,
    )
    expect(levelsOf.level_3.switch_cost).toBeTypeOf('number')
    expect(quality).toMatchObject({ confidence: 'ok', flags: [], not_measured: [] })
  })
  it('of the maze have velocity, and moves, walls and steps back', () => {
    const { metrics } = scoreTask(
      'maze',
      11,
      TASK_LEVELS.map((level) => playMaze(11, level, { ...GOOD_MAZE, lost: 0 }, 'b').log),
    )
    expect(Object.keys(metrics)).toEqual([
      'total_score',
      'accuracy',
      'accuracy_adjusted',
      'efficiency',
      'penalty',
      'velocity',
      'number_of_levels',
      'moves',
      'walls',
      'back',
      'speed',
      'level_1',
      'level_2',
      'level_3',
    ])
    expect(metrics).toMatchObject({
      number_of_levels: 3,
      accuracy: 300,
      accuracy_adjusted: 300,
      penalty: 0,
      walls: 0,
      back: 0,
    })
  })
  it('of an absent player are all zero, and there is no speed', () => {
    const { metrics } = scoreTask('rock-paper-scissors', 11, logsOf({ missed: 1 }))
    expect(metrics).toMatchObject({
      total_score: 0,
      accuracy: 0,
      efficiency: 0,
      penalty: 150,
      missed: 70,
      speed: null,
    })
  })
  it('count a press before 150 ms as an anticipation, right or not', () => {
    const { metrics } = scoreTask(
      'rock-paper-scissors',
      11,
      logsOf({ right: 1, missed: 0, least: 20, most: 140 }),
    )
    expect(metrics).toMatchObject({
      anticipations: 70,
      correct: 0,
      incorrect: 0,
      speed: null,
      efficiency: 0,
      penalty: 300,
    })
  })
  it('say that speed and efficiency weren’t measured if more than a tenth of the trials had a late frame', () => {
    expect(scoreTask('rock-paper-scissors', 11, logsOf({ late: 0.05 })).quality).toMatchObject({
      confidence: 'low',
      flags: ['frame-drops'],
      not_measured: ['speed', 'efficiency'],
    })
  })
  it('are flagged if trials were seen twice too often', () => {
    expect(scoreTask('rock-paper-scissors', 11, logsOf({ away: 0.3 })).quality).toMatchObject({
      confidence: 'low',
      flags: ['interrupted'],
    })
  })
})

const games = [
  [
    'rock-paper-scissors',
    (seed: number, level: TaskLevel) =>
      playRps(seed, level, { ...GOOD_RPS, away: 0.05, late: 0.01 }, 'c').log,
  ],
  [
    'maze',
    (seed: number, level: TaskLevel) =>
      playMaze(seed, level, { ...GOOD_MAZE, away: 0.001, late: 0.01 }, 'c').log,
  ],
] as const

describe.each(games)('a log of %s that a user has changed', (task, play) => {
  const change = fc.record({
    seed: fc.integer({ min: 0, max: 999 }),
    level: levels,
    at: fc.nat(),
    other: fc.nat(),
  })
  const changed = (log: Log, edit: (events: LogEvent[], at: number) => void, at: number): Log => {
    const events = [...log]
    edit(events, at % events.length)
    return events
  }

  it.each<[string, (events: LogEvent[], at: number) => void]>([
    ['an event less', (events, at) => void events.splice(at, 1)],
    ['an event twice', (events, at) => void events.splice(at, 0, events[at]!)],
    [
      'two events swapped',
      (events, at) =>
        void events.splice(
          at === 0 ? 0 : at - 1,
          2,
          ...events.slice(at === 0 ? 0 : at - 1, (at === 0 ? 0 : at - 1) + 2).toReversed(),
        ),
    ],
    [
      'a moment earlier',
      (events, at) =>
        void (events[at] = [events[at]![0] + 0.1, ...events[at]!.slice(1)] as unknown as LogEvent),
    ],
    [
      'another word',
      (events, at) =>
        void (events[at] = [
          events[at]![0],
          'goal',
          ...events[at]!.slice(2),
        ] as unknown as LogEvent),
    ],
  ])('by %s is refused', (_what, edit) => {
    fc.assert(
      fc.property(change, ({ seed, level, at }) => {
        const log = play(seed, level)
        const other = changed(log, edit, at)
        if (JSON.stringify(other) === JSON.stringify(log)) return
        expect(faultOf(task, seed, level, other)).not.toBeNull()
      }),
      { numRuns: 40 },
    )
  })
  it('of another seed or another level is refused', () => {
    const log = play(1, 1)
    expect(faultOf(task, 1, 1, log)).toBeNull()
    expect(faultOf(task, 2, 1, log)).not.toBeNull()
    expect(faultOf(task, 1, 2, log)).not.toBeNull()
  })
  it('and sealed again is refused without one of its events, in another order, or with unknown words or keys', () => {
    fc.assert(
      fc.property(change, ({ seed, level, at }) => {
        const log = play(seed, level)
        const kinds: ((events: LogEvent[]) => void)[] = [
          (events) => void (events[1 + (at % (events.length - 2))] = [0, 'show', 999]),
          (events) =>
            void (events[1 + (at % (events.length - 2))] = [
              events[1 + (at % (events.length - 2))]![0],
              'cheat',
            ]),
          (events) => void (events[1 + (at % (events.length - 2))] = [-5, 'frame', 20]),
          (events) => void events.push([99_999, 'show', 0]),
          (events) =>
            void events.splice(
              events.findIndex(([, code]) => code === 'show'),
              1,
            ),
        ]
        for (const kind of kinds) {
          const events = [...log]
          kind(events)
          expect(faultOf(task, seed, level, resealed(task, seed, level, events))).not.toBeNull()
        }
      }),
      { numRuns: 30 },
    )
  })
})

describe('the position and reason of an error in a log', () => {
  const log = playRps(3, 1, GOOD_RPS, 'd').log
  const find = (code: string, nth = 0) =>
    log.flatMap((event, index) => (event[1] === code ? [index] : []))[nth]!
  const edited = (edit: (events: LogEvent[]) => void) => {
    const events = [...log]
    edit(events)
    return faultOf('rock-paper-scissors', 3, 1, resealed('rock-paper-scissors', 3, 1, events))
  }
  it.each<[string, (events: LogEvent[]) => void, { at: number; why: string }]>([
    [
      'an answer to a trial that was not shown',
      (events) =>
        void (events[find('answer')] = [events[find('answer')]![0], 'answer', 7, 'R', 'touch']),
      { at: find('answer'), why: 'trial' },
    ],
    [
      'a hand that there is not',
      (events) =>
        void (events[find('answer')] = [events[find('answer')]![0], 'answer', 0, 'X', 'touch']),
      { at: find('answer'), why: 'key' },
    ],
    [
      'an answer from no device',
      (events) =>
        void (events[find('answer')] = [events[find('answer')]![0], 'answer', 0, 'R', 'mind']),
      { at: find('answer'), why: 'shape' },
    ],
    [
      'an answer after its time',
      (events) =>
        void (events[find('answer')] = [
          events[find('show')]![0] + 2500.1,
          'answer',
          0,
          'R',
          'touch',
        ]),
      { at: find('answer'), why: 'time' },
    ],
    [
      'a stimulus too early',
      (events) => void (events[find('show')] = [200, 'show', 0]),
      { at: find('show'), why: 'time' },
    ],
    [
      'a time that is none',
      (events) => void (events[2] = [Number.NaN, 'answer', 0, 'R', 'touch']),
      { at: 2, why: 'time' },
    ],
    [
      'a time that runs back',
      (events) => void (events[find('show', 3)] = [events[find('show', 2)]![0], 'show', 3]),
      { at: find('show', 3), why: 'order' },
    ],
    ['no beginning', (events) => void events.shift(), { at: 0, why: 'begin' }],
    [
      'a trial that was left out',
      (events) => void events.splice(find('show', 19), 2),
      { at: log.length - 3, why: 'missing' },
    ],
  ])('%s', (_what, edit, expected) => expect(edited(edit)).toEqual(expected))

  it('a maze that was given up too early', () => {
    const maze = playMaze(3, 1, { lost: 0, least: 100, most: 200 }, 'd').log
    const cut = [...maze.slice(0, 6), [maze[6]![0], 'end', ''] as unknown as LogEvent]
    expect(faultOf('maze', 3, 1, resealed('maze', 3, 1, cut))).toEqual({ at: 6, why: 'missing' })
  })
  it('a step after the goal', () => {
    const maze = playMaze(3, 1, { lost: 0, least: 100, most: 200 }, 'd').log
    const more = [
      ...maze.slice(0, -1),
      [maze.at(-1)![0], 'move', 'D', 'touch'],
      maze.at(-1)!,
    ] as Log
    expect(faultOf('maze', 3, 1, resealed('maze', 3, 1, more))).toEqual({
      at: maze.length - 1,
      why: 'trial',
    })
  })
})
