/**
 * One learner's phone, in a thread of its own: the app's real outbox and synchronisation, with just
 * enough of a browser around them. Answers sixty items at a person's pace and reports when all of
 * them are sent.
 */

import { parentPort, workerData } from 'node:worker_threads'
import { setTimeout as wait } from 'node:timers/promises'
import { NoSignal } from '#app/api.ts'
import { openAttempt } from '#app/attempts.ts'
import { onCompleted } from '#app/completed.ts'
import { takeFrame, type FrameBundle } from '#app/documents.ts'
import { openOutbox } from '#app/outbox.ts'
import { store } from '#app/store.ts'
import { onSync, startSync } from '#app/sync.ts'
import type { QuizSession } from '#engine/scoring/quiz.ts'
import type { User } from '#engine/rules/scope.ts'
import { chance } from '../support/chance.ts'

export type PhoneData = {
  readonly url: string
  readonly cookies: readonly (readonly [string, string])[]
  readonly user: User
  readonly frame: FrameBundle
  readonly seed: number
}
/** Events that it reports, with their times. */
export type Told =
  | { readonly kind: 'nearly' }
  | {
      readonly kind: 'answered'
      readonly attempt: string
      readonly answers: Readonly<Record<string, number>>
    }
  | { readonly kind: 'sent' }
  | { readonly kind: 'completed' }
export type Signal = 'online' | 'offline' | 'finish'

/**
 * The last answers are given offline, once the others are sent: every phone then has something left
 * to send.
 */
const LAST = 10
/** A person's pace, much accelerated, in ms. */
const PACE = { least: 250, most: 750 }

const { url, cookies, user, frame: bundle, seed } = workerData as PhoneData
const jar = new Map(cookies)
const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
Object.defineProperty(page, 'cookie', {
  get: () => [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
})
const frame = new EventTarget()
const device = { onLine: true }
const reachable = globalThis.fetch
Object.defineProperties(globalThis, {
  document: { value: page },
  navigator: { value: device },
  addEventListener: { value: frame.addEventListener.bind(frame) },
  fetch: {
    value: async (path: string, init: RequestInit & { headers: Record<string, string> }) => {
      // What a browser does by itself.
      const response = await reachable(url + path, {
        ...init,
        headers: { ...init.headers, cookie: document.cookie },
      })
      for (const line of response.headers.getSetCookie()) {
        const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
        jar.set(name!, value!)
      }
      return response
    },
  },
})

const tell = (told: Told) => parentPort!.postMessage(told)
let mayFinish: () => void = () => undefined
const finish = new Promise<void>((resolve) => (mayFinish = resolve))
parentPort!.on('message', (signal: Signal) => {
  if (signal === 'finish') return mayFinish()
  device.onLine = signal === 'online'
  frame.dispatchEvent(new Event(signal))
})

/** A user who taps "start" while offline taps again. */
async function begin(): Promise<QuizSession> {
  for (;;) {
    try {
      return await openAttempt('holland_code')
    } catch (error) {
      if (!(error instanceof NoSignal)) throw error
      await wait(500)
    }
  }
}

store.user = user
// The page was opened while still online.
takeFrame(bundle)
startSync()
onCompleted(() => tell({ kind: 'completed' }))
const draw = chance(seed)
const session = await begin()
const answers: Record<string, number> = {}
for (const [index, item] of session.items.entries()) {
  if (index === session.items.length - LAST) {
    tell({ kind: 'nearly' })
    await finish
  }
  const value = 1 + Math.floor(draw() * 5)
  answers[item] = value
  await session.answer(item, value, 500)
  await wait(PACE.least + draw() * (PACE.most - PACE.least))
}
tell({ kind: 'answered', attempt: session.attempt, answers })
const outbox = await openOutbox()
let sent = false
const look = async () => {
  if (sent || (await outbox.rowsOf(user._id)).length > 0) return
  sent = true
  tell({ kind: 'sent' })
}
onSync(() => void look())
await look()
await session.complete()
await look()
