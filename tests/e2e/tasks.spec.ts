/**
 * Both timed tasks from the first page to the result, played as users play them. The page's clock
 * is controlled by the test, so that five minutes pass in seconds: frames, timers and the times of
 * events all come from it.
 */

import type { Page } from '@playwright/test'
import { mazeOf, practiceMaze, type Direction, type Maze } from '#engine/tasks/maze.ts'
import { rightHand, type Cue, type Hand } from '#engine/tasks/rps.ts'
import { nextStep } from '#tasks/maze/player.ts'
import { moveFrom } from '#engine/tasks/maze.ts'
import type { Learner } from './support/journey.ts'
import { expect, NO_NET, test } from './support/strict.ts'

test.use({ viewport: { width: 360, height: 640 } })

const KEY: Readonly<Record<Hand, string>> = { R: '1', P: 'p', S: 'ArrowRight' }
const ARROW: Readonly<Record<Direction, string>> = {
  U: 'ArrowUp',
  R: 'ArrowRight',
  D: 'ArrowDown',
  L: 'ArrowLeft',
}

/** A user who may play, on a page whose clock can be moved. */
async function ready(learner: Learner): Promise<void> {
  const { page } = learner
  await learner.onboardByCalls('DEMO-PLUS')
  await learner.takeWorkerTypeByCalls()
  await page.clock.install()
  // Events use the same clock as frames, as in an unmodified browser.
  await page.addInitScript(() =>
    Object.defineProperty(Event.prototype, 'timeStamp', { get: () => performance.now() }),
  )
}

async function metricsOf(learner: Learner, task: string): Promise<Record<string, number>> {
  const { assessments } = await learner.call<{
    assessments: Record<string, { metrics: Record<string, number> }>
  }>('GET', 'auth/get-user')
  return assessments[task]!.metrics
}

/**
 * What the game shows; null if no game is on the page. Read at once, because a game may end between
 * two reads.
 */
const shown = (page: Page) =>
  page.evaluate(() => {
    const game = document.querySelector<HTMLElement>('main [data-phase]')
    return (
      game && {
        phase: game.dataset['phase'],
        hand: game.dataset['hand'] as Hand,
        cue: game.dataset['cue'] as Cue,
      }
    )
  })

/** Plays until the page is calm again. @returns how many trials were answered */
async function playHands(page: Page, wrong = 0): Promise<number> {
  for (let answered = 0; ;) {
    await page.clock.runFor(100)
    const game = await shown(page)
    if (game === null) return answered
    if (game.phase !== 'shown') continue
    await page.clock.runFor(300)
    const right = rightHand(game)
    await page.keyboard.press(
      KEY[answered++ < wrong ? ({ R: 'P', P: 'S', S: 'R' } as const)[right] : right],
    )
    await page.clock.runFor(850)
  }
}

test('rock, paper, scissors: three levels with practice, one pause, and a result', async ({
  learner,
  page,
}) => {
  await ready(learner)
  await page.goto('/reports/cognitive-ability/rock-paper-scissors')
  await expect(learner.heading('rock_paper_scissors.title')).toBeVisible()
  await learner.button('task.without.link').click()
  await expect(page.getByRole('dialog', { name: learner.t('task.without.title') })).toBeVisible()
  await learner.button('task.without.stay').click()
  await learner.link('intro.start').click()

  // Practice that goes badly is offered a second time, but not a third.
  await learner.button('task.startPractice').click()
  expect(await playHands(page, 3)).toBe(6)
  await expect(learner.heading('task.practised.again')).toBeVisible()
  await learner.button('task.startPractice').click()
  expect(await playHands(page)).toBe(6)
  await expect(learner.heading('task.practised.good')).toBeVisible()

  await learner.button('task.startLevel', { level: 1 }).click()
  await page.clock.runFor(1000)
  await expect.poll(async () => (await shown(page))?.phase).toBe('shown')
  await page.keyboard.press('Escape')
  await expect(learner.button('task.paused.goOn')).toBeVisible()
  await page.clock.runFor(60_000)
  await learner.button('task.paused.goOn').click()
  expect(await playHands(page)).toBe(20)

  for (const level of [2, 3]) {
    await expect(learner.heading(`rock_paper_scissors.level.${level}.title`)).toBeVisible()
    await learner.button('task.startPractice').click()
    expect(await playHands(page)).toBe(6)
    await learner.button('task.startLevel', { level }).click()
    expect(await playHands(page, level === 3 ? 6 : 0)).toBe(level === 2 ? 20 : 30)
  }
  await expect(learner.link('quiz.readReport')).toBeVisible()
  const metrics = await metricsOf(learner, 'rock_paper_scissors')
  expect(metrics).toMatchObject({
    number_of_levels: 3,
    correct: 64,
    incorrect: 6,
    missed: 0,
    anticipations: 0,
  })
  expect(metrics['speed']).toBeGreaterThan(250)
  expect(metrics['speed']).toBeLessThan(1200)
})

