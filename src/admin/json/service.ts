/**
 * The language service for the editor: promises fulfilled by a worker. Without the worker the
 * editor works without language support.
 */

import type { Language } from './language.ts'
import type { Reply, Call } from './worker.ts'

export type LanguageService = Language & { readonly close: () => void }

/** @param onLost called once if the worker fails to start or crashes; every later call rejects */
export function startLanguage(onLost: () => void): LanguageService {
  const waiting = new Map<
    number,
    { resolve: (value: never) => void; reject: (error: Error) => void }
  >()
  let lost = false
  let count = 0
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })

  const lose = () => {
    if (lost) return
    lost = true
    for (const { reject } of waiting.values()) reject(new Error('the language help is gone'))
    waiting.clear()
    worker.terminate()
  }
  worker.onerror = () => {
    if (!lost) onLost()
    lose()
  }
  worker.onmessage = ({ data }: MessageEvent<Reply>) => {
    const call = waiting.get(data.number)
    waiting.delete(data.number)
    if ('value' in data) call?.resolve(data.value as never)
    else call?.reject(new Error(data.error))
  }
  const ask =
    <Name extends keyof Language>(name: Name) =>
    (...args: Parameters<Language[Name]>): ReturnType<Language[Name]> =>
      new Promise((resolve, reject) => {
        if (lost) return reject(new Error('the language help is gone'))
        const number = ++count
        waiting.set(number, { resolve, reject })
        worker.postMessage({ number, name, args } satisfies Call)
      }) as ReturnType<Language[Name]>
  return {
    configure: ask('configure'),
    complete: ask('complete'),
    explain: ask('explain'),
    check: ask('check'),
    close: lose,
  }
}
