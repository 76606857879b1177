/** The worker side of service.ts: replies to each call by its number. */

import { openLanguage, type Language } from './language.ts'

export type Call = {
  readonly number: number
  readonly name: keyof Language
  readonly args: readonly unknown[]
}
export type Reply = { readonly number: number } & (
  | { readonly value: unknown }
  | { readonly error: string }
)

const language = openLanguage()

addEventListener('message', ({ data }: MessageEvent<Call>) => {
  const { number, name, args } = data
  const work = language[name] as (...given: readonly unknown[]) => Promise<unknown>
  work(...args).then(
    (value) => postMessage({ number, value } satisfies Reply),
    (error: unknown) => postMessage({ number, error: String(error) } satisfies Reply),
  )
})