/** Walks to the flag with the arrow keys. */
async function walk(page: Page, maze: Maze): Promise<void> {
  await page.clock.runFor(500)
  for (let cell = maze.start; cell !== maze.goal;) {
    const way = nextStep(maze, cell)
    await page.keyboard.press(ARROW[way])
    cell = moveFrom(maze, cell, way)!
    await page.clock.runFor(120)
  }
  await page.clock.runFor(1000)
}

test('the maze: offline from the second level on, with keys, arrows and a drawing finger', async ({
  learner,
  page,
  context,
  strict,
}) => {
  strict.allow(NO_NET)
  await ready(learner)
  await page.goto('/reports/cognitive-ability/maze')
  await learner.link('intro.start').click()
  await learner.button('task.startPractice').click()
  const { seed } = await learner.call<{ seed: number }>('POST', 'assessments/maze/attempts', {})
  await walk(page, practiceMaze(seed))

  // The first with the on-screen arrows, bumping into one wall.
  await learner.button('task.startLevel', { level: 1 }).click()
  await page.clock.runFor(500)
  const first = mazeOf(seed, 1)
  await page.getByRole('button', { name: learner.t('maze.way.D') }).click()
  for (let cell = first.start; cell !== first.goal;) {
    const way = nextStep(first, cell)
    await page.getByRole('button', { name: learner.t(`maze.way.${way}`) }).click()
    cell = moveFrom(first, cell, way)!
    await page.clock.runFor(100)
  }
  await page.clock.runFor(1000)

  await expect(learner.heading('maze.level.2.title')).toBeVisible()
  await context.setOffline(true)
  await learner.button('task.startLevel', { level: 2 }).click()
  await walk(page, mazeOf(seed, 2))
  await expect(learner.heading('maze.level.3.title')).toBeVisible()
  // The page may be closed and reopened offline: what was played is on the phone.
  await learner.button('task.startLevel', { level: 3 }).click()
  await page.clock.runFor(300)
  const third = mazeOf(seed, 3)
  const box = (await page
    .getByRole('img', { name: learner.t('maze.picture', { count: 13 }) })
    .boundingBox())!
  const side = box.width / 13
  const at = (cell: number) =>
    [box.x + ((cell % 13) + 0.5) * side, box.y + (Math.floor(cell / 13) + 0.5) * side] as const
  let cell = third.start
  await page.mouse.move(...at(cell))
  await page.mouse.down()
  let [x, y] = at(cell)
  while (cell !== third.goal) {
    const way = nextStep(third, cell)
    // A finger moves by the length of a step: at least 20 px.
    const step = Math.max(20, side * 0.8) + 0.5
    x += way === 'R' ? step : way === 'L' ? -step : 0
    y += way === 'D' ? step : way === 'U' ? -step : 0
    await page.mouse.move(x, y)
    cell = moveFrom(third, cell, way)!
    await page.clock.runFor(60)
  }
  await page.mouse.up()
  await page.clock.runFor(1000)
  await expect(page.getByText(learner.t('quiz.finish.waiting'))).toBeVisible()

  await context.setOffline(false)
  await page.clock.runFor(40_000)
  await expect(learner.link('quiz.readReport')).toBeVisible()
  expect(await metricsOf(learner, 'maze')).toMatchObject({
    number_of_levels: 3,
    moves: first.shortest + mazeOf(seed, 2).shortest + third.shortest,
    walls: 1,
    back: 0,
  })
})
