/**
 * Two ways to show a stimulus and take the time of a press, side by side on one page: the stage of
 * our tasks, and jsPsych's html-keyboard-response. An independent observer records when the
 * stimulus comes and goes.
 */

import htmlKeyboardResponse from '@jspsych/plugin-html-keyboard-response'
import { initJsPsych } from 'jspsych'
import type { Log } from '#engine/tasks/log.ts'
import { mazeHash, mazeOf } from '#engine/tasks/maze.ts'
import { rpsTrials, trialsHash, type Trial } from '#engine/tasks/rps.ts'
import { scoreTask, type TaskName } from '#engine/tasks/score.ts'
import { reduceTimer, startTimer, timeTaken } from '#engine/scoring/timer.ts'
import { TASK_LEVELS } from '#engine/documents/vocabulary.ts'
import { eachFrame, measureFrames } from '#tasks/frames.ts'
import { beginRps, type RpsState } from '#tasks/rock-paper-scissors/rules.ts'
import { playStage, type Stage } from '#tasks/rock-paper-scissors/stage.ts'

/**
 * The observed frames of one stimulus, on the page's clock: the first one with it, and the first
 * one without.
 */
export type Seen = { readonly on: number; off: number }
export type Shown = {
  readonly seen: readonly Seen[]
  readonly rts: readonly (number | null)[]
  readonly frameMs: number
  readonly dropped: number
  readonly driftMs: number
}
export type How = { readonly trials: number; readonly limitMs: number; readonly gapMs: number }

/** Observes until stopped. Calls back once the stimulus is visible. */
function observe(
  target: Node,
  isThere: () => boolean,
  onOn: (at: number) => void,
): { seen: Seen[]; stop: () => void } {
  const seen: Seen[] = []
  let was = false
  const observer = new MutationObserver(() => {
    const is = isThere()
    if (is === was) return
    was = is
    // A change made now is visible from the next frame.
    requestAnimationFrame((at) => {
      if (is) {
        seen.push({ on: at, off: 0 })
        onOn(at)
      } else if (seen.length > 0) seen[seen.length - 1]!.off = at
    })
  })
  observer.observe(target, {
    attributes: true,
    childList: true,
    subtree: true,
    characterData: true,
  })
  return { seen, stop: () => observer.disconnect() }
}

const root = document.querySelector<HTMLElement>('#ours')!
let stage: Stage | undefined

function frameLength(): Promise<number> {
  return new Promise((resolve) => measureFrames(60, resolve))
}

async function ours({ trials, limitMs, gapMs }: How): Promise<Shown> {
  const frameMs = await frameLength()
  const list: Trial[] = Array.from({ length: trials }, (_none, index) => ({
    hand: (['R', 'P', 'S'] as const)[index % 3]!,
    cue: 'draw',
  }))
  const { seen, stop } = observe(
    root,
    () => root.dataset['phase'] === 'shown',
    (at) => void window.onShown?.(at),
  )
  // A timer counted up by every frame, against the page's clock.
  const began = performance.now()
  let timer = startTimer(3_600_000, began)
  const stopTimer = eachFrame((at) => void (timer = reduceTimer(timer, at)))
  const state = await new Promise<RpsState>((resolve) => {
    stage = playStage({
      root,
      feedback: false,
      begin: (now) =>
        beginRps(
          { trials: list, limitMs, frameMs, device: 'keyboard', fixationMs: gapMs, blankMs: gapMs },
          now,
        ),
      onProgress: () => {},
      onPause: () => {},
      onDone: resolve,
    })
  })
  await new Promise((resolve) => requestAnimationFrame(resolve))
  const driftMs = timeTaken(timer) - (performance.now() - began)
  stop()
  stopTimer()
  const rts = state.log
    .filter(([, code]) => code === 'show')
    .map(([ms, , trial]) => {
      const answer = state.log.find(([, code, of]) => code === 'answer' && of === trial)
      return answer === undefined ? null : answer[0] - ms
    })
  return {
    seen,
    rts,
    frameMs,
    dropped: state.log.filter(([, code]) => code === 'frame').length,
    driftMs,
  }
}

async function theirs({ trials, limitMs, gapMs }: How, isTimed: boolean): Promise<Shown> {
  const frameMs = await frameLength()
  const target = document.querySelector<HTMLElement>('#theirs')!
  const { seen, stop } = observe(
    target,
    () => target.querySelector('.stimulus') !== null,
    (at) => void window.onShown?.(at),
  )
  const jsPsych = initJsPsych({ display_element: target })
  const trial = {
    type: htmlKeyboardResponse,
    stimulus: '<p class="stimulus">X</p>',
    choices: isTimed ? ['r', 'p', 's'] : 'NO_KEYS',
    trial_duration: limitMs,
    response_ends_trial: true,
    post_trial_gap: gapMs * 2,
  }
  await jsPsych.run(Array.from({ length: trials }, () => trial))
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  stop()
  const rts = (jsPsych.data.get().select('rt') as unknown as { values: (number | null)[] }).values
  target.replaceChildren()
  return { seen, rts, frameMs, dropped: 0, driftMs: 0 }
}

/** Keeps the page busy. */
function busy(ms: number): void {
  const until = performance.now() + ms
  while (performance.now() < until);
}

/**
 * Plays some trials, with a break in the middle. @returns ms on the level's clock, ms of real time,
 * ms away
 */
async function away(awayMs: number): Promise<{ level: number; real: number; away: number }> {
  const frameMs = await frameLength()
  const list: Trial[] = Array.from({ length: 4 }, () => ({ hand: 'R', cue: 'win' }))
  const began = performance.now()
  let left = 0
  const state = await new Promise<RpsState>((resolve) => {
    stage = playStage({
      root,
      feedback: false,
      begin: (now) =>
        beginRps(
          { trials: list, limitMs: 200, frameMs, device: 'keyboard', fixationMs: 50, blankMs: 50 },
          now,
        ),
      onProgress: () => {},
      onPause() {
        left = performance.now()
        setTimeout(() => stage!.resume(performance.now()), awayMs)
      },
      onDone: resolve,
    })
    setTimeout(() => dispatchEvent(new Event('blur')), 400)
  })
  const resumed = state.log.find(([, code]) => code === 'resume')
  return {
    level: state.log[state.log.length - 1]![0],
    real: performance.now() - began,
    away: left === 0 ? 0 : Number(resumed?.[2] ?? 0),
  }
}

function hashes(seeds: readonly number[]): string[] {
  return seeds.flatMap((seed) =>
    TASK_LEVELS.flatMap((level) => [
      trialsHash(rpsTrials(seed, level)),
      mazeHash(mazeOf(seed, level)),
    ]),
  )
}

export type Harness = {
  ours: typeof ours
  theirs: typeof theirs
  busy: typeof busy
  away: typeof away
  hashes: typeof hashes
  score: (task: TaskName, seed: number, logs: readonly Log[]) => string
  origin: number
}

declare global {
  interface Window {
    harness: Harness
    onShown?: (at: number) => void
  }
}

window.harness = {
  ours,
  theirs,
  busy,
  away,
  hashes,
  score: (task, seed, logs) => JSON.stringify(scoreTask(task, seed, logs)),
  origin: performance.timeOrigin,
}
